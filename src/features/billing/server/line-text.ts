import type { Locale } from '#platform/constants.ts'
import { formats } from '#platform/format.ts'
import { words } from '#platform/words.ts'
import type { LineType } from '../choices.ts'
import type { Goods } from '../goods.ts'
import { isOfSales } from '../rounding.ts'
import type { BillTax, TaxName } from '../tax-cases.ts'

interface Line {
  type: string
  portalName: string | null
  month: string
  description: string | null
  reference: string | null
  shareBp?: number | null
}

/** Why nothing is charged, with the articles for it; the Spanish words are the law's (RD 1619/2012, art. 6.1.j and m). */
export const mentionText = ({ mention, law }: Pick<BillTax, 'mention' | 'law'>, locale: Locale): string =>
  mention ? words(`billing.mention.${mention}`, locale, { law: law ?? '' }) : ''

/** The tax as the reader calls it: «IVA», “VAT”. */
export const taxNameText = (tax: TaxName, locale: Locale): string => words(`billing.taxName.${tax}`, locale)

/** What kind of line it is: `Own recoupment` is billing.type.ownRecoupment. */
export const typeText = (type: LineType, locale: Locale): string =>
  words(
    `billing.type.${type.charAt(0).toLowerCase()}${type.slice(1).replace(/ (.)/g, (_, next) => next.toUpperCase())}`,
    locale,
  )

/** Lines that say no more than their type, with their portal and month. */
const plainLines = new Map([
  ['Income', 'income'],
  ['On demand', 'onDemand'],
  ['Recoupment', 'recoupment'],
  ['Own recoupment', 'ownRecoupment'],
])

/** What a line says of itself on paper. */
export function lineText(line: Line, locale: Locale): string {
  const { type, portalName, month, description, reference } = line
  const params = { portal: portalName ?? '', month: formats(locale).month(month), reference: reference ?? '' }
  const plain = plainLines.get(type)
  if (plain) return `${words(`billing.line.${plain}`, locale, params)}${shareText(line, locale)}`
  if (type === 'Adjustment' && !description)
    return words('billing.line.carried', locale, { month: carriedFrom(line, locale) })
  if (type === 'Advance' && reference) return words('billing.line.settled', locale, params)
  if (type === 'Advance' && description)
    return words('billing.line.advanceFor', locale, { reason: description })
  return description ?? words('billing.line.advance', locale)
}

/** The month of what was carried forward: the first of several that it came from, where that was kept. */
const carriedFrom = ({ reference, month }: Line, locale: Locale): string =>
  formats(locale).month(reference ? `${reference}-01` : month)

/** How much of what was sold is the account's, where others share in it. */
function shareText({ type, shareBp = null }: Line, locale: Locale): string {
  if (!isOfSales({ type }) || shareBp === null) return ''
  const share = formats(locale).percent(shareBp / 10_000, shareBp % 100 === 0 ? 0 : 2)
  return `. ${words('billing.line.share', locale, { share })}`
}

/** How many units, as screens say it (ui/units.ts): «1 ud.», «3 uds.». */
export const unitsText = (count: number, locale: Locale): string =>
  count === 1
    ? words('ui.units.one', locale)
    : words('ui.units.many', locale, { count: formats(locale).number(count) })

/** Whose commission it was, where not the one of all portals. */
export function rateText({ rateOf, rateUnits }: Pick<Goods, 'rateOf' | 'rateUnits'>, locale: Locale): string {
  if (!rateOf) return ''
  if (!rateUnits) return words(`billing.line.rate.${rateOf}`, locale)
  return words('billing.line.rate.step', locale, { units: unitsText(rateUnits, locale) })
}

/** How many, and what one was sold at before tax, which an invoice says (RD 1619/2012, art. 6.1.f); of several prices their mean. */
function pricedText({ units: count, grossCents }: Goods, locale: Locale): string {
  const units = unitsText(count, locale)
  if (count < 2 || grossCents <= 0) return units
  const price = formats(locale).money(Math.round(grossCents / count))
  return words(`billing.line.${grossCents % count === 0 ? 'each' : 'average'}`, locale, { units, price })
}

/** What one unit of a line costs before tax (RD 1619/2012, art. 6.1.f); undefined where it is one, and where it comes to no whole cents. */
export function unitPriceText(
  { units, amountCents }: { units: number | null; amountCents: number },
  locale: Locale,
): string | undefined {
  if (!units || Math.abs(units) < 2 || amountCents % units !== 0) return undefined
  const price = formats(locale).money(amountCents / units)
  return words('billing.line.each', locale, { units: unitsText(units, locale), price })
}

/** How a product of a line comes to its amount. */
export function goodsText({ type }: { type: string }, goods: Goods, locale: Locale): string {
  const { money } = formats(locale)
  const sold = goods.offCents === 0 ? 'soldWhole' : 'sold'
  const rate = type === 'Income' ? rateText(goods, locale) : ''
  const text = words(`billing.line.${type === 'Income' ? sold : 'made'}`, locale, {
    ...{
      name: goodsName(goods, locale),
      units: type === 'Income' ? pricedText(goods, locale) : unitsText(goods.units, locale),
      gross: money(goods.grossCents),
    },
    ...{ off: money(goods.offCents), charged: money(goods.chargedCents) },
  })
  return rate ? `${text} (${rate})` : text
}

/** A product with its SKU, where that says more than its name. */
export const goodsName = ({ name, sku }: Goods, locale: Locale): string =>
  name === null
    ? words('billing.line.others', locale)
    : sku === null || name === sku
      ? name
      : `${name} (${sku})`
