import { sql } from 'drizzle-orm'
import { elevated, rows, type Tx } from '#platform/db.ts'

/** What is kept under a key, as it was written; undefined where nothing is. Needs the service's reach. */
export async function readSetting<T>(tx: Tx, key: string): Promise<T | undefined> {
  const [row] = await rows<{ value: string }>(tx, sql`select value from setting where key = ${key}`)
  return row && (JSON.parse(row.value) as T)
}

/** The same of who issues the bills, which stands on every account's. */
export const providersSetting = <T>(tx: Tx, key: string): Promise<T | undefined> =>
  elevated(tx, 'provider', () => readSetting<T>(tx, key))

/** Keeps a value under a key. */
export const writeSetting = (tx: Tx, key: string, value: unknown) =>
  tx.execute(
    sql`insert into setting (key, value) values (${key}, ${JSON.stringify(value)})
      on conflict (key) do update set value = excluded.value`,
  )
