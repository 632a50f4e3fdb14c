import { type SQL, sql } from 'drizzle-orm'
import { owedIn } from '#features/orders/server/owed-from.ts'
import { portal as portalTable } from '#features/portals/server/table.ts'
import { commissionKeySql, unitsBefore } from '#features/products/server/rates.ts'
import type { RateKey } from '#features/products/server/table.ts'
import { rows, type Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { microsToCents } from '#platform/money.ts'
import { number, select } from '#platform/select.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import type { Step, Tried } from '../rates-contract.ts'
import { productOf } from './product-rates.ts'

/*
 * What a commission would have come to on the sales of the month that is over, beside what it came to. Lines keep what they were
 * made with: none of it is written.
 */

/** As many products as a preview names; the others are one. */
const named = 50

const monthBefore = (now: Date) => formatDay(startOfMonth(dayOf(now.getTime()), -1))

/** As a line's commission is rounded when it comes in. */
const commission = (pct: SQL) => sql`(l.net_micros - round(l.net_micros * (1 - ${pct} / 100)))`

const sums = (wouldBe: SQL) => ({
  units: number(sql<string>`coalesce(sum(l.units), 0)`),
  netMicros: number(sql<string>`coalesce(sum(l.net_micros), 0)`),
  commissionMicros: number(sql<string>`coalesce(sum(${commission(sql`l.commission_pct`)}), 0)`),
  wouldBeMicros: number(sql<string>`coalesce(sum(${commission(wouldBe)}), 0)`),
})

interface Sums {
  units: number
  netMicros: number
  commissionMicros: number
  wouldBeMicros: number
}
const inCents = ({ units, netMicros, commissionMicros, wouldBeMicros }: Sums) => ({
  ...{ units, netCents: microsToCents(netMicros) },
  ...{ commissionCents: microsToCents(commissionMicros), wouldBeCents: microsToCents(wouldBeMicros) },
})

/** Lines of `l` that a product's own rate decides, then or now. */
const ownRate = sql`(l.rate_of = 'product' or exists (select from product_rate r where r.portal_id = l.portal_id
  and r.product_id = l.product_id and r.pct is not null and r.valid_from = (select max(v.valid_from) from product_rate v
    where v.portal_id = r.portal_id and v.product_id = r.product_id
      and v.valid_from <= (now() at time zone 'Europe/Madrid')::date)))`

/** Of all portals without a rate of their own, or of one; products with one of theirs are left out. @throws NotFound */
export async function previewRate(
  tx: Tx,
  { key, bp, portalId }: { key: RateKey; bp: number; portalId?: string | undefined },
  now: Date,
) {
  if (portalId) {
    const [found] = await rows(tx, sql`select 1 from portal where id = ${portalId} and deleted_at is null`)
    if (!found) throw new NotFound()
  }
  const month = monthBefore(now)
  const own = sql`exists (select from portal_rate r where r.portal_id = l.portal_id and r.key = ${key}
    and r.valid_from <= ${month}::date)`
  const lines = sql`order_line l where ${owedIn(sql`${month}`)} and ${sql.raw(commissionKeySql('l.category'))} = ${key}
    and ${portalId ? sql`l.portal_id = ${portalId}` : sql`not ${own}`} and ${ownRate} is not true`
  const of = sums(sql`${bp}::numeric / 100`)
  const [all] = await select(tx, { ...of, portals: number(sql<string>`count(distinct l.portal_id)`) }, lines)
  const found = await select(
    tx,
    {
      ...of,
      portalId: sql<string>`l.portal_id`,
      productId: sql<string | null>`l.product_id`,
      portalName: sql<string>`(select p.name from portal p where p.id = l.portal_id)`,
      name: sql<{
        es: string
        en?: string
      } | null>`(select g.name from product g where g.portal_id = l.portal_id
        and g.id = l.product_id)`,
    },
    sql`${lines} group by l.portal_id, l.product_id order by abs(sum(l.net_micros)) desc, l.portal_id, l.product_id limit ${named}`,
  )
  const none: Sums = { units: 0, netMicros: 0, commissionMicros: 0, wouldBeMicros: 0 }
  const whole = all ?? { ...none, portals: 0 }
  const products = found.map(
    ({ portalId: id, portalName, productId, name, ...one }): Tried => ({
      ...{ portal: { id, name: portalName }, product: productId && name ? { id: productId, name } : null },
      ...inCents(one),
    }),
  )
  const rest = inCents({
    units: whole.units - found.reduce((sum, one) => sum + one.units, 0),
    netMicros: whole.netMicros - found.reduce((sum, one) => sum + one.netMicros, 0),
    commissionMicros: whole.commissionMicros - found.reduce((sum, one) => sum + one.commissionMicros, 0),
    wouldBeMicros: whole.wouldBeMicros - found.reduce((sum, one) => sum + one.wouldBeMicros, 0),
  })
  const { units: _, ...told } = inCents(whole)
  return {
    ...{ month, portals: whole.portals, ...told },
    products: found.length < named ? products : [...products, { portal: null, product: null, ...rest }],
  }
}

/** Of one product, by the units that were sold before each sale. */
export async function previewProductRate(
  tx: Tx,
  { portalId, productId, steps }: { portalId: string; productId: string; steps: readonly Step[] },
  now: Date,
) {
  const { id, name, category } = await productOf(tx, portalId, productId)
  const [portal] = await select(
    tx,
    { name: portalTable.name },
    sql`portal where ${portalTable.id} = ${portalId}`,
  )
  const month = monthBefore(now)
  const key = sql.raw(commissionKeySql(`'${category}'`))
  // The rate that would hold without one of its own: of the day of each order, as when it came in.
  const day = sql`(o.placed_at at time zone 'Europe/Madrid')::date`
  const common = sql`coalesce(
    (select r.pct from portal_rate r where r.portal_id = ${portalId} and r.key = ${key} and r.valid_from <= ${day}
      order by r.valid_from desc limit 1),
    (select r.pct from rate r where r.key = ${key} and r.valid_from <= ${day} order by r.valid_from desc limit 1), 0)`
  // Each unit by its own step, as when it came in.
  const [sold, end] = [sql`greatest(l.sold, 0)`, sql`(greatest(l.sold, 0) + greatest(l.own, 1))`]
  const step = sql`(${sql.join(
    steps.map(({ fromUnits, bp }, at) => {
      const next = steps[at + 1]
      const until = next ? sql`least(${next.fromUnits}::numeric, ${end})` : end
      return sql`${bp}::numeric / 100 * greatest(${until} - greatest(${fromUnits}::numeric, ${sold}), 0)`
    }),
    sql` + `,
  )}) / greatest(l.own, 1)`
  // Ids of rows that were found, and a day that was counted: nobody's words.
  const first = sql`(${month}::timestamp at time zone 'Europe/Madrid')`
  const lines = sql`(
    with m as (select id from sku_mapping where portal_id = ${portalId} and product_id = ${productId}),
    counted as (
      select l.*, ${sql.raw(unitsBefore(`'${portalId}'::uuid`, `'${id}'::uuid`, `('${month}'::timestamp at time zone 'Europe/Madrid')`))}
          + coalesce(sum(l.units) over (order by l.at, l.kind <> 'sale', l.order_id, l.ordinal
            rows between unbounded preceding and 1 preceding), 0) as before
      from order_line l where l.portal_id = ${portalId} and l.sku_id in (select id from m) and l.at >= ${first}),
    held as (
      select c.units, c.net_micros, c.commission_pct, c.order_id, c.at, c.owed_at, c.before, c.kind
      from counted c
      union all
      select l.units, l.net_micros, l.commission_pct, l.order_id, l.at, l.owed_at, null, l.kind
      from order_line l where l.portal_id = ${portalId} and l.sku_id in (select id from m) and l.at < ${first} and l.owed_at >= ${first})
    -- What comes back goes by the sale of its order.
    select h.*, case when h.kind = 'sale' then coalesce(h.before, 0) else coalesce(s.before, h.before, 0) end as sold,
      case when h.kind = 'sale' then h.units else coalesce(s.own, 1) end as own
    from held h left join (select order_id, min(before) as before, (array_agg(units order by before))[1] as own
        from counted where kind = 'sale' group by 1) s
      on s.order_id = h.order_id
    where ${owedIn(sql`${month}`)}) l join "order" o on o.portal_id = ${portalId} and o.id = l.order_id`
  const [all] = await select(tx, sums(steps.length > 0 ? step : common), lines)
  return {
    month,
    tried: {
      ...{ product: { id, name }, portal: { id: portalId, name: portal?.name ?? '' } },
      ...inCents(all ?? { units: 0, netMicros: 0, commissionMicros: 0, wouldBeMicros: 0 }),
    },
  }
}
