import type { SQL } from 'drizzle-orm'
import type { Grouping } from '../contract.ts'
import type { OddKind } from '../why-contract.ts'
import type { Span } from './period.ts'
import type { SalesColumn, SalesKey } from './sales-columns.ts'
import type { Selection } from './selection.ts'
import type { VisitKey } from './visit-facts.ts'

/** Whose facts, of which days, told apart by what. `grouping`: how fine `t` has to be; without it there is none. */
interface Question<Key, Sum> {
  selection: Selection
  span: Span
  key: Key
  grouping?: Grouping | undefined
  /** Where only rows that have most of a sum are looked at: how many. A store may leave out the others. */
  most?: { of: Sum; rows: number } | undefined
}
export interface SalesQuestion extends Question<SalesKey, SalesColumn> {
  /** The sums that are asked for; all of them if it does not say. */
  columns?: readonly SalesColumn[] | undefined
}
export type VisitsQuestion = Question<VisitKey, 'visits'>

/** How many there were in each of some stretches of time: units by product or city, visits by source. */
export interface CountsQuestion {
  selection: Selection
  kind: OddKind
  /** The days on which each begins, ascending; the last one is a day long. */
  starts: readonly number[]
  /** Of products: the ids of the SKUs that are counted; all of them if it does not say. */
  skus?: readonly string[]
}

/**
 * What keeps the facts and adds them up. Every answer is a table expression for PostgreSQL, where names, goods and what a
 * reader may see are: that of PostgreSQL's own store is a query not yet run, that of another one holds the rows it
 * answered. Sums are not always added up yet: whoever asks groups by `key`. Who has several questions asks them at once.
 */
export interface AnalyticsStore {
  /**
   * Rows of `key`, `t` and the columns asked for; money in millionths of EUR. The key is a uuid where SKUs or portals are
   * told apart, else text; `t` is meaningful with a grouping and without a key, or by portal, only.
   */
  sales(question: SalesQuestion): Promise<SQL>
  /** Rows of `key`, `t`, `visits`, `visitors` and `clicks`. */
  visits(question: VisitsQuestion): Promise<SQL>
  /** Rows of `at` (weekday, 1 Monday to 7, and hour of Europe/Madrid as one text), `orders` and `net_micros`. */
  hours(question: Pick<SalesQuestion, 'selection' | 'span'>): Promise<SQL>
  /** Rows of `key`, `portal_id` (of SKUs; else null) and `c`, a count for each start. */
  counts(question: CountsQuestion): Promise<SQL>
}
