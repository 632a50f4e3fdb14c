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
 * SQL of a lateral join: a product's own rate on a day for so many units after others were sold; no row where it has none.
 * `from_units` is the step of the first of them, `pct` what each unit's step comes to for one. See decisions 0085 and 0131.
 */
export const productStep = (of: {
  portalId: string
  productId: string
  day: string
  sold: string
  units?: string
}) => {
  const [sold, units] = [`greatest(${of.sold}, 0)`, `greatest(${of.units ?? '1'}, 1)`]
  const inStep = `least(coalesce(r.next, ${sold} + ${units}), ${sold} + ${units}) - greatest(r.from_units, ${sold})`
  return `(select sum(r.pct * greatest(${inStep}, 0)) / ${units} as pct,
      max(r.from_units) filter (where r.from_units <= ${sold}) as from_units
    from (select v.pct, v.from_units, lead(v.from_units) over (order by v.from_units) as next from product_rate v
      where v.portal_id = ${of.portalId} and v.product_id = ${of.productId} and v.pct is not null
        and v.valid_from = (select max(w.valid_from) from product_rate w
          where w.portal_id = ${of.portalId} and w.product_id = ${of.productId} and w.valid_from <= ${of.day})) r
    having count(*) > 0)`
}

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
