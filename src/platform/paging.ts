import { AsyncLocalStorage } from 'node:async_hooks'
import { type SQL, sql } from 'drizzle-orm'
import { countMax, pageSize as usualSize } from './constants.ts'

/** Which rows of a list are asked for, where it is not a page of the usual size. */
interface Window {
  start: number
  size: number
  since?: string | undefined
  /** Where the row stands after which the reader goes on: what the list's order wrote of it. */
  after?: readonly string[] | undefined
  /** Told by a list whose order has keys: where each of its rows stands. */
  told?: { keys?: string[][] }
}
const asked = new AsyncLocalStorage<Window>()

/** Runs a list for other rows than those of a usual page: what it asks below here is of them. */
export const inWindow = <T>(window: Window, run: () => Promise<T>): Promise<T> => asked.run(window, run)

/** The values after which an order with keys goes on. */
export const askedAfter = () => asked.getStore()?.after
/** Does anybody ask where the rows stand? */
export const asksKeys = () => asked.getStore()?.told !== undefined
/** Tells where each of the rows stands that a list has read. */
export function tellKeys(keys: string[][]): void {
  const told = asked.getStore()?.told
  if (told) told.keys = keys
}

/** How many rows a list answers. */
export const pageSize = () => asked.getStore()?.size ?? usualSize
/** How many rows come before those that are asked for. */
export const pageStart = (page: number) => asked.getStore()?.start ?? (page - 1) * usualSize
/** Up to which row a page goes. */
export const pageEnd = (page: number) => pageStart(page) + pageSize()
/**
 * `limit` for as many rows as most pages have, told in the text: of a number that comes with the values, a plan that is
 * kept takes it for a tenth of all rows, and puts them all in order.
 */
export const atMost = (count: number): SQL =>
  count === usualSize ? sql.raw(`limit ${usualSize}`) : sql`limit ${count}`
/** `limit` and `offset` of a page. */
export const pageRows = (page: number): SQL => {
  const start = pageStart(page)
  return sql`${atMost(pageSize())} offset ${start === 0 ? sql.raw('0') : start}`
}

/** Of a list whose rows tell when they were changed: only those since the moment that is asked for, if any is. */
export function changedSince(updatedAt: SQL): SQL {
  const since = asked.getStore()?.since
  return since === undefined ? sql`true` : sql`${updatedAt} >= ${since}::timestamptz`
}

/** Is only what has changed since a moment asked for? */
export const asksSince = () => asked.getStore()?.since !== undefined

/** One page of rows as every list answers it; `total` is all of them, or one more than are counted. */
export const listOf = <T>(items: T[], total: number, page: number) => ({
  items,
  total: Math.min(total, countMax),
  totalCapped: total > countMax,
  page,
  pageSize: pageSize(),
})
