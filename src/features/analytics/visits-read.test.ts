import { expect, test } from 'vitest'
import type { Grouping } from './contract.ts'
import { type VisitKey, visitFacts } from './server/visit-facts.ts'
import { readsOf, selections, spans } from './test-reads.ts'

/** What is read for `SELECTION KEY SPAN GROUPING`. */
const read: Record<string, string[]> = {
  'whole none days': [
    "visits_total by '' where scope_id = 'everything': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'whole none years': ["visits_total by '' where scope_id = 'everything': month 2019-11-01…2021-03-01"],
  'whole none days time': ["visits_total by '' where scope_id = 'everything': hour 2021-01-20…2021-04-01"],
  'whole none less': [
    "visits_total by '' where scope_id = 'everything': month 2021-02-01…2021-04-01",
    "−visits_total by '' where scope_id = 'everything': day 2021-02-01…2021-02-02, day 2021-03-31…2021-04-01",
  ],
  'ofTwo none days': [
    "visits_total by '' where scope_id = 'a'::uuid: day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'ofTwo none days time': [
    "visits_total by '' where scope_id = 'a'::uuid: hour 2021-01-20…2021-04-01",
    "visit_fact by '' where f.portal_id = 'a'::uuid: 2021-01-20…2021-04-01",
  ],
  'account none days': [
    "account_visits_total by '' where account_id = 'x': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'spanish none days': [
    "visits_dimension by '' where dimension = 'country' and left(value, 2) in ('ES', 'PT') and scope_id = 'everything': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'spanish none days time': [
    "visit_fact by '' where true and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-04-01",
    "visits_dimension by '' where dimension = 'country' and left(value, 2) in ('ES', 'PT') and scope_id <> 'everything': day 2021-01-20…2021-04-01",
  ],
  'spanishAll none days': [
    "visits_dimension by '' where dimension = 'country' and left(value, 2) in ('ES', 'PT') and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "visit_fact by '' where f.portal_id = 'a'::uuid and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-02-01",
    "visits_dimension by '' where dimension = 'country' and left(value, 2) in ('ES', 'PT') and scope_id = 'a'::uuid: day 2021-01-20…2021-02-01",
    "visits_dimension by '' where dimension = 'country' and left(value, 2) in ('ES', 'PT') and scope_id = 'b'::uuid: month 2021-02-01…2021-03-01",
    "visit_fact by '' where f.portal_id = 'b'::uuid and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-02-01, 2021-03-01…2021-04-01",
    "visits_dimension by '' where dimension = 'country' and left(value, 2) in ('ES', 'PT') and scope_id = 'b'::uuid: day 2021-01-20…2021-02-01, day 2021-03-01…2021-04-01",
    "visit_fact by '' where f.portal_id = 'c'::uuid and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-04-01",
    "visits_dimension by '' where dimension = 'country' and left(value, 2) in ('ES', 'PT') and scope_id = 'c'::uuid: day 2021-01-20…2021-04-01",
  ],
  'simple none days': [
    "visits_dimension by '' where dimension = 'device' and scope_id = 'simple': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'master none less': [
    "visits_dimension by '' where dimension = 'device' and scope_id = 'everything': month 2021-02-01…2021-04-01",
    "−visits_dimension by '' where dimension = 'device' and scope_id = 'everything': day 2021-02-01…2021-02-02, day 2021-03-31…2021-04-01",
    "visits_dimension by '' where dimension = 'device' and scope_id = 'simple': day 2021-02-01…2021-02-02, day 2021-03-31…2021-04-01",
    "−visits_dimension by '' where dimension = 'device' and scope_id = 'simple': month 2021-02-01…2021-04-01",
  ],
  'simple none days time': [
    "visits_total by '' where scope_id = any('{a,b,c}'::uuid[]): hour 2021-01-20…2021-04-01",
    "visit_fact by '' where (f.portal_id in (select p.id from portal p join account a on a.id = p.account_id where case when p.master and a.type = 'master' then 'master' else 'simple' end = 'simple')) is true: 2021-01-20…2021-04-01",
  ],
  'spanishSimple none days': [
    "visits_dimension by '' where dimension = 'country' and left(value, 2) in ('ES', 'PT') and scope_id = 'simple': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'whole portal days': [
    "visits_total by scope_id where scope_id <> 'everything': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'ofTwo portal days': [
    "visits_total by scope_id where scope_id = 'a'::uuid: day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'spanish portal days': [
    "visits_dimension by value::uuid where dimension in ('portalIn ES', 'portalIn PT') and scope_id = 'everything': month 2021-02-01…2021-04-01",
    "visit_fact by f.portal_id where true and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-02-01",
    "visits_dimension by scope_id where dimension = 'country' and left(value, 2) in ('ES', 'PT') and scope_id <> 'everything': day 2021-01-20…2021-02-01",
  ],
  'spanishTwo portal days': [
    "visits_dimension by scope_id where dimension = 'country' and left(value, 2) in ('ES', 'PT') and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "visit_fact by f.portal_id where f.portal_id = 'a'::uuid and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-02-01",
    "visits_dimension by scope_id where dimension = 'country' and left(value, 2) in ('ES', 'PT') and scope_id = 'a'::uuid: day 2021-01-20…2021-02-01",
  ],
  'spanishTwo portal days time': [
    "visit_fact by f.portal_id where f.portal_id = 'a'::uuid and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-04-01",
    "visits_dimension by scope_id where dimension = 'country' and left(value, 2) in ('ES', 'PT') and scope_id = 'a'::uuid: day 2021-01-20…2021-04-01",
  ],
  'whole link years': [
    "visits_dimension by value where dimension = 'link' and scope_id <> 'everything': month 2019-11-01…2020-01-01, year 2020-01-01…2021-01-01, month 2021-01-01…2021-03-01",
  ],
  'ofTwo link days time': [
    "visits_dimension by value where dimension = 'link' and scope_id = 'a'::uuid: hour 2021-01-20…2021-04-01",
  ],
  'spanish link days': [
    "visit_fact by link_id::text where true and f.place_id in (select id from fact_place where country in ('ES', 'PT')) and f.link_id is not null: 2021-01-20…2021-04-01",
  ],
  'whole country days': [
    "visits_dimension by value where dimension = 'country' and scope_id = 'everything': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'master country days': [
    "visits_dimension by value where dimension = 'country' and scope_id = 'everything': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
    "−visits_dimension by value where dimension = 'country' and scope_id = 'simple': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'simple city days': [
    "visits_dimension by value where dimension = 'city' and scope_id = 'simple': month 2021-02-01…2021-04-01",
    "visit_fact by coalesce(coalesce(p.province, p.country) || '/' || p.city, '') where (f.portal_id in (select p.id from portal p join account a on a.id = p.account_id where case when p.master and a.type = 'master' then 'master' else 'simple' end = 'simple')) is true: 2021-01-20…2021-02-01",
    "visits_dimension by value where dimension = 'city' and scope_id = any('{a,b,c}'::uuid[]): day 2021-01-20…2021-02-01",
  ],
  'whole city days': [
    "visits_dimension by value where dimension = 'city' and scope_id = 'everything': month 2021-02-01…2021-04-01",
    "visit_fact by coalesce(coalesce(p.province, p.country) || '/' || p.city, '') where true: 2021-01-20…2021-02-01",
    "visits_dimension by value where dimension = 'city' and scope_id = 'everything': day 2021-01-20…2021-02-01",
  ],
  'ofTwo city days': [
    "visits_dimension by value where dimension = 'city' and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "visit_fact by coalesce(coalesce(p.province, p.country) || '/' || p.city, '') where f.portal_id = 'a'::uuid: 2021-01-20…2021-02-01",
    "visits_dimension by value where dimension = 'city' and scope_id = 'a'::uuid: day 2021-01-20…2021-02-01",
  ],
  'spanishTwo province days': [
    "visits_dimension by value where dimension = 'province' and left(value, 2) in ('ES', 'PT') and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "visit_fact by coalesce(p.province, '') where f.portal_id = 'a'::uuid and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-02-01",
    "visits_dimension by value where dimension = 'province' and left(value, 2) in ('ES', 'PT') and scope_id = 'a'::uuid: day 2021-01-20…2021-02-01",
  ],
  'whole channel days': [
    "visits_dimension by value where dimension = 'channel' and scope_id = 'everything': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'ofTwo channel days': [
    "visits_dimension by value where dimension = 'channel' and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "visit_fact by coalesce(o.channel, '') where f.portal_id = 'a'::uuid: 2021-01-20…2021-02-01",
    "visits_dimension by value where dimension = 'channel' and scope_id = 'a'::uuid: day 2021-01-20…2021-02-01",
  ],
  'ofTwo device less': [
    "visit_fact by device::text where f.portal_id = 'a'::uuid: 2021-02-02…2021-03-31",
    "visits_dimension by value where dimension = 'device' and scope_id = 'a'::uuid: day 2021-02-02…2021-03-31",
  ],
  'ofNone device days': [
    "visit_fact by device::text where f.portal_id = 'c'::uuid: 2021-01-20…2021-04-01",
    "visits_dimension by value where dimension = 'device' and scope_id = 'c'::uuid: day 2021-01-20…2021-04-01",
  ],
  'whole source days': [
    "visits_dimension by value where dimension = 'source' and scope_id = 'everything': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'ofNone source days': [
    "visits_dimension by value where dimension = 'source' and scope_id = 'c'::uuid: month 2021-02-01…2021-04-01",
    "visit_fact by coalesce(o.source, '') where f.portal_id = 'c'::uuid: 2021-01-20…2021-02-01",
    "visits_dimension by value where dimension = 'source' and scope_id = 'c'::uuid: day 2021-01-20…2021-02-01",
  ],
  'ofNone source years': [
    "visits_dimension by value where dimension = 'source' and scope_id = 'c'::uuid: month 2019-11-01…2020-01-01, year 2020-01-01…2021-01-01, month 2021-01-01…2021-03-01",
  ],
  'simple source days': [
    "visits_dimension by value where dimension = 'source' and scope_id = 'simple': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'ofTwo medium days': [
    "visits_dimension by value where dimension = 'medium' and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "visit_fact by coalesce(o.medium, '') where f.portal_id = 'a'::uuid: 2021-01-20…2021-02-01",
    "visits_dimension by value where dimension = 'medium' and scope_id = 'a'::uuid: day 2021-01-20…2021-02-01",
  ],
  'ofTwo campaign days day': [
    "visit_fact by coalesce(o.campaign, '') where f.portal_id = 'a'::uuid: 2021-01-20…2021-04-01",
    "visits_dimension by value where dimension = 'campaign' and scope_id = 'a'::uuid: day 2021-01-20…2021-04-01",
  ],
  'spanish source days': [
    "visits_dimension by value where dimension in ('sourceIn ES', 'sourceIn PT') and scope_id = 'everything': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'spanishTwo source days': [
    "visits_dimension by value where dimension in ('sourceIn ES', 'sourceIn PT') and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "visit_fact by coalesce(o.source, '') where f.portal_id = 'a'::uuid and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-02-01",
    "visits_dimension by value where dimension in ('sourceIn ES', 'sourceIn PT') and scope_id = 'a'::uuid: day 2021-01-20…2021-02-01",
  ],
  'spanishTwo device days': [
    "visits_dimension by value where dimension in ('deviceIn ES', 'deviceIn PT') and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "visit_fact by device::text where f.portal_id = 'a'::uuid and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-02-01",
    "visits_dimension by value where dimension in ('deviceIn ES', 'deviceIn PT') and scope_id = 'a'::uuid: day 2021-01-20…2021-02-01",
  ],
  'ofTwo browser days': [
    "visits_dimension by value where dimension = 'browser' and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "visit_fact by browser::text where f.portal_id = 'a'::uuid: 2021-01-20…2021-02-01",
    "visits_dimension by value where dimension = 'browser' and scope_id = 'a'::uuid: day 2021-01-20…2021-02-01",
  ],
  'ofTwo referrer days': [
    "visits_dimension by value where dimension = 'referrer' and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "visit_fact by coalesce(o.referrer, '') where f.portal_id = 'a'::uuid: 2021-01-20…2021-02-01",
    "visits_dimension by value where dimension = 'referrer' and scope_id = 'a'::uuid: day 2021-01-20…2021-02-01",
  ],
  'spanishTwo city days day': [
    "visit_fact by coalesce(coalesce(p.province, p.country) || '/' || p.city, '') where f.portal_id = 'a'::uuid and f.place_id in (select id from fact_place where country in ('ES', 'PT')): 2021-01-20…2021-04-01",
    "visits_dimension by value where dimension = 'city' and left(value, 2) in ('ES', 'PT') and scope_id = 'a'::uuid: day 2021-01-20…2021-04-01",
  ],
  'from none days': [
    "visits_dimension by '' where dimension = 'source' and value in ('', 'google') and scope_id = 'everything': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'from none days time': [
    "visit_fact by '' where true and (f.portal_id, f.origin_id) in (select o.portal_id, o.id from visit_origin o where true and coalesce(o.source, '') in ('', 'google')): 2021-01-20…2021-04-01",
  ],
  'fromTwo none days': [
    "visits_dimension by '' where dimension = 'source' and value in ('google') and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "visit_fact by '' where f.portal_id = 'a'::uuid and (f.portal_id, f.origin_id) in (select o.portal_id, o.id from visit_origin o where o.portal_id = 'a'::uuid and coalesce(o.source, '') in ('google')): 2021-01-20…2021-02-01",
    "visits_dimension by '' where dimension = 'source' and value in ('google') and scope_id = 'a'::uuid: day 2021-01-20…2021-02-01",
  ],
  'fromTwo none less': [
    "visits_dimension by '' where dimension = 'source' and value in ('google') and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "−visit_fact by '' where f.portal_id = 'a'::uuid and (f.portal_id, f.origin_id) in (select o.portal_id, o.id from visit_origin o where o.portal_id = 'a'::uuid and coalesce(o.source, '') in ('google')): 2021-02-01…2021-02-02, 2021-03-31…2021-04-01",
    "−visits_dimension by '' where dimension = 'source' and value in ('google') and scope_id = 'a'::uuid: day 2021-02-01…2021-02-02, day 2021-03-31…2021-04-01",
  ],
  'fromTwo none days time': [
    "visit_fact by '' where f.portal_id = 'a'::uuid and (f.portal_id, f.origin_id) in (select o.portal_id, o.id from visit_origin o where o.portal_id = 'a'::uuid and coalesce(o.source, '') in ('google')): 2021-01-20…2021-04-01",
  ],
  'fromSimple none days': [
    "visits_dimension by '' where dimension = 'source' and value in ('google') and scope_id = 'simple': day 2021-01-20…2021-02-01, month 2021-02-01…2021-04-01",
  ],
  'fromSpanish none days': [
    "visits_dimension by '' where dimension in ('sourceIn ES', 'sourceIn PT') and value in ('google') and scope_id = 'a'::uuid: month 2021-02-01…2021-04-01",
    "visit_fact by '' where f.portal_id = 'a'::uuid and f.place_id in (select id from fact_place where country in ('ES', 'PT')) and (f.portal_id, f.origin_id) in (select o.portal_id, o.id from visit_origin o where o.portal_id = 'a'::uuid and coalesce(o.source, '') in ('google')): 2021-01-20…2021-02-01",
    "visits_dimension by '' where dimension in ('sourceIn ES', 'sourceIn PT') and value in ('google') and scope_id = 'a'::uuid: day 2021-01-20…2021-02-01",
  ],
  'fromSpanishAll none years': [
    "visits_dimension by '' where dimension in ('sourceIn ES', 'sourceIn PT') and value in ('google') and scope_id = any('{a,b}'::uuid[]): month 2021-02-01…2021-03-01",
    "visit_fact by '' where f.portal_id = any('{a,b}'::uuid[]) and f.place_id in (select id from fact_place where country in ('ES', 'PT')) and (f.portal_id, f.origin_id) in (select o.portal_id, o.id from visit_origin o where o.portal_id = any('{a,b}'::uuid[]) and coalesce(o.source, '') in ('google')): 2019-11-01…2021-02-01",
    "visits_dimension by '' where dimension in ('sourceIn ES', 'sourceIn PT') and value in ('google') and scope_id = any('{a,b}'::uuid[]): day 2019-11-01…2021-02-01",
    "visit_fact by '' where f.portal_id = 'c'::uuid and f.place_id in (select id from fact_place where country in ('ES', 'PT')) and (f.portal_id, f.origin_id) in (select o.portal_id, o.id from visit_origin o where o.portal_id = 'c'::uuid and coalesce(o.source, '') in ('google')): 2019-11-01…2021-03-01",
    "visits_dimension by '' where dimension in ('sourceIn ES', 'sourceIn PT') and value in ('google') and scope_id = 'c'::uuid: day 2019-11-01…2021-03-01",
  ],
}

test.each(Object.entries(read))('%s', (asked, tables) => {
  const [whose, key, when, grouping] = asked.split(' ') as [
    keyof typeof selections,
    VisitKey,
    keyof typeof spans,
    Grouping | undefined,
  ]
  expect(readsOf(visitFacts(selections[whose], spans[when], key, grouping))).toEqual(tables)
})
