import type { Database } from '#platform/db.ts'

/** Every row of every table as one text, for "nothing has changed"; sessions and rate limits, which any call moves, apart. */
export async function wholeDatabase(database: Database, except: readonly string[] = []): Promise<string> {
  const left = ['session', 'rate_limit', ...except].map((name) => `'${name}'`).join(', ')
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in (${left}) order by 1`,
  )
  const sums: string[] = []
  for (const { name } of tables) {
    const [row] = await database.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum from "${name}" t`,
    )
    sums.push(`${name} ${row?.sum}`)
  }
  return sums.join('\n')
}
