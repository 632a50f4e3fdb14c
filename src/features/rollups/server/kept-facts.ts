import { salesMeasures, visitsMeasures } from './dimensions.ts'

const summedUp = (names: string[]) => Object.fromEntries(names.map((name) => [name, `sum(f.${name})`]))

const ofSales =
  'orders, units, gross_micros, discounts_micros, refunds_micros, net_micros, income_micros'.split(', ')

const orders = `select f.portal_id, f.t, f.category, f.campaign, p.country, p.province, p.city, ${ofSales.map((name) => `f.${name}`).join(', ')}
  from sale_fact f join fact_place p on p.id = f.place_id`
const visits = `select f.portal_id, f.t, p.country, p.province, p.city, o.source, o.medium, o.campaign, o.referrer, o.channel,
    f.device, f.browser, f.link_id, f.visits, f.visitors, f.views, f.clicks
  from visit_fact f join fact_place p on p.id = f.place_id
  join visit_origin o on o.portal_id = f.portal_id and o.id = f.origin_id`

const waiting = 'select from fact_batch b where b.id = f.batch_id and b.rolled_at is null'

/** What portals are answered from, as `addGroup` reads facts; `rolled` are those whose dimensions do not wait. */
export const keptFacts = {
  orders: {
    facts: orders,
    rolled: `${orders} union all
      select f.portal_id, f.at, f.category, o.campaign, o.country, o.province, o.city, ${ofSales.map((name) => `-f.${name}`).join(', ')}
      from order_line f join "order" o on o.portal_id = f.portal_id and o.id = f.order_id where exists (${waiting})`,
    measures: salesMeasures,
    joined: 'cross join lateral (select f.country, f.province, f.city, f.campaign) o',
  },
  visits: {
    facts: visits,
    rolled: `${visits} union all
      select f.portal_id, f.at, f.country, f.province, f.city, f.source, f.medium, f.campaign, f.referrer, f.channel, f.device, f.browser,
        f.link_id, -f.opens_visit::int, -f.first_of_day::int, -(f.kind = 'view')::int, -(f.kind = 'click')::int
      from page_view f where exists (${waiting})`,
    measures: summedUp(Object.keys(visitsMeasures)),
    joined: '',
  },
} as const
