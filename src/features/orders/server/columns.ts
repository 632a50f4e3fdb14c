import { type DecimalMark, signFirst } from '#platform/amount.ts'
import { type CsvRow, UnreadableFile } from '#platform/csv.ts'
import { Big, parseDecimal } from '#platform/money.ts'
import { currencyNamed } from './currency-signs.ts'
import { BadRow } from './line-draft.ts'

/** What separates the decimals: the same in the whole file, or by the column's name, or by that and its money. */
export type ColumnMarks = DecimalMark | ReadonlyMap<string, DecimalMark>

/** By which a column of several moneys keeps the mark of each. */
export const markKey = (name: string, currency: string): string => `${name}\u001f${currency}`

/** No list of orders has more. */
export const columnsMax = 1_000

/** Cells of the current row by column name; names are compared without case. */
export class Columns {
  private readonly index = new Map<string, number>()
  private readonly header: string[]
  private fields: string[] = []
  private readonly marks: ColumnMarks
  /** Whose sign may stand beside an amount of the row. */
  sign = ''

  /** `marks`: what separates decimals, in all columns or in each. */
  constructor(header: string[], marks: ColumnMarks = '.') {
    this.header = header
    this.marks = marks
    header.forEach((name, index) => {
      if (!this.index.has(name.toLowerCase())) this.index.set(name.toLowerCase(), index)
    })
  }

  has(name: string): boolean {
    return this.index.has(name.toLowerCase())
  }

  /** @throws UnreadableFile naming the columns that the file lacks. */
  require(...names: string[]): void {
    const missing = names.filter((name) => !this.has(name))
    if (missing.length > 0) throw new UnreadableFile('missingColumns', { columns: missing.join(', ') })
  }

  /** @throws BadRow when the row has another number of fields than the header. */
  take(row: CsvRow): this {
    if (row.fields.length !== this.header.length)
      throw new BadRow('ragged', undefined, { fields: row.fields.length, expected: this.header.length })
    this.fields = row.fields
    return this
  }

  text(name: string, max = 500): string {
    const value = this.plain(name)
    if (value.includes('\0')) throw new BadRow('nul', name)
    return value.length > max ? value.slice(0, max).toWellFormed() : value
  }

  /** As it stands, whatever it is. */
  plain(name: string): string {
    return (this.fields[this.index.get(name.toLowerCase()) ?? -1] ?? '').trim()
  }

  /** A cell with a figure, its sign in front and without «%». */
  figure(name: string): string {
    return signFirst(this.plain(name).replace('%', ''))
  }

  /** @throws BadRow when the cell is empty. */
  filled(name: string, max = 500): string {
    const value = this.text(name, max)
    if (value === '') throw new BadRow('missing', name)
    return value
  }

  /** The row as it stands. */
  get cells(): readonly string[] {
    return this.fields
  }

  /** Does any cell of the row fit? */
  some(fits: (cell: string) => boolean): boolean {
    return this.fields.some(fits)
  }

  /** Where a column stands, the first being 0; −1 for none. */
  placeOf(name: string): number {
    return this.index.get(name.toLowerCase()) ?? -1
  }

  decimalOf(name: string, text = this.text(name)): Big | undefined {
    if (text === '') return undefined
    const value = parseDecimal(signFirst(text), this.markOf(name), this.sign)
    if (value) return value
    const params = { value: text.slice(0, 40), currency: this.sign }
    const other = currencyNamed([text])
    throw new BadRow(this.sign && other && other !== this.sign ? 'otherCurrency' : 'notANumber', name, params)
  }

  amount(name: string): Big {
    return this.decimalOf(name) ?? zero
  }

  /** Decimals that the cell is written with. */
  scale(name: string): number {
    const decimals = new RegExp(`\\${this.markOf(name)}(\\d+)\\D*$`).exec(this.text(name))
    return decimals?.[1]?.length ?? 0
  }

  private markOf(name: string): DecimalMark {
    if (typeof this.marks === 'string') return this.marks
    return this.marks.get(markKey(name, this.sign)) ?? this.marks.get(name) ?? '.'
  }

  integer(name: string): number {
    const value = this.decimalOf(name)
    if (!value) throw new BadRow('missing', name)
    if (!value.eq(value.round(0)) || value.abs().gt(1_000_000_000))
      throw new BadRow('notAnInteger', name, { value: this.text(name).slice(0, 40) })
    return value.toNumber()
  }

  currency(name: string): string {
    const value = this.filled(name).toUpperCase()
    if (!/^[A-Z]{3}$/.test(value)) throw new BadRow('notACurrency', name, { value: value.slice(0, 40) })
    return value
  }
}

export const zero = new Big(0)
