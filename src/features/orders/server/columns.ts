import type { DecimalMark } from '#platform/amount.ts'
import { type CsvRow, UnreadableFile } from '#platform/csv.ts'
import { Big, parseDecimal } from '#platform/money.ts'
import { fromWallClock, utc } from '#platform/time.ts'
import { BadRow } from './line-draft.ts'

/** What separates the decimals: the same in the whole file, or by the column's name. */
export type ColumnMarks = DecimalMark | ReadonlyMap<string, DecimalMark>

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

  /** @throws BadRow when the cell is empty. */
  filled(name: string, max = 500): string {
    const value = this.text(name, max)
    if (value === '') throw new BadRow('missing', name)
    return value
  }

  decimalOf(name: string): Big | undefined {
    const text = this.text(name)
    if (text === '') return undefined
    const value = parseDecimal(text, this.markOf(name), this.sign)
    if (!value) throw new BadRow('notANumber', name, { value: text.slice(0, 40) })
    return value
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
    return typeof this.marks === 'string' ? this.marks : (this.marks.get(name) ?? '.')
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

const iso =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i
const tokens: Record<string, string> = {
  yyyy: '(?<year>\\d{4})',
  yy: '(?<shortYear>\\d{2})',
  MM: '(?<month>\\d{1,2})',
  M: '(?<month>\\d{1,2})',
  dd: '(?<day>\\d{1,2})',
  d: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{1,2})',
  H: '(?<hour>\\d{1,2})',
  hh: '(?<hour>\\d{1,2})',
  h: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
  a: '(?<half>[ap]\\.?m\\.?)',
}

/**
 * Reads moments in one format: ISO 8601 without `format`, else tokens yyyy yy MM M dd d HH H hh h mm ss a (capital Y and
 * D are taken too), or `epoch` for seconds since 1970. A time without an offset is a wall clock of `zone`.
 */
export function momentReader(zone: string, format?: string): (text: string) => number | undefined {
  let last = ''
  let lastResult: number | undefined
  const read =
    format === 'epoch' ? readEpoch : format ? readTokens(zone, format) : (text: string) => readIso(zone, text)
  return (text) => {
    // Lines of one order follow each other with the same time.
    if (text !== last) {
      last = text
      const at = read(text)
      lastResult = at !== undefined && at >= 0 && at < 4_102_444_800_000 ? at : undefined
    }
    return lastResult
  }
}

const readEpoch = (text: string) =>
  /^\d{1,12}(\.\d+)?$/.test(text) ? Math.round(Number(text) * 1000) : undefined

function readIso(zone: string, text: string): number | undefined {
  const m = iso.exec(text)
  if (!m) return undefined
  const wall = wallClock(
    Number(m[1]),
    Number(m[2]),
    Number(m[3]),
    Number(m[4] ?? 0),
    Number(m[5] ?? 0),
    Number(m[6] ?? 0),
  )
  if (wall === undefined) return undefined
  const offset = m[7]?.toUpperCase()
  if (!offset) return fromWallClock(wall, zone)
  if (offset === 'Z' || offset === 'UTC') return wall
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))
  return wall - (offset.startsWith('-') ? -minutes : minutes) * 60_000
}

function readTokens(zone: string, format: string): (text: string) => number | undefined {
  const plain = format.replaceAll('Y', 'y').replaceAll('D', 'd').replaceAll('A', 'a')
  const source = plain.replace(/yyyy|yy|MM?|dd?|HH?|hh?|mm|ss|a|[^a-zA-Z]+|./g, (part) => {
    if (tokens[part]) return tokens[part]
    return part.trim() === '' ? '\\s*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  let pattern: RegExp
  try {
    pattern = new RegExp(`^${source}$`, 'i')
  } catch {
    throw new UnreadableFile('badDateFormat', { format })
  }
  return (text) => {
    const g = pattern.exec(text)?.groups
    if (!g) return undefined
    const year = g.year ? Number(g.year) : 2000 + Number(g.shortYear ?? 0)
    let hour = Number(g.hour ?? 0)
    if (g.half) {
      if (hour < 1 || hour > 12) return undefined
      hour = (hour % 12) + (g.half.toLowerCase().startsWith('p') ? 12 : 0)
    }
    const wall = wallClock(
      year,
      Number(g.month),
      Number(g.day),
      hour,
      Number(g.minute ?? 0),
      Number(g.second ?? 0),
    )
    return wall === undefined ? undefined : fromWallClock(wall, zone)
  }
}

function wallClock(year: number, month: number, day: number, hour: number, minute: number, second: number) {
  if (!(hour < 24 && minute < 60 && second < 60)) return undefined
  const at = utc(year, month, day, hour, minute, second)
  const date = new Date(at)
  return date.getUTCMonth() + 1 === month && date.getUTCDate() === day ? at : undefined
}
