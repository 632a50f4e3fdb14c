import { dayMs, dayOf, formatDay, parseDay } from '#platform/time.ts'

/** Units of `currency` for one euro on `day` (yyyy-MM-dd), as the decimals that were published. */
export interface ReferenceRate {
  currency: string
  day: string
  perEuro: string
}

/** A file that is none of the bank's; `reason` is a message's code. */
export class UnreadableRates extends Error {
  readonly reason: 'notRates' | 'badDay' | 'badRate'
  readonly found: string
  constructor(reason: UnreadableRates['reason'], found = '') {
    super(`exchange rates: ${reason} ${found}`)
    this.reason = reason
    this.found = found
  }
}

/** The euro's first day at the markets. */
const firstDay = '1999-01-04'
const attributesMax = 100
/** What any currency was ever worth: 0.33 Kuwaiti dinars to a million and a half of old Turkish liras for one euro. */
const bounds = { least: 0.01, most: 10_000_000 }

/**
 * Reads what the bank publishes: XML (eurofxref-daily.xml, -hist-90d.xml, -hist.xml), or the CSV inside eurofxref.zip and
 * eurofxref-hist.zip. @throws UnreadableRates
 */
export const readEurofxref = (text: string, now: Date): ReferenceRate[] =>
  /^\uFEFF?Date\s*,/.test(text) ? readCsv(text, now) : readXml(text, now)

/**
 * Reads eurofxref-daily.xml, -hist-90d.xml or -hist.xml: `<Cube time="2026-11-20">` with one
 * `<Cube currency="USD" rate="1.0823"/>` for each currency in it. In one pass; nothing else of XML is looked at, and
 * what could hide a rate (comments, CDATA, a document type) is refused, as is a file that was cut off.
 * @throws UnreadableRates for anything else, a day without markets or to come, a rate that is none or told twice otherwise.
 */
function readXml(text: string, now: Date): ReferenceRate[] {
  const whole =
    /^\uFEFF?\s*<\?xml[^>]{0,100}>/.test(text.slice(0, 200)) && /<\/[\w:]{1,40}>\s*$/.test(text.slice(-200))
  if (!whole || text.includes('<!')) throw new UnreadableRates('notRates')
  const last = formatDay(dayOf(now.getTime()))
  const rates = new Rates()
  let day: string | undefined
  for (let at = text.indexOf('<Cube'); at >= 0; at = text.indexOf('<Cube', at)) {
    const end = text.indexOf('>', at)
    if (end < 0 || end - at > attributesMax) throw new UnreadableRates('notRates')
    const element = text.slice(at, end + 1)
    at = end
    if (/^<Cube\s*>$/.test(element)) continue
    const time = /^<Cube\s+time=(['"])([^'"]*)\1\s*>$/.exec(element)?.[2]
    const one = /^<Cube\s+currency=(['"])([^'"]*)\1\s+rate=(['"])([^'"]*)\3\s*\/>$/.exec(element)
    if (time !== undefined) day = dayIn(time, last)
    else if (one && day) rates.add(day, one[2] ?? '', one[4] ?? '')
    else throw new UnreadableRates('notRates')
  }
  return rates.all
}

/**
 * Reads eurofxref.csv («Date, USD, JPY» over «20 November 2026, 1.0821, 160.12») or eurofxref-hist.csv (days as
 * 2026-11-20, «N/A» for money of other years). Nothing in them is quoted, and their rows end in a comma.
 */
function readCsv(text: string, now: Date): ReferenceRate[] {
  const last = formatDay(dayOf(now.getTime()))
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const [, ...currencies] = cellsOf(header)
  const rates = new Rates()
  for (const line of lines) {
    if (line.trim() === '') continue
    const [written = '', ...cells] = cellsOf(line)
    if (cells.length !== currencies.length) throw new UnreadableRates('notRates')
    const day = dayIn(isoDay(written), last)
    for (const [at, perEuro] of cells.entries())
      if (perEuro !== 'N/A') rates.add(day, currencies[at] ?? '', perEuro)
  }
  return rates.all
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/,\s*$/, '')
    .split(',')
    .map((cell) => cell.trim())

const monthNames =
  'January February March April May June July August September October November December'.split(' ')
/** «20 November 2026» as 2026-11-20; anything else as it is. */
function isoDay(text: string): string {
  const [, day = '', name = '', year = ''] = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(text) ?? []
  const month = monthNames.indexOf(name) + 1
  return month === 0 ? text : [year, String(month).padStart(2, '0'), day.padStart(2, '0')].join('-')
}

/** What a file tells, each rate once. */
class Rates {
  private readonly found: ReferenceRate[] = []
  private readonly told = new Map<string, string>()

  add(day: string, currency: string, perEuro: string): void {
    const rate = { day, ...rateIn(currency, perEuro) }
    const key = `${day} ${currency}`
    if ((this.told.get(key) ?? perEuro) !== perEuro) throw new UnreadableRates('badRate', `${key} ${perEuro}`)
    this.told.set(key, perEuro)
    this.found.push(rate)
  }

  get all(): ReferenceRate[] {
    if (this.found.length === 0) throw new UnreadableRates('notRates')
    return this.found
  }
}

function dayIn(text: string, last: string): string {
  const day = parseDay(text)
  const closed = day !== undefined && [0, 6].includes(new Date(day * dayMs).getUTCDay())
  if (day === undefined || closed || text < firstDay || text > last) throw new UnreadableRates('badDay', text)
  return formatDay(day)
}

function rateIn(currency: string, perEuro: string) {
  const known = /^[A-Z]{3}$/.test(currency) && currency !== 'EUR'
  const fits = /^\d{1,9}(\.\d{1,10})?$/.test(perEuro)
  if (!known || !fits || Number(perEuro) < bounds.least || Number(perEuro) > bounds.most)
    throw new UnreadableRates('badRate', `${currency} ${perEuro}`)
  return { currency, perEuro }
}
