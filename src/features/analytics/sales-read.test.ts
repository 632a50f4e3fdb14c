import { expect, test } from 'vitest'
import type { Grouping } from './contract.ts'
import type { SalesKey } from './server/sales-columns.ts'
import { salesFacts } from './server/sales-facts.ts'
import { readsOf, selections, spans } from './test-reads.ts'

/** What is read for `SELECTION KEY SPAN GROUPING`. */
const read: Record<string, string[]> = {
  'whole none days': [
    "sales_total by '' where scope_id = 'everything': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'whole none days time': ["sales_total by '' where scope_id = 'everything': hour 2021-01-20…2021-04-01"],
  'whole none days day': ["sales_total by '' where scope_id = 'everything': day 2021-01-20…2021-04-01"],
  'whole none years': [
    "sales_total by '' where scope_id = 'everything': month 2019-11-01…2020-01-01, year 2020-01-01…2021-01-01, month 2021-01-01…2021-03-01",
  ],
  'whole none years month': ["sales_total by '' where scope_id = 'everything': month 2019-11-01…2021-03-01"],
  'whole none less': [
    "sales_total by '' where scope_id = 'everything': month 2021-02-01…2021-04-01",
    "−sales_total by '' where scope_id = 'everything': day 2021-02-01…2021-02-02, day 2021-03-31…2021-04-01",
  ],
  'ofTwo none days': [
    "sales_total by '' where scope_id = 'a'::uuid: day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'account none days': [
    "account_sales_total by '' where account_id = 'x': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'whole portal days': [
    "sales_total by scope_id where scope_id <> 'everything': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'ofTwo portal days': [
    "sales_total by scope_id where scope_id = 'a'::uuid: day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'spanish portal days': [
    "sales_dimension by value::uuid where dimension in ('portalIn ES', 'portalIn PT') and scope_id = 'everything': month 2021-02-01…2021-04-01",
    "sale_fact by f.portal_id where true and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-02-01",
  ],
  'spanishTwo portal days': [
    "sales_dimension by scope_id where dimension = 'country' and left(value, 2) in ('ES', 'PT') and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "sale_fact by f.portal_id where f.portal_id = 'a'::uuid and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-02-01",
  ],
  'simple none days': [
    "sales_dimension by '' where dimension = 'category' and scope_id = 'simple': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'master none less': [
    "sales_dimension by '' where dimension = 'category' and scope_id = 'everything': month 2021-02-01…2021-04-01",
    "−sales_dimension by '' where dimension = 'category' and scope_id = 'everything': day 2021-02-01…2021-02-02, day 2021-03-31…2021-04-01",
    "sales_dimension by '' where dimension = 'category' and scope_id = 'simple': day 2021-02-01…2021-02-02, day 2021-03-31…2021-04-01",
    "−sales_dimension by '' where dimension = 'category' and scope_id = 'simple': month 2021-02-01…2021-04-01",
  ],
  'simple none days time': [
    "sales_total by '' where scope_id = any('{a,b,c}'::uuid[]): hour 2021-01-20…2021-04-01",
  ],
  'master country days': [
    "sales_dimension by value where dimension = 'country' and scope_id = 'everything': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
    "−sales_dimension by value where dimension = 'country' and scope_id = 'simple': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'simple city days': [
    "sales_dimension by value where dimension = 'city' and scope_id = 'simple': month 2021-02-01…2021-04-01",
    "sale_fact by coalesce(coalesce(p.province, p.country) || '/' || p.city, '') where (f.portal_id in (select p.id from portal p join account a on a.id = p.account_id where case when p.master and a.type = 'master' then 'master' else 'simple' end = 'simple')) is true: 2021-01-20…2021-02-01",
  ],
  'master campaign days time': [
    "sale_fact by coalesce(f.campaign, '') where (f.portal_id in (select p.id from portal p join account a on a.id = p.account_id where case when p.master and a.type = 'master' then 'master' else 'simple' end = 'master')) is true: 2021-01-20…2021-04-01",
  ],
  'simple portal days': [
    "sales_total by scope_id where scope_id = any('{a,b,c}'::uuid[]): day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'music none days': [
    "sales_dimension by '' where dimension = 'category' and value in ('album', '') and scope_id = 'everything': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'music none days time': [
    "sale_fact by '' where true and coalesce(f.category, 'unmapped') in ('album', 'unmapped'): 2021-01-20…2021-04-01",
  ],
  'musicSpanish none days': [
    "sku_total by '' where country in ('ES', 'PT') and true and (sku_id in (select m.id from sku_mapping m left join product p on p.portal_id = m.portal_id and p.id = m.product_id where true and music)) is true: month 2021-02-01…2021-04-01",
    "sale_fact by '' where true and f.place_id in (select id from fact_place where country in ('ES', 'PT')) and coalesce(f.category, 'unmapped') in ('album', 'unmapped'): 2021-01-20…2021-02-01",
  ],
  'musicTwo none days': [
    "sku_total by '' where country in ('') and portal_id = 'a'::uuid and (sku_id in (select m.id from sku_mapping m left join product p on p.portal_id = m.portal_id and p.id = m.product_id where m.portal_id = 'a'::uuid and music)) is true: month 2021-02-01…2021-04-01",
    "sale_fact by '' where f.portal_id = 'a'::uuid and coalesce(f.category, 'unmapped') in ('album', 'unmapped'): 2021-01-20…2021-02-01",
  ],
  'music country days': [
    "sales_dimension by split_part(value, '|', 1) where dimension in ('placeOf album', 'placeOf unmapped') and scope_id = 'everything': month 2021-02-01…2021-04-01",
    "sale_fact by coalesce(p.country, '') where true and coalesce(f.category, 'unmapped') in ('album', 'unmapped'): 2021-01-20…2021-02-01",
  ],
  'music province less': [
    "sales_dimension by split_part(value, '|', 2) where dimension in ('placeOf album', 'placeOf unmapped') and scope_id = 'everything': month 2021-02-01…2021-04-01",
    "−sale_fact by coalesce(p.province, '') where true and coalesce(f.category, 'unmapped') in ('album', 'unmapped'): 2021-02-01…2021-02-02, 2021-03-31…2021-04-01",
  ],
  'musicSpanish city days': [
    "sales_dimension by case when split_part(value, '|', 3) = '' or split_part(value, '|', 1) || split_part(value, '|', 2) = '' then '' else coalesce(nullif(split_part(value, '|', 2), ''), split_part(value, '|', 1)) || regexp_replace(value, '^[^|]*[|][^|]*[|]', '') end where dimension in ('placeOf album', 'placeOf unmapped') and split_part(value, '|', 1) in ('ES', 'PT') and scope_id = 'everything': month 2021-02-01…2021-04-01",
    "sale_fact by coalesce(coalesce(p.province, p.country) || '/' || p.city, '') where true and f.place_id in (select id from fact_place where country in ('ES', 'PT')) and coalesce(f.category, 'unmapped') in ('album', 'unmapped'): 2021-01-20…2021-02-01",
  ],
  'musicTwo country days': [
    "sales_dimension by split_part(value, '|', 1) where dimension in ('placeOf album', 'placeOf unmapped') and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "sale_fact by coalesce(p.country, '') where f.portal_id = 'a'::uuid and coalesce(f.category, 'unmapped') in ('album', 'unmapped'): 2021-01-20…2021-02-01",
  ],
  'music campaign days': [
    "sale_fact by coalesce(f.campaign, '') where true and coalesce(f.category, 'unmapped') in ('album', 'unmapped'): 2021-01-20…2021-04-01",
  ],
  'music portal days': [
    "sku_total by portal_id where country in ('') and true and (sku_id in (select m.id from sku_mapping m left join product p on p.portal_id = m.portal_id and p.id = m.product_id where true and music)) is true: month 2021-02-01…2021-04-01",
    "sale_fact by f.portal_id where true and coalesce(f.category, 'unmapped') in ('album', 'unmapped'): 2021-01-20…2021-02-01",
  ],
  'spanish none days': [
    "sales_dimension by '' where dimension = 'country' and left(value, 2) in ('ES', 'PT') and scope_id = 'everything': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'spanish none days time': [
    "sale_fact by '' where true and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-04-01",
  ],
  'spanishAll none days': [
    "sales_dimension by '' where dimension = 'country' and left(value, 2) in ('ES', 'PT') and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "sale_fact by '' where f.portal_id = 'a'::uuid and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-02-01",
    "sales_dimension by '' where dimension = 'country' and left(value, 2) in ('ES', 'PT') and scope_id = 'b'::uuid: month 2021-02-01…2021-03-01",
    "sale_fact by '' where f.portal_id = 'b'::uuid and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-02-01, 2021-03-01…2021-04-01",
    "sale_fact by '' where f.portal_id = 'c'::uuid and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-04-01",
  ],
  'spanishAll none years month': [
    "sales_dimension by '' where dimension = 'country' and left(value, 2) in ('ES', 'PT') and scope_id = any('{a,b}'::uuid[]): month 2021-02-01…2021-03-01",
    "sale_fact by '' where f.portal_id = any('{a,b}'::uuid[]) and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2019-11-01…2021-02-01",
    "sale_fact by '' where f.portal_id = 'c'::uuid and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2019-11-01…2021-03-01",
  ],
  'spanishAll none days day': [
    "sale_fact by '' where f.portal_id = any('{a,b,c}'::uuid[]) and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-04-01",
  ],
  'spanishTwo country days': [
    "sales_dimension by value where dimension = 'country' and left(value, 2) in ('ES', 'PT') and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "sale_fact by coalesce(p.country, '') where f.portal_id = 'a'::uuid and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-02-01",
  ],
  'spanish campaign days': [
    "sale_fact by coalesce(f.campaign, '') where true and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-04-01",
  ],
  'whole sku days': [
    "sku_total by sku_id where country in ('') and true: month 2021-02-01…2021-04-01",
    'sale_fact by f.sku_id where true: 2021-01-20…2021-02-01',
  ],
  'whole sku less': [
    "sku_total by sku_id where country in ('') and true: month 2021-02-01…2021-04-01",
    '−sale_fact by f.sku_id where true: 2021-02-01…2021-02-02, 2021-03-31…2021-04-01',
  ],
  'ofTwo sku days day': ["sale_fact by f.sku_id where f.portal_id = 'a'::uuid: 2021-01-20…2021-04-01"],
  'goods sku days': [
    "sku_total by sku_id where country in ('') and portal_id = 'a'::uuid and (sku_id in (select m.id from sku_mapping m left join product p on p.portal_id = m.portal_id and p.id = m.product_id where m.portal_id = 'a'::uuid and goods)) is true: month 2021-02-01…2021-04-01",
    "sale_fact by f.sku_id where f.portal_id = 'a'::uuid and f.sku_id in (select m.id from sku_mapping m left join product p on p.portal_id = m.portal_id and p.id = m.product_id where m.portal_id = 'a'::uuid and goods): 2021-01-20…2021-02-01",
  ],
  'goods none days': [
    "sku_total by '' where country in ('') and portal_id = 'a'::uuid and (sku_id in (select m.id from sku_mapping m left join product p on p.portal_id = m.portal_id and p.id = m.product_id where m.portal_id = 'a'::uuid and goods)) is true: month 2021-02-01…2021-04-01",
    "sale_fact by '' where f.portal_id = 'a'::uuid and f.sku_id in (select m.id from sku_mapping m left join product p on p.portal_id = m.portal_id and p.id = m.product_id where m.portal_id = 'a'::uuid and goods): 2021-01-20…2021-02-01",
  ],
  'goodsSpanish portal days': [
    "sku_total by portal_id where country in ('ES', 'PT') and portal_id = 'a'::uuid and (sku_id in (select m.id from sku_mapping m left join product p on p.portal_id = m.portal_id and p.id = m.product_id where m.portal_id = 'a'::uuid and goods)) is true: month 2021-02-01…2021-04-01",
    "sale_fact by f.portal_id where f.portal_id = 'a'::uuid and f.place_id in (select id from fact_place where country in ('ES', 'PT')) and f.sku_id in (select m.id from sku_mapping m left join product p on p.portal_id = m.portal_id and p.id = m.product_id where m.portal_id = 'a'::uuid and goods): 2021-01-20…2021-02-01",
  ],
  'ofTwo campaign days': [
    "sales_dimension by value where dimension = 'campaign' and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "sale_fact by coalesce(f.campaign, '') where f.portal_id = 'a'::uuid: 2021-01-20…2021-02-01",
  ],
  'ofTwo campaign days month': [
    "sales_dimension by value where dimension = 'campaign' and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "sale_fact by coalesce(f.campaign, '') where f.portal_id = 'a'::uuid: 2021-01-20…2021-02-01",
  ],
  'ofTwo campaign days time': [
    "sale_fact by coalesce(f.campaign, '') where f.portal_id = 'a'::uuid: 2021-01-20…2021-04-01",
  ],
  'ofNone country days': [
    "sale_fact by coalesce(p.country, '') where f.portal_id = 'c'::uuid: 2021-01-20…2021-04-01",
  ],
  'ofAll city less': [
    "sale_fact by coalesce(coalesce(p.province, p.country) || '/' || p.city, '') where f.portal_id = any('{a,b,c}'::uuid[]): 2021-02-02…2021-03-31",
  ],
  'without sku days': [
    "sku_total by sku_id where country in ('') and true and (sku_id in (select m.id from sku_mapping m left join product p on p.portal_id = m.portal_id and p.id = m.product_id where true and not goods)) is true: month 2021-02-01…2021-04-01",
    'sale_fact by f.sku_id where true and f.sku_id in (select m.id from sku_mapping m left join product p on p.portal_id = m.portal_id and p.id = m.product_id where true and not goods): 2021-01-20…2021-02-01',
  ],
}

test.each(Object.entries(read))('%s', (asked, tables) => {
  const [whose, key, when, grouping] = asked.split(' ') as [
    keyof typeof selections,
    SalesKey,
    keyof typeof spans,
    Grouping | undefined,
  ]
  expect(readsOf(salesFacts(selections[whose], spans[when], key, grouping, ['units']))).toEqual(tables)
})
