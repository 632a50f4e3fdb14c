import { inBulk } from '#platform/bulk.ts'
import type { Database } from '#platform/db.ts'
import { accounts, portals } from '#testing/world/cast.ts'

/** Rows beside the cast of the test world; orders have three to five lines. */
export interface Volume {
  portals: number
  products: number
  /** Of each product. */
  variants: number
  orders: number
  contacts: number
  bills: number
  activity: number
  movements: number
  events: number
  messages: number
}

export const largeVolume: Volume = {
  portals: 5_000,
  products: 100_000,
  variants: 4,
  orders: 1_000_000,
  contacts: 100_000,
  bills: 100_000,
  activity: 1_000_000,
  movements: 1_000_000,
  events: 100_000,
  messages: 200_000,
}

/** The portal of the cast that gets most of everything; its label owns three portals of ten. */
export const largest = { portal: portals.ninoLobo.id, label: accounts.bajamar.id }

/** One of the words, at random by `n`; a higher power draws the first ones more often. */
export const pick = (words: string, salt: number, power = 1) => {
  const all = words.split(' ')
  const list = all.map((word) => `'${word}'`).join(',')
  return `(array[${list}])[1 + floor(power(bench_random(n, ${salt}), ${power}) * ${all.length})::int]`
}

/** A portal by its rank: a few have most. */
export const portalOf = (volume: Volume, salt: number, power = 2.5) =>
  `join bench_portal b on b.place = floor(${volume.portals} * power(bench_random(n, ${salt}), ${power}))`

/** The end of a history of three years, in the order of `n`. */
export const momentOf = (all: number) =>
  `date_trunc('day', now()) - interval '1 second' * floor(3 * 365 * 86400 * (1 - (n + 0.5) / ${all}::numeric))`

/** Statements in one transaction in which keys and triggers rest. */
export const resting = (database: Database, statements: readonly string[]) =>
  inBulk(database, async (bulk) => {
    await bulk.query('set local role none')
    await bulk.query('set local session_replication_role = replica')
    for (const text of statements) await bulk.query(text)
  })
