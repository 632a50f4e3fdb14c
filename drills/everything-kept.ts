import type { Database } from '#platform/db.ts'

/** Every row of every table as text. */
export async function everythingKept(database: Database): Promise<string> {
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const texts: string[] = []
  for (const { name } of tables)
    for (const { text } of await database.query<{ text: string | null }>(
      `select string_agg(whole::text, ' ') as text from "${name}" whole`,
    ))
      texts.push(text ?? '')
  return texts.join('\n')
}
