import { type DecimalMark, Notation } from '#platform/amount.ts'
import type { CsvRow } from '#platform/csv.ts'
import { type Columns, markKey } from './columns.ts'

export interface Finding {
  names: readonly string[]
  /** Whose sign may stand beside a row's amounts. */
  currencyOf: (columns: Columns) => string
  /** Columns in which each money is written its own way: «12,00 €» beside «$12.00». */
  parted?: ReadonlySet<string>
  /** The money of amounts without a sign. */
  bare?: string
}

/**
 * Tells what separates the decimals of columns with figures, from all of their values; cells that are numbers in a workbook
 * say nothing.
 */
export class MarkFinder {
  private readonly columns: Columns
  private readonly finding: Finding
  private readonly known: { name: string; place: number }[]
  private readonly notations = new Map<string, { column: string; notation: Notation }>()

  constructor(columns: Columns, finding: Finding) {
    this.columns = columns
    this.finding = finding
    this.known = finding.names
      .filter((name) => columns.has(name))
      .map((name) => ({ name, place: columns.placeOf(name) }))
    for (const { name } of this.known) if (!this.isParted(name)) this.notationOf(name, name)
  }

  /** Sees a row that has a cell for each column. */
  see(row: CsvRow): void {
    this.columns.take(row)
    const currency = this.finding.currencyOf(this.columns)
    for (const { name, place } of this.known) {
      const key = this.isParted(name) ? markKey(name, currency) : name
      const notation = this.notationOf(key, name)
      if (!row.exact?.has(place)) notation.see(this.columns.figure(name), currency)
    }
  }

  /** Each column's mark, and what leaves it open unless there is an `answer` for such. */
  told(answer: DecimalMark | undefined) {
    const marks = new Map<string, DecimalMark>()
    const open: { column: string; values: string }[] = []
    for (const [key, { column, notation }] of this.notations) {
      const mark = notation.mark ?? answer
      if (mark) marks.set(key, mark)
      else open.push({ column, values: notation.doubts })
    }
    // Numbers of a workbook have no sign beside them.
    for (const { name } of this.known.filter((column) => this.isParted(column.name))) {
      const mark = marks.get(markKey(name, this.finding.bare ?? ''))
      if (mark) marks.set(name, mark)
    }
    return { marks, open }
  }

  private isParted(name: string): boolean {
    return this.finding.parted?.has(name) ?? false
  }

  private notationOf(key: string, column: string): Notation {
    const known = this.notations.get(key)
    if (known) return known.notation
    const notation = new Notation({ currency: '' })
    this.notations.set(key, { column, notation })
    return notation
  }
}
