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
 * Reads eurofxref-daily.xml, -hist-90d.xml or -hist.xml: `<Cube time="2026-11-20">` with one
 * `<Cube currency="USD" rate="1.0823"/>` for each currency in it. In one pass; nothing else of XML is looked at, and
 * what could hide a rate (comments, CDATA, a document type) is refused, as is a file that was cut off.
 * @throws UnreadableRates for anything else, a day without markets or to come, a rate that is none or told twice otherwise.
 */
export function readEurofxref(text: string, now: Date): ReferenceRate[] {
  const whole =
    /^\uFEFF?\s*<\?xml[^>]{0,100}>/.test(text.slice(0, 200)) && /<\/[\w:]{1,40}>\s*$/.test(text.slice(-200))
  if (!whole || text.includes('<!')) throw new UnreadableRates('notRates')
  const last = formatDay(dayOf(now.getTime()))
  const rates: ReferenceRate[] = []
  const told = new Map<string, string>()
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
    else if (one && day) {
      const rate = { day, ...rateIn(one[2] ?? '', one[4] ?? '') }
      const key = `${day} ${rate.currency}`
      if ((told.get(key) ?? rate.perEuro) !== rate.perEuro)
        throw new UnreadableRates('badRate', `${key} ${rate.perEuro}`)
      told.set(key, rate.perEuro)
      rates.push(rate)
    } else throw new UnreadableRates('notRates')
  }
  if (rates.length === 0) throw new UnreadableRates('notRates')
  return rates
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
