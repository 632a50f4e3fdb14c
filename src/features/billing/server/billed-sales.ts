import { eq, type SQL, sql } from 'drizzle-orm'
import { owedLines } from '#features/orders/server/owed-from.ts'
import type { Tx } from '#platform/db.ts'
import { inAccount } from '#platform/own-reach.ts'
import { ask, number, select } from '#platform/select.ts'
import type { LineType } from '../choices.ts'
import { goodsOf, type RateOf } from '../goods.ts'
import { billLine } from './table.ts'

/** Which sales an automatic line is of. */
export interface SalesKey {
  type: LineType
  portalId: string
  month: string
  commissionBp: number | null
  /** Of a share: by which split, and how large. Null: all of what is not shared by those whom the provider pays. */
  splitId: string | null
  shareBp: number | null
}

const facts = sql.raw(
  'portal_id, order_id, kind, at, sku_id, units, gross_micros, net_micros, income_micros, commission_pct, split_id, rate_of, rate_units, told_at',
)

/**
 * SQL: when what a line holds was told: until now, but for what other bills hold that stand. Lines of before hold what was
 * there when they were closed.
 */
export const toldNow = (
  key: { [N in 'accountId' | 'portalId' | 'month' | 'type' | 'commissionBp' | 'splitId']: SQL },
  billId: SQL,
) => sql`
  tstzmultirange(tstzrange(null, clock_timestamp(), '(]')) - coalesce((
    select range_agg(coalesce(o.told, tstzmultirange(tstzrange(null, b.closed_at, '(]'))))
    from bill_line o join bill b on b.id = o.bill_id
    where o.account_id = ${key.accountId} and o.split_id is not distinct from ${key.splitId}
      and o.portal_id = ${key.portalId} and o.month = ${key.month} and o.type = ${key.type}
      and o.commission_bp = ${key.commissionBp} and o.bill_id <> ${billId}
      and b.status in ('Pending', 'Approved') and b.corrects_id is null), '{}'::tstzmultirange)`

/**
 * SQL: the order lines of a key as they were told within `told`: what came is there, what was taken back is there with the
 * other sign, and what came and went within it is not. Each with what it brings the line, of which all who share have a part.
 */
export function salesWithin({ type, portalId, month, commissionBp, splitId }: SalesKey, told: SQL): SQL {
  const earned = sql`round(f.net_micros * (1 - f.commission_pct / 100))::bigint`
  const amount = type === 'Income' ? earned : sql`(f.income_micros - ${earned})`
  // What an account shares out of its own stands on its bill as a whole.
  const ofSplit = splitId
    ? sql`split_id = ${splitId}`
    : sql`(split_id is null or split_id in (select id from split where portal_id = ${portalId} and payer = 'account'))`
  const where = sql`round(commission_pct * 100)::int = ${commissionBp} and ${ofSplit}`
  const lines = (table: SQL, gone: SQL) =>
    owedLines(sql`${facts}, ${gone}`, { table, where, portalId: sql`${portalId}`, month: sql`${month}` })
  return sql`(select f.portal_id, f.order_id, f.kind, f.at, f.sku_id, f.rate_of, f.rate_units, sum(f.sign * f.units)::int as units,
      sum(f.sign * f.gross_micros)::bigint as gross_micros, sum(f.sign * f.net_micros)::bigint as net_micros,
      sum(f.sign * ${amount})::bigint as amount_micros
    from (select x.*, (coalesce(x.told_at, '-infinity') <@ ${told})::int
        - (x.gone_at is not null and x.gone_at <@ ${told})::int as sign
      from (${lines(sql`order_line`, sql`null::timestamptz as gone_at`)}
        union all ${lines(sql`order_line_past`, sql`gone_at`)}) x) f
    where f.sign <> 0 and ${amount} <> 0
    group by f.portal_id, f.order_id, f.kind, f.at, f.sku_id, f.rate_of, f.rate_units, f.units, f.net_micros, ${amount}
    having sum(f.sign) <> 0)`
}

const sold = {
  name: sql<string>`coalesce(nullif(m.name, ''), m.sku)`,
  sku: sql<string>`m.sku`,
  rateOf: sql<RateOf | null>`s.rate_of`,
  rateUnits: sql<number | null>`s.rate_units`,
  units: number(sql<string>`sum(s.units)`),
  grossMicros: number(sql<string>`sum(s.gross_micros)`),
  offMicros: number(sql<string>`sum(s.gross_micros - s.net_micros)`),
  amountMicros: number(sql<string>`sum(s.amount_micros)`),
}
const ofLine = {
  accountId: sql`l.account_id`,
  splitId: sql`l.split_id`,
  portalId: sql`l.portal_id`,
  month: sql`l.month`,
  type: sql`l.type`,
  commissionBp: sql`l.commission_bp`,
}

/** Keeps with a bill's automatic lines what they hold: when it was told, and what was sold by product. */
export const keepSales = (tx: Tx, accountId: string, billId: string): Promise<void> =>
  inAccount(tx, accountId, async () => {
    await tx.execute(sql`update bill_line l set told = ${toldNow(ofLine, sql`l.bill_id`)}
      where l.bill_id = ${billId} and l.portal_id is not null and l.type not in ('Recoupment', 'Own recoupment')`)
    const lines = await tx.select().from(billLine).where(eq(billLine.billId, billId))
    for (const { portalId, told, position, ...line } of lines) {
      if (!portalId || !told) continue
      const sales = salesWithin({ ...line, portalId }, sql`${told}::tstzmultirange`)
      const goods = await select(
        tx,
        sold,
        sql`${sales} s join sku_mapping m on m.portal_id = s.portal_id and m.id = s.sku_id group by 1, 2, 3, 4 order by 2, 4`,
      )
      // What is made on demand costs what making it costs, whatever it was sold for.
      const made =
        line.type === 'On demand' ? goods.map((one) => ({ ...one, grossMicros: 0, offMicros: 0 })) : goods
      const shared = made.map((one) => sharedGoods(one, line.shareBp))
      await tx
        .update(billLine)
        .set({
          goods: goodsOf(shared, line.amountCents),
          exactMicros: shared.reduce((sum, { amountMicros }) => sum + amountMicros, 0),
        })
        .where(sql`${billLine.billId} = ${billId} and ${billLine.position} = ${position}`)
    }
  })

/** Of what others have a share in too, the amounts are the share's; units are what was sold. */
const sharedGoods = <T extends { grossMicros: number; offMicros: number; amountMicros: number }>(
  goods: T,
  shareBp: number | null,
): T => {
  if (shareBp === null) return goods
  const part = (micros: number) => Math.round((micros * shareBp) / 10_000)
  return {
    ...goods,
    grossMicros: part(goods.grossMicros),
    offMicros: part(goods.offMicros),
    amountMicros: part(goods.amountMicros),
  }
}

const told = { told: sql<string>`x.told::text` }

/** What an open line would hold if it were closed now. */
export async function toldUntilNow(tx: Tx, accountId: string, key: SalesKey): Promise<string> {
  const of = {
    ...{ accountId: sql`${accountId}::uuid`, splitId: sql`${key.splitId}::uuid` },
    ...{ portalId: sql`${key.portalId}::uuid`, month: sql`${key.month}::date` },
    ...{ type: sql`${key.type}::text`, commissionBp: sql`${key.commissionBp}::int` },
  }
  const none = sql`'00000000-0000-0000-0000-000000000000'::uuid`
  const [row] = await ask(
    tx,
    told,
    (columns) => sql`select ${columns} from (select ${toldNow(of, none)} as told) x`,
  )
  return row?.told ?? '{}'
}
