import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Database } from '#platform/db.ts'
import { dayOf, formatDay } from '#platform/time.ts'

type Asks = { query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]> }

/**
 * The day's salt, the same for all processes: the first to need it makes it. As a key: one made of bytes for each view costs
 * ten times what hashing it does.
 */
export async function saltOf(asks: Asks, day: string): Promise<KeyObject> {
  await asks.query(
    `insert into visit_salt (day, salt) values ($1, decode($2, 'hex')) on conflict do nothing`,
    [day, randomBytes(32).toString('hex')],
  )
  const [row] = await asks.query<{ salt: string }>(
    `select encode(salt, 'hex') as salt from visit_salt where day = $1`,
    [day],
  )
  return createSecretKey(row?.salt ?? '', 'hex')
}

/**
 * Salts of yesterday, today and tomorrow, held in memory: views can be hashed while the database is away, past midnight too.
 * Older ones are forgotten, as they are in the database.
 */
export function recentSalts(database: Database) {
  const known = new Map<string, KeyObject>()
  const learn = async (day: string) => known.set(day, await saltOf(database, day))
  return async (days: Iterable<string>): Promise<ReadonlyMap<string, KeyObject>> => {
    const today = dayOf(Date.now())
    const oldest = formatDay(today - 1)
    for (const day of [...known.keys()].filter((one) => one < oldest)) known.delete(day)
    for (const day of days) if (!known.has(day)) await learn(day)
    const tomorrow = formatDay(today + 1)
    if (!known.has(tomorrow)) learn(tomorrow).catch(() => {})
    return known
  }
}
