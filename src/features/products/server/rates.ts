import { businessTimeZone, commissionPct, defaultTaxPct } from '#platform/constants.ts'
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

/**
 * SQL of a lateral join: the step (`pct`, `from_units`) of a product's own rate on a day, after so many units were sold; no row
 * where it has none. See decision 0085.
 */
export const productStep = (of: { portalId: string; productId: string; day: string; sold: string }) =>
  `(select r.pct, r.from_units from product_rate r
    where r.portal_id = ${of.portalId} and r.product_id = ${of.productId} and r.pct is not null
      and r.from_units <= greatest(${of.sold}, 0)
      and r.valid_from = (select max(v.valid_from) from product_rate v
        where v.portal_id = ${of.portalId} and v.product_id = ${of.productId} and v.valid_from <= ${of.day})
    order by r.from_units desc limit 1)`

/**
 * SQL: how many units of a product were sold before a moment, less what had come back by then. Whole months come from the
 * totals of SKUs, so that it does not get dearer with the years.
 */
export const unitsBefore = (portalId: string, productId: string, moment: string): string => {
  const month = `(date_trunc('month', ${moment} at time zone '${businessTimeZone}') at time zone '${businessTimeZone}')`
  const skus = `select m.id from sku_mapping m where m.portal_id = ${portalId} and m.product_id = ${productId}`
  return `(coalesce((select sum(t.units) from sku_total t where t.portal_id = ${portalId} and t.country = ''
      and t.grain = 'month' and t.t < ${month} and t.sku_id in (${skus})), 0)
    + coalesce((select sum(l.units) from order_line l where l.portal_id = ${portalId} and l.sku_id in (${skus})
      and l.at >= ${month} and l.at < ${moment}), 0))::bigint`
}

/** SQL: the commission key of a category expression. */
export const commissionKeySql = (category: string) =>
  `case ${category} ${Object.entries(commissionKeys)
    .map(([name, key]) => `when '${name}' then '${key}'`)
    .join(' ')} else 'apparel' end`
