import type { GenericMap } from '../map-shape.ts'
import { sameNumber } from './by-order.ts'
import { plainName } from './column-names.ts'
import type { Columns } from './columns.ts'

/** Cells of a column that stand for nothing. */
const nothing = /^[-+]?[0., €$£]*$/

/**
 * Does a column repeat one amount on the rows of an order, or have it on one of them alone? Then nobody but the person
 * knows whether it is of the row or of the whole order, and taken wrongly it counts as often as the order has rows.
 */
export class OrderWide {
  private readonly columns: Columns
  private readonly names: { order: string; amount: string; price: string }
  private order = ''
  private rows = 0
  private amounts = new Set<string>()
  private prices = new Set<string>()
  private several = 0
  private alike = 0
  /** An order with other prices on its rows has been seen. */
  pricesApart = false
  /** A cell that leaves it open. */
  example = ''

  constructor(columns: Columns, map: GenericMap, amount: 'total' | 'refunded') {
    this.columns = columns
    const { order = '', unitPrice = '' } = map.columns
    this.names = { order, amount: map.columns[amount] ?? '', price: unitPrice }
  }

  /** Sees the row that `columns` has taken. */
  see(): void {
    const order = sameNumber(this.columns.plain(this.names.order))
    if (order !== '' && order !== this.order) this.close(order)
    this.rows++
    const amount = this.columns.plain(this.names.amount)
    if (!nothing.test(amount)) this.amounts.add(amount)
    this.prices.add(this.columns.plain(this.names.price))
  }

  /** Whether all orders of several rows leave it open. */
  get open(): boolean {
    this.close('')
    return this.several > 0 && this.alike === this.several
  }

  /** Whether rows of an order have amounts of their own. */
  get ofLines(): boolean {
    this.close('')
    return this.several > this.alike
  }

  private close(next: string) {
    if (this.rows > 1 && this.order !== '' && this.amounts.size > 0) {
      this.several++
      if (this.amounts.size === 1) this.alike++
      if (this.prices.size > 1) this.pricesApart = true
      this.example ||= [...this.amounts][0] ?? ''
    }
    this.order = next
    this.rows = 0
    this.amounts.clear()
    this.prices.clear()
  }
}

/** A column of whole cents says so in its name, and people call one of euros so too. */
export const saysCents = (column: string): boolean => /\b(cents?|centimos|cts)\b/.test(plainName(column))
