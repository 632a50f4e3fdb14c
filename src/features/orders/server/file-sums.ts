import type { Bulk } from '#platform/bulk.ts'
import type { CsvFile, CsvRow } from '#platform/csv.ts'
import { Big } from '#platform/money.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { pastMomentFault } from '#platform/windows.ts'
import type { uploadFormats } from '../choices.ts'
import type { GenericMap } from '../map-shape.ts'
import { type ColumnMarks, Columns, zero } from './columns.ts'
import { type Amount, amountReader } from './file-amounts.ts'
import { currencyIn, isSum } from './generic-row.ts'
import { BadRow, type LineDraft } from './line-draft.ts'
import { meaningOf } from './order-status.ts'

/** What a file adds up to in a month, beside what of it counts; decimals in the file's own currency. */
export interface MonthSum {
  /** yyyy-MM of Europe/Madrid; empty where the file tells no day that can be read. */
  month: string
  currency: string
  /** The file's own amounts, added as they stand in it, whatever becomes of their rows. */
  file: string
  /** Of those, what was never paid: it does not count. */
  unpaid: string
  /** The same of the rows that count, now or from before. */
  counted: string
  net: string
  tax: string
}
/** A row of the file that adds up the others, and what adding them comes to. */
export interface OwnTotal {
  row: number
  told: string
  added: string
  agrees: boolean
}

interface Sum {
  file: Big
  unpaid: Big
  counted: Big
  net: Big
  tax: Big
}

/** Adds a file up by itself, beside and apart from the reading of its lines. */
export class FileSums {
  readonly ownTotals: OwnTotal[] = []
  private readonly sums = new Map<string, Sum>()
  private readonly read: (columns: Columns) => Amount | undefined
  private readonly columns: Columns
  private readonly map: GenericMap | undefined
  /** Whose money the row above was. */
  private above = ''
  private sinceTotal = zero
  private all = zero

  constructor(
    format: (typeof uploadFormats)[number],
    header: string[],
    map: GenericMap | undefined,
    marks: ColumnMarks,
  ) {
    this.columns = new Columns(header, marks)
    this.map = map
    this.read = amountReader(format, map)
  }

  /** The same rows, added up on their way. */
  async *through(rows: CsvFile['rows']): AsyncGenerator<CsvRow> {
    for await (const row of rows) {
      this.see(row)
      yield row
    }
  }

  /** A line that counts. */
  count({
    at,
    currency,
    net,
    tax,
    charged = net.plus(tax),
  }: Pick<LineDraft, 'at' | 'currency' | 'net' | 'tax' | 'charged'>) {
    const sum = this.of(at, currency)
    sum.counted = sum.counted.plus(charged)
    sum.net = sum.net.plus(net)
    sum.tax = sum.tax.plus(tax)
  }

  /** Takes back what the database refused of what was counted. */
  async uncount(bulk: Bulk, rows: readonly number[]): Promise<void> {
    const refused = await bulk.query<{ at: Date | string; currency: string; net: string; tax: string }>(
      `select at, currency, net_amount::text as net, tax_amount::text as tax from stage where row = any($1::int[])`,
      [`{${rows.join(',')}}`],
    )
    for (const { at, currency, net, tax } of refused)
      this.count({
        at: new Date(at).getTime(),
        currency,
        net: new Big(net).times(-1),
        tax: new Big(tax).times(-1),
      })
  }

  get months(): MonthSum[] {
    return [...this.sums]
      .map(([key, { file, unpaid, counted, net, tax }]) => {
        const [month = '', currency = ''] = key.split(' ')
        return {
          ...{ month, currency, file: written(file), counted: written(counted) },
          ...{ unpaid: written(unpaid), net: written(net), tax: written(tax) },
        }
      })
      .sort((a, b) => (a.month === b.month ? (a.currency < b.currency ? -1 : 1) : a.month < b.month ? -1 : 1))
  }

  private see(row: CsvRow) {
    try {
      this.columns.take(row)
      if (this.map) this.columns.sign = currencyIn(this.columns, this.map)
      if (this.map && isSum(this.columns, this.map)) return this.seeTotal(row.row)
      this.above = this.columns.sign
      const found = this.read(this.columns)
      if (!found) return
      const sum = this.of(found.at, found.currency)
      const sold = found.amount.minus(found.sent ?? zero)
      sum.file = sum.file.plus(sold)
      if (this.unpaid()) sum.unpaid = sum.unpaid.plus(sold)
      this.sinceTotal = this.sinceTotal.plus(found.amount)
      this.all = this.all.plus(found.amount)
    } catch (error) {
      // What cannot be read as an amount adds nothing; the row's own fault is told by its reader.
      if (!(error instanceof BadRow)) throw error
    }
  }

  private unpaid(): boolean {
    const column = this.map?.columns.status
    return column !== undefined && meaningOf(this.columns.plain(column)) === 'unpaid'
  }

  private seeTotal(row: number) {
    const column = this.map?.columns.total
    // People leave the currency out below their lists, and write its sign beside the sum all the same.
    this.columns.sign ||= this.above
    const told = column ? this.columns.decimalOf(column)?.times(this.map?.cents ? '0.01' : 1) : undefined
    if (!told) return
    const added = told.eq(this.all) ? this.all : this.sinceTotal
    this.ownTotals.push({ row, told: written(told), added: written(added), agrees: told.eq(added) })
    this.sinceTotal = zero
  }

  private of(at: number | undefined, currency: string): Sum {
    const key = `${at === undefined || pastMomentFault(at, new Date()) ? '' : formatDay(dayOf(at)).slice(0, 7)} ${currency}`
    const sum = this.sums.get(key) ?? { file: zero, unpaid: zero, counted: zero, net: zero, tax: zero }
    this.sums.set(key, sum)
    return sum
  }
}

const written = (amount: Big) => amount.round(6).toFixed()
