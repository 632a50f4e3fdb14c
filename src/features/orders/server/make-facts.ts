import { commissionKeySql, productStep } from '#features/products/server/rates.ts'
import type { Bulk } from '#platform/bulk.ts'
import { businessTimeZone } from '#platform/constants.ts'
import { reversalStep } from './bound-reversals.ts'
import { owedAtRelease, splitOf } from './owed-from.ts'
import { givesBack } from './stand-again.ts'

/** The order of a line `n`; `$1` is its source. */
export const ownOrder = `join "order" o on o.portal_id = n.portal_id and o.source = $1 and o.external_id = n.external_id`

/** What a fact has in common with the row that is kept of it. */
export const factColumns = [
  'portal_id',
  'order_id',
  'kind',
  'ordinal',
  'at',
  'sku_id',
  'product_id',
  'variant_id',
  'category',
  'units',
  'orders',
  'gross_amount',
  'net_amount',
  'tax_amount',
  'currency',
  'currency_rate',
  'gross_micros',
  'discounts_micros',
  'refunds_micros',
  'net_micros',
  'tax_micros',
  'income_micros',
  'commission_pct',
  'owed_at',
  'split_id',
  'rate_of',
  'rate_units',
]

/**
 * Makes the facts of the lines in `line` that are not known yet: the temporary table `fact`. `totals` says of which
 * reversals tell how much is taken back so far, all of them or those that go with a sale's row.
 */
export async function makeFacts(
  bulk: Bulk,
  source: string,
  batchId: string,
  totals: { all: boolean } | undefined,
) {
  await bulk.query('drop table if exists fact, commission')
  const day = `(n.placed_at at time zone '${businessTimeZone}')::date`
  const key = commissionKeySql('p.category')
  const ownSku = `join sku_mapping m on m.portal_id = n.portal_id and m.source = $1 and m.sku = n.sku
    left join product p on p.portal_id = m.portal_id and p.id = m.product_id`
  // A rate is looked up once for each portal, key and day, not for each line.
  await bulk.query(
    `create temporary table commission on commit drop as
    select d.*, coalesce(o.pct,
      (select r.pct from rate r where r.key = d.key and r.valid_from <= d.day order by r.valid_from desc limit 1), 0) as pct,
      case when o.pct is not null then 'portal' end as rate_of
    from (select distinct n.portal_id, ${key} as key, ${day} as day from line n ${ownSku}) d
    left join lateral (select r.pct from portal_rate r where r.portal_id = d.portal_id and r.key = d.key
      and r.valid_from <= d.day order by r.valid_from desc limit 1) o on true`,
    [source],
  )
  await bulk.analyze('commission')
  const isTotal = totals?.all ? `n.kind <> 'sale'` : 'n.paired'
  // Of a sale that stands again, the cancellation is told of apart from what was refunded.
  const meant = `case when n.revives then b.kind = 'cancellation' when n.lives then b.kind = 'refund' else true end`
  const sums = ['net_amount', 'tax_amount', 'net_micros', 'tax_micros']
  const before = totals
    ? `left join lateral (select count(*) as facts, -sum(b.units) filter (where b.kind = 'cancellation') as units_gone,
        ${sums.map((name) => `sum(b.${name}) filter (where ${meant}) as ${name}`)},
        ${
          totals.all
            ? `bool_or(b.kind = 'cancellation')`
            : `(array_agg(${givesBack('b')} order by b.ordinal desc) filter (where b.kind = 'cancellation'))[1] is false`
        } as cancelled
      from order_line b where ${isTotal} and b.portal_id = n.portal_id and b.order_id = o.id and b.kind <> 'sale'
        and b.ordinal % ${reversalStep} = n.place) b on true`
    : `cross join (select 0 as facts, 0 as units_gone, 0::numeric as net_amount, 0::numeric as tax_amount, 0::bigint as net_micros,
        0::bigint as tax_micros, false as cancelled) b`
  const unknown = `not exists (select from order_line l where l.portal_id = n.portal_id and l.order_id = o.id
    and l.kind = n.kind and l.ordinal = n.place)`
  const units = 'case when n.revives then b.units_gone when b.cancelled then 0 else n.units end'
  const left = (column: string) => `n.${column} - coalesce(b.${column}, 0)`
  await bulk.query(
    `create temporary table fact on commit drop as
    select x.*, case when x.kind = 'sale' and x.first then 1 when x.kind = 'cancellation' and x.first then -1 else 0 end::smallint as orders,
      round(x.net_micros * (1 - x.commission_pct / 100))::bigint - x.cost_micros as income_micros
    from (
      select n.row, n.portal_id, n.account_id, o.id as order_id, n.kind, n.at, n.currency, n.currency_rate,
        n.place + case when n.kind = 'sale' then 0 else coalesce(b.facts, 0) * ${reversalStep} end::int as ordinal,
        m.id as sku_id, m.product_id, m.variant_id, p.category,
        ${units} as units,
        n.gross_amount, ${left('net_amount')} as net_amount, ${left('tax_amount')} as tax_amount,
        n.gross_micros, n.discounts_micros,
        case when n.kind = 'sale' then 0 else -(${left('net_micros')}) end::bigint as refunds_micros,
        (${left('net_micros')})::bigint as net_micros, (${left('tax_micros')})::bigint as tax_micros,
        case when p.format = 'onDemand' and n.kind <> 'refund' then p.cost_cents * 10000 * ${units} else 0 end as cost_micros,
        coalesce(made.commission_pct, alike.commission_pct, own.pct, c.pct) as commission_pct,
        case when made.portal_id is not null then made.rate_of when alike.commission_pct is not null then alike.rate_of
          when own.pct is not null then 'product' else c.rate_of end as rate_of,
        case when made.portal_id is not null then made.rate_units when alike.commission_pct is not null then alike.rate_units
          else own.from_units end as rate_units,
        case when (o.placed_at at time zone '${businessTimeZone}')::date < w.day then 'infinity'::timestamptz
          else ${owedAtRelease('p', 'n.at')} end as owed_at,
        case when h.shares then ${splitOf('n.portal_id', 'm.product_id', 'o.placed_at')} end as split_id,
        row_number() over (partition by n.portal_id, n.external_id, n.kind order by n.place) = 1
          and (o.batch_id = $2::uuid or not exists (select from order_line l
            where l.portal_id = n.portal_id and l.order_id = o.id and l.kind = n.kind)) as first
      from line n ${ownOrder} ${ownSku}
      join commission c on c.portal_id = n.portal_id and c.key = ${key} and c.day = ${day}
      left join owed_from w on w.portal_id = n.portal_id and w.source = $1
      left join (select distinct portal_id, true as shares from split) h on h.portal_id = n.portal_id
      left join (select distinct portal_id, true as rates from product_rate) q on q.portal_id = n.portal_id
      -- Its first step: further ones are climbed when all of the lines are there.
      left join lateral ${productStep({ portalId: 'n.portal_id', productId: 'm.product_id', day, sold: '0' })} own on q.rates
      left join order_line made on n.kind <> 'sale' and made.portal_id = n.portal_id and made.order_id = o.id
        and made.kind = 'sale' and made.ordinal = n.place
      -- What comes back by itself was sold in a line of the same SKU.
      left join lateral (select s.commission_pct, s.rate_of, s.rate_units from order_line s
        where made.portal_id is null and n.kind <> 'sale' and s.portal_id = n.portal_id and s.order_id = o.id
          and s.kind = 'sale' and s.sku_id = m.id order by s.ordinal limit 1) alike on true
      ${before}
      where ${
        totals
          ? `case when not ${isTotal} then ${unknown}
        else n.revives or coalesce(b.facts, 0) = 0 or n.net_amount <> coalesce(b.net_amount, 0)
          or (n.kind = 'cancellation' and not b.cancelled) end`
          : unknown
      }
    ) x`,
    [source, batchId],
  )
}
