import { commissionPct, defaultTaxPct } from '#platform/constants.ts'
import type { Category, RateKey } from './table.ts'

/** Which commission applies to a category; without one (unmapped SKU) it is apparel's. */
export const commissionKeys: Record<Category, RateKey> = {
  album: 'apparelCulture',
  culture: 'apparelCulture',
  digital: 'apparelDigital',
  apparel: 'apparel',
  accessory: 'apparel',
}

const defaults: [RateKey, 'vat' | 'commission', number][] = [
  ['default', 'vat', defaultTaxPct],
  // Canaries (Ley 4/2012) and Ceuta and Melilla; staff change them where a service is taxed otherwise.
  ['igic', 'vat', 7],
  ['ipsi', 'vat', 4],
  ['apparel', 'commission', commissionPct.apparel],
  ['apparelDigital', 'commission', commissionPct.apparelDigital],
  ['apparelCulture', 'commission', commissionPct.apparelCulture],
]

/** The specification's rates, valid since ever; a table that already has them is left as it is. */
export const defaultRatesStatement = `insert into rate (key, valid_from, kind, pct) values
  ${defaults.map(([key, kind, pct]) => `('${key}', '1900-01-01', '${kind}', ${pct})`).join(', ')} on conflict do nothing`

/** SQL: the commission key of a category expression. */
export const commissionKeySql = (category: string) =>
  `case ${category} ${Object.entries(commissionKeys)
    .map(([name, key]) => `when '${name}' then '${key}'`)
    .join(' ')} else 'apparel' end`
