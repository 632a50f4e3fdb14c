import { type SQL, sql } from 'drizzle-orm'
import { microsToCents } from '#platform/money.ts'
import { select } from '#platform/select.ts'
import { formatDay } from '#platform/time.ts'
import type { Compared } from '../contract.ts'
import type { Contribution, SalesChange, Split } from '../why-contract.ts'
import type { Asking } from './detail.ts'
import { readCompared, type Span } from './period.ts'
import type { Looking } from './queries.ts'
import type { SalesColumn, SalesKey } from './sales-columns.ts'
import { type FilterQuery, readSelection, type Selection } from './selection.ts'
import { union } from './span-sql.ts'

/** Contributions that are told one by one; the others are the rest. */
const most = 6

type Query = Compared & FilterQuery

interface Asked extends Looking {
  selection: Selection
  span: Span
  previous: Span
  locale: string
}

/** @throws BadInput as `readPeriod` and `readSelection`. */
export async function salesChange(
  { tx, store, now, base, locale }: Asking,
  query: Query,
): Promise<SalesChange> {
  const { span, previous } = readCompared(query, now)
  const selection = await readSelection(tx, base, query)
  const asked = { tx, store, selection, span, previous, locale }
  const total = await netOf(asked)
  const [netCents, previousCents] = [microsToCents(total.now), microsToCents(total.before)]
  const changeCents = netCents - previousCents
  const several = selection.whole || selection.type !== undefined || selection.portals.length > 1
  const split = (by: Split, { rows, others }: { rows: Contribution[]; others: number }) => ({
    by,
    rows,
    restCents: rows.reduce((left, row) => left - row.changeCents, changeCents),
    others,
  })
  return {
    from: formatDay(span.first),
    to: formatDay(span.last),
    previousFrom: formatDay(previous.first),
    previousTo: formatDay(previous.last),
    ...{ netCents, previousCents, changeCents },
    splits: [
      split('product', await byProduct(asked)),
      split('country', await byKey(asked, 'country')),
      split('campaign', await byCampaign(asked, total)),
      ...(several ? [split('portal', await byKey(asked, 'portal'))] : []),
      split('price', { rows: await byPrice(asked, changeCents), others: 0 }),
    ],
  }
}

async function netOf(asked: Asked) {
  const [sum] = await select(asked.tx, nets, sql`(${await both(asked, 'none', ['net_micros'])}) f`)
  return sum ?? { now: 0, before: 0 }
}
const nets = {
  now: sql<number>`coalesce(sum(now_net_micros), 0)`,
  before: sql<number>`coalesce(sum(then_net_micros), 0)`,
}

/** Facts of both periods: columns called `now_…` and `then_…`, not added up yet. */
async function both(
  { store, selection, span, previous }: Asked,
  key: SalesKey,
  columns: SalesColumn[],
): Promise<SQL> {
  const of = async (at: Span, mine: 'now' | 'then') => {
    const named = columns.flatMap((name) =>
      (['now', 'then'] as const).map(
        (each) => `${each === mine ? `${name}::float8` : '0'} as ${each}_${name}`,
      ),
    )
    return sql`select key, ${sql.raw(named.join(', '))}
      from (${await store.sales({ selection, span: at, key, columns })}) f`
  }
  return union(await Promise.all([of(span, 'now'), of(previous, 'then')]))
}

const told = {
  id: sql<string>`c.id::text`,
  now: sql<number>`c.now`,
  before: sql<number>`c.before`,
  all: sql<number>`c.n::int`,
}
const sums = sql`sum(now_net_micros) as now, sum(then_net_micros) as before, count(*) over () as n`
const changed = sql`having sum(now_net_micros) <> 0 or sum(then_net_micros) <> 0
  order by abs(sum(now_net_micros) - sum(then_net_micros)) desc, 1 limit ${most}`
const inOrder = sql`order by abs(c.now - c.before) desc, c.id`

type Found = { id: string; now: number; before: number; all: number; name: string; portalName?: string }

function contributions(found: readonly Found[]) {
  const rows = found.map(({ id, now, before, name, portalName }): Contribution => {
    const [nowCents, beforeCents] = [microsToCents(now), microsToCents(before)]
    return {
      id,
      name,
      portalName: portalName ?? null,
      nowCents,
      beforeCents,
      changeCents: nowCents - beforeCents,
    }
  })
  return { rows, others: (found[0]?.all ?? rows.length) - rows.length }
}

async function byKey(asked: Asked, key: 'country' | 'portal') {
  const name = key === 'portal' ? sql<string>`o.name` : sql<string>`c.id`
  const found = await select(
    asked.tx,
    { ...told, name },
    sql`(select key as id, ${sums} from (${await both(asked, key, ['net_micros'])}) f group by 1 ${changed}) c
      ${key === 'portal' ? sql`join portal o on o.id = c.id` : sql``} ${inOrder}`,
  )
  return contributions(found)
}

/** Rollups have no rows of what no campaign brought: that is what those of all campaigns leave of everything. */
async function byCampaign(asked: Asked, total: { now: number; before: number }) {
  const found = await select(
    asked.tx,
    {
      ...told,
      name: sql<string>`c.id`,
      allNow: sql<number>`c.all_now`,
      allBefore: sql<number>`c.all_before`,
    },
    sql`(select key as id, ${sums}, sum(sum(now_net_micros)) over () as all_now, sum(sum(then_net_micros)) over () as all_before
        from (${await both(asked, 'campaign', ['net_micros'])}) f where key <> '' group by 1 ${changed}) c ${inOrder}`,
  )
  const [first] = found
  const none = {
    ...{
      id: '',
      name: '',
      now: total.now - (first?.allNow ?? 0),
      before: total.before - (first?.allBefore ?? 0),
    },
    all: 0,
  }
  const some = none.now !== 0 || none.before !== 0
  const all = (first?.all ?? 0) + (some ? 1 : 0)
  const size = ({ now, before }: Pick<Found, 'now' | 'before'>) => Math.abs(now - before)
  const rows = [...found, ...(some ? [none] : [])].sort((a, b) => size(b) - size(a))
  return contributions(rows.slice(0, most).map((row) => ({ ...row, all })))
}

/** Products, and SKUs that nobody has mapped. */
const goods = async (asked: Asked, wanted: SalesColumn[]) =>
  sql`(${await both(asked, 'sku', wanted)}) f join sku_mapping m on m.id = f.key and ${asked.selection.inPortals(sql`m.portal_id`)}`

async function byProduct(asked: Asked) {
  const found = await select(
    asked.tx,
    {
      ...told,
      name: sql<string>`coalesce(nullif(p.name->>${asked.locale}, ''), p.name->>'es', nullif(m.name, ''), m.sku)`,
      portalName: sql<string>`o.name`,
    },
    sql`(select coalesce(m.product_id, m.id) as id, m.portal_id, ${sums}
        from ${await goods(asked, ['net_micros'])} group by 1, 2 ${changed}) c
      join portal o on o.id = c.portal_id
      left join product p on p.portal_id = c.portal_id and p.id = c.id
      left join sku_mapping m on m.portal_id = c.portal_id and m.id = c.id ${inOrder}`,
  )
  return contributions(found)
}

const priceColumns: SalesColumn[] = ['units', 'gross_micros', 'discounts_micros', 'refunds_micros']
const whole = (name: string) => sql<number>`coalesce(sum(g.${sql.raw(name)}), 0)`
const priceSums = {
  units: whole('now_units'),
  unitsBefore: whole('then_units'),
  gross: whole('now_gross_micros'),
  grossBefore: whole('then_gross_micros'),
  discounts: sql<number>`coalesce(sum(g.then_discounts_micros - g.now_discounts_micros), 0)`,
  refunds: sql<number>`coalesce(sum(g.then_refunds_micros - g.now_refunds_micros), 0)`,
  price: sql<number>`coalesce(sum(g.now_gross_micros - g.now_units * g.then_gross_micros / g.then_units)
    filter (where g.now_units > 0 and g.then_units > 0), 0)`,
}

/**
 * Price against units. With u units and G gross of a good g, U and ΣG of all, before (0) and now (1):
 *
 *     units     = (U1 − U0) · G0 / U0                       as many more or fewer, at what a unit brought before
 *     price     = Σ u1·(G1/u1 − G0/u0)                      over goods sold in both periods, each at its own price
 *     discounts = D0 − D1        refunds = R0 − R1
 *     mix       = change − all of these                     dearer or cheaper goods among them, new ones and gone ones
 *
 * Where one of both periods sold nothing there is no price to compare: the gross is all of units.
 */
async function byPrice(asked: Asked, changeCents: number): Promise<Contribution[]> {
  const columns = priceColumns.flatMap((name) => [`now_${name}`, `then_${name}`])
  const added = sql.raw(columns.map((name) => `sum(f.${name}) as ${name}`).join(', '))
  const [found] = await select(
    asked.tx,
    priceSums,
    sql`(select coalesce(m.product_id, m.id) as id, ${added} from ${await goods(asked, priceColumns)} group by 1) g`,
  )
  if (!found) throw new Error('Sums without a row')
  const { units, unitsBefore, gross, grossBefore } = found
  const comparable = units > 0 && unitsBefore > 0
  const of = (micros: number) => microsToCents(Math.round(micros))
  const parts = {
    units: of(comparable ? ((units - unitsBefore) * grossBefore) / unitsBefore : gross - grossBefore),
    price: comparable ? of(found.price) : 0,
    discounts: of(found.discounts),
    refunds: of(found.refunds),
  }
  const mix = Object.values(parts).reduce((left, part) => left - part, changeCents)
  return Object.entries({ ...parts, mix }).map(([id, cents]) => ({
    ...{ id, name: id, portalName: null, nowCents: null, beforeCents: null },
    // Never the negative nought that taking nothing off makes.
    changeCents: cents || 0,
  }))
}
