import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { placeName } from '#ui/place-name.ts'
import type { DetailKind } from '../choices.ts'
import type { Column, Grouping, Measure } from '../contract.ts'
import { writeChange, writeFigure } from './figures.ts'
import { hourName } from './hour-name.ts'
import { isMeasure, measureName } from './measure-name.ts'

/** What things are called on the detail pages. */

const nameTitles: Partial<Record<string, () => string>> = {
  'albums-sold': m['detail.column.album'],
  'sales-by-product': m['detail.column.product'],
  'sales-by-portal': m['detail.column.portal'],
  areas: m['detail.by.areas'],
  countries: m['detail.by.countries'],
  provinces: m['detail.by.provinces'],
  cities: m['detail.by.cities'],
  channel: m['detail.by.channel'],
  source: m['detail.by.source'],
  medium: m['detail.by.medium'],
  campaign: m['detail.by.campaign'],
  referrer: m['detail.by.referrer'],
  device: m['detail.by.device'],
  browser: m['detail.by.browser'],
  link: m['detail.by.link'],
}
const titles: Record<string, () => string> = {
  sku: m['detail.column.sku'],
  portalName: m['detail.column.portal'],
  labelName: m['detail.column.label'],
  category: m['detail.column.category'],
  share: m['detail.column.share'],
  rank: m['detail.column.rank'],
  previousRank: m['detail.column.previousRank'],
  previous: m['detail.column.previous'],
  deltaPct: m['detail.column.change'],
}

export const byName = (by: string): string => nameTitles[by]?.() ?? by

/** The heading of a column. */
export function columnTitle(key: string, kind: DetailKind, by: string | undefined): string {
  if (key === 'name') return nameTitles[by ?? kind]?.() ?? m['detail.column.when']()
  return isMeasure(key) ? measureName(key) : (titles[key]?.() ?? key)
}

const categoryNames: Record<string, () => string> = {
  album: m['detail.category.album'],
  apparel: m['detail.category.apparel'],
  accessory: m['detail.category.accessory'],
  culture: m['detail.category.culture'],
  digital: m['detail.category.digital'],
  unmapped: m['detail.category.unmapped'],
}
export const categoryName = (category: string): string => categoryNames[category]?.() ?? category

const channelNames: Record<string, () => string> = {
  direct: m['detail.channel.direct'],
  search: m['detail.channel.search'],
  social: m['detail.channel.social'],
  referral: m['detail.channel.referral'],
  email: m['detail.channel.email'],
  paid: m['detail.channel.paid'],
}
const deviceNames: Record<string, () => string> = {
  mobile: m['detail.device.mobile'],
  tablet: m['detail.device.tablet'],
  desktop: m['detail.device.desktop'],
}

const orDirect = (name: string) => name || m['detail.channel.direct']()
const orNone = (name: string) => name || m['detail.none']()
const orUnknownPlace = (name: string) => (name ? placeName(name) : m['detail.unknownPlace']())

const namesBy = new Map<string, (name: string) => string>([
  ['countries', orUnknownPlace],
  // Only Spain's provinces are told apart: what was sold abroad stands in this row too.
  ['provinces', (name) => (name ? placeName(name) : m['detail.outsideProvinces']())],
  ['cities', orUnknownPlace],
  ['channel', (name) => channelNames[name]?.() ?? name],
  ['device', (name) => deviceNames[name]?.() ?? orNone(name)],
  ['link', (name) => name || m['detail.funnel.gone']()],
  ['source', orDirect],
  ['referrer', orDirect],
])

/** What stands in the first cell of a row. */
export function rowName(name: string, kind: DetailKind, by: string | undefined, grouping: Grouping): string {
  if (by) return (namesBy.get(by) ?? orNone)(name)
  if (kind === 'sales-by-portal' || kind === 'sales-by-product' || kind === 'albums-sold') return name
  return bucketName(name, grouping)
}

/** A bucket of the series in words. */
export function bucketName(t: string, grouping: Grouping): string {
  const { date, month } = here()
  if (grouping === 'time') return `${date(t.slice(0, 10))}, ${hourName(t)}`
  if (grouping === 'day') return date(t)
  return grouping === 'month' ? month(`${t}-01`) : t
}

/** A cell as text; `main` is the measure that `previous` belongs to. */
export function cellText(
  value: string | number | boolean | null | undefined,
  { key, kind }: Column,
  main: Measure,
): string {
  if (value === null || value === undefined) return '–'
  if (typeof value !== 'number') return key === 'category' ? categoryName(String(value)) : String(value)
  const { money, number, percent } = here()
  if (key === 'deltaPct') return writeChange(value)
  if (key === 'previous') return writeFigure(main, value)
  if (isMeasure(key)) return writeFigure(key, value)
  if (kind === 'money') return money(value)
  return kind === 'percent' ? percent(value) : number(value)
}
