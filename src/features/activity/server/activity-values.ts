import type { Locale } from '#platform/constants.ts'
import { provinceName } from '#platform/place.ts'
import { wordsIfAny } from '#platform/words.ts'

/** Where the words of a field's choices stand, beside its own `activity.choice.…`: what the forms call them. */
const wordedIn: Record<string, readonly string[]> = {
  kind: [
    ...['events.kind', 'communications.kind', 'stocks.kind', 'billing.costKind', 'billing.charges.kind'],
    ...['contacts.consent', 'shops.rules', 'billing.information'],
  ],
  kinds: ['billing.charges.kind'],
  consents: ['contacts.consent'],
  type: ['events.ticket', 'featured.type', 'portals.type'],
  types: ['webhooks.type'],
  portalTypes: ['portals.type'],
  locale: ['ui.languages'],
  publication: ['events.publication'],
  state: ['events.state', 'webhooks.state', 'staff.state'],
  status: ['billing.status', 'products.status', 'communications.status'],
  icon: ['links.icon'],
  category: ['products.category'],
  format: ['products.format'],
  supply: ['products.blanks.supply', 'billing.information.supplies'],
  buttons: ['appearance.button'],
  fault: ['billing.fault'],
  payment: ['billing.payment'],
  blocked: ['billing.blocked'],
  territory: ['billing.information.territories'],
  retention: ['billing.information.retentionKinds'],
  taxReading: ['billing.provider.taxReadings'],
  mode: ['billing.fiscal.mode'],
  key: ['billing.rates.keys'],
  phase: ['releases.state'],
  report: ['savedViews.report'],
  source: ['contacts.source'],
  outcome: ['billing.bankStatement.outcome'],
}

/** As a message can be called: `stock.low` and `archivo-wide` are one segment of a key. */
const segment = (value: string) => value.replaceAll(/[.\- ]/g, '_')

const countries = new Map<Locale, Intl.DisplayNames>()
function countryIn(code: string, locale: Locale): string | undefined {
  const names = countries.get(locale) ?? new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
  countries.set(locale, names)
  return names.of(code)
}

/** What one of a field's choices is called: no reader knows its code. */
export function valueWords(field: string, value: string, locale: Locale): string | undefined {
  if (/^(country|countryOfOrigin)$/.test(field) && /^[A-Z]{2}$/.test(value)) return countryIn(value, locale)
  if (field === 'province') return provinceName(value)
  if (/^roles?$/.test(field)) return wordsIfAny(`roles.name.${value}`, locale)
  if (field === 'design') return wordsIfAny(`appearance.design.${value}.name`, locale)
  for (const place of [`activity.choice.${field}`, ...(wordedIn[field] ?? [])]) {
    const found = wordsIfAny(`${place}.${segment(value)}`, locale)
    if (found) return found
  }
  return undefined
}
