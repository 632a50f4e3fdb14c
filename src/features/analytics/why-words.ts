import { m } from '#paraglide/messages.js'
import type { Locale } from '#platform/constants.ts'
import { formats } from '#platform/format.ts'
import { formatDay, parseDay, startOfMonth } from '#platform/time.ts'
import type { Contribution, PricePart, SalesChange, Split } from './why-contract.ts'

/** A share of the change below which nothing is called its cause. */
const least = 0.1

const country = (code: string, locale: Locale) =>
  /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code) : code

const partNames = {
  units: m['analytics.why.part.units'],
  mix: m['analytics.why.part.mix'],
  price: m['analytics.why.part.price'],
  discounts: m['analytics.why.part.discounts'],
  refunds: m['analytics.why.part.refunds'],
} satisfies Record<PricePart, unknown>

const splitNames = {
  product: m['analytics.why.by.product'],
  country: m['analytics.why.by.country'],
  campaign: m['analytics.why.by.campaign'],
  portal: m['analytics.why.by.portal'],
  price: m['analytics.why.by.price'],
} satisfies Record<Split, unknown>

/** What a contribution is called. */
export function contributionName({ id, name }: Contribution, by: Split, locale: Locale): string {
  if (by === 'price') return partNames[id as PricePart]({}, { locale })
  if (by === 'country') return id ? country(id, locale) : m['analytics.why.noCountry']({}, { locale })
  return by === 'campaign' && !id ? m['analytics.why.noCampaign']({}, { locale }) : name
}

/** Cents with their sign: `+12,00 €`, `−830,00 €`. Where the currency comes first a line may end before it: a word joiner forbids that. */
export const signedMoney = (cents: number, locale: Locale, round = false): string => {
  const { money, roundMoney } = formats(locale)
  return `${cents > 0 ? '+' : ''}${(round ? roundMoney : money)(cents)}`.replace(
    '€',
    locale === 'en' ? '\u2060€' : '€',
  )
}

/**
 * What is called the causes of a change: the product, and what else went the same way most, if each is a tenth of the change
 * or more. What is the only one of its kind explains nothing; sales without a campaign are no cause.
 */
export function causesOf({ changeCents, splits }: SalesChange): { by: Split; row: Contribution }[] {
  const found = splits.flatMap(({ by, rows, others }) => {
    if (by === 'price' || rows.length + others < 2) return []
    const [row] = rows
      .filter(({ id, changeCents: part }) => part * changeCents > 0 && (by !== 'campaign' || id !== ''))
      .sort((a, b) => Math.abs(b.changeCents) - Math.abs(a.changeCents))
    return row && Math.abs(row.changeCents) >= Math.abs(changeCents) * least ? [{ by, row }] : []
  })
  const product = found.find(({ by }) => by === 'product')
  const others = found
    .filter(({ by }) => by !== 'product')
    .sort((a, b) => Math.abs(b.row.changeCents) - Math.abs(a.row.changeCents))
  return [...(product ? [product] : []), ...others.slice(0, product ? 1 : 2)]
}

/** A whole month by its name. */
function monthOf({ from, to }: Pick<SalesChange, 'from' | 'to'>, locale: Locale): string | undefined {
  const first = parseDay(from) as number
  if (startOfMonth(first) !== first || formatDay(startOfMonth(first, 1) - 1) !== to) return undefined
  const name = formats(locale).month(from)
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

/** The change in one sentence: how much, and mostly because of what. */
export function changeSentence(change: SalesChange, locale: Locale): string {
  const { changeCents } = change
  if (changeCents === 0) return m['analytics.why.same']({}, { locale })
  // Below ten euros, cents matter.
  const round = Math.abs(changeCents) >= 1000
  const size = Math.abs(changeCents)
  const { money, roundMoney } = formats(locale)
  const amount = { change: (round ? roundMoney : money)(size) }
  const month = monthOf(change, locale)
  const fell = changeCents < 0
  const what = month
    ? (fell ? m['analytics.why.monthFell'] : m['analytics.why.monthRose'])({ month, ...amount }, { locale })
    : (fell ? m['analytics.why.fell'] : m['analytics.why.rose'])(amount, { locale })
  // The same sales split another way: the two are no parts of one sum, so that each says how it looks at them.
  const causes = causesOf(change).map(({ by, row }, at) => {
    const cause = m['analytics.why.cause'](
      { name: contributionName(row, by, locale), change: signedMoney(row.changeCents, locale, round) },
      { locale },
    )
    return at === 0 ? cause : `${splitNames[by]({}, { locale }).toLocaleLowerCase(locale)}: ${cause}`
  })
  if (causes.length === 0) return m['analytics.why.alone']({ what }, { locale })
  return m['analytics.why.because']({ what, causes: causes.join('; ') }, { locale })
}
