import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { order } from '#features/orders/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { microsToCents } from '#platform/money.ts'
import { inAccount } from '#platform/own-reach.ts'
import { listOf, pageRows } from '#platform/paging.ts'
import { ask, iso, maybe, number, select } from '#platform/select.ts'
import type { RateOf } from '../goods.ts'
import { sharesOf } from '../shares.ts'
import { salesWithin, toldUntilNow } from './billed-sales.ts'
import { linesOf } from './get-bill.ts'
import { settingsOf } from './settings.ts'
import { splitParty } from './split-table.ts'
import { bill, billLine } from './table.ts'

const o = alias(order, 'o')
const columns = {
  orderId: maybe(o.id),
  order: maybe(o.externalId),
  at: iso(sql<string>`s.at`),
  kind: sql<'sale' | 'refund' | 'cancellation'>`s.kind`,
  name: sql<string>`coalesce(nullif(m.name, ''), m.sku)`,
  sku: sql<string>`m.sku`,
  units: sql<number>`s.units`,
  netMicros: number(sql<string>`s.net_micros`),
  amountMicros: number(sql<string>`s.amount_micros`),
  rateOf: sql<RateOf | null>`s.rate_of`,
  rateUnits: sql<number | null>`s.rate_units`,
}
const counted = { total: sql<number>`count(*)::int`, amount: sql<string | null>`sum(s.amount_micros)::text` }

/**
 * The order lines that a bill's line holds: of a closed one what was told when it was closed, whatever has been told since;
 * of the open one what no other bill holds. @throws NotFound for lines without any
 */
export async function listLineOrders(tx: Tx, billId: string, position: number, page: number, now: Date) {
  const [row] = await tx.select().from(bill).where(eq(bill.id, billId))
  if (!row) throw new NotFound()
  const settings = await settingsOf(tx, row.accountId, now)
  const line = (await linesOf(tx, row, settings))[position]
  if (!line?.portalId || (line.type !== 'Income' && line.type !== 'On demand')) throw new NotFound()
  const key = { ...line, portalId: line.portalId }
  // The portals of a label are beyond the reach of its master's own call; the line names one of the same account.
  return inAccount(tx, row.accountId, async () => {
    const told = (await frozenTold(tx, row, position)) ?? (await toldUntilNow(tx, row.accountId, key))
    const sales = salesWithin(key, sql`${told}::tstzmultirange`)
    // A corrective bill takes back what it was made of.
    const sign = row.correctsId ? -1 : 1
    const [sum] = await ask(tx, counted, (all) => sql`select ${all} from ${sales} s`)
    const found = await select(
      tx,
      columns,
      sql`${sales} s left join "order" o on o.portal_id = s.portal_id and o.id = s.order_id
        join sku_mapping m on m.portal_id = s.portal_id and m.id = s.sku_id
        order by s.at, s.order_id, s.kind, m.sku, s.units ${pageRows(page)}`,
    )
    const wholeCents = sign * microsToCents(sum?.amount ?? '0')
    return {
      ...listOf(
        found.map(({ order: name, units, netMicros, amountMicros, ...rest }) => ({
          ...{ ...rest, order: name ?? '', units: sign * units },
          ...{ netMicros: sign * netMicros, amountMicros: sign * amountMicros },
        })),
        sum?.total ?? 0,
        page,
      ),
      ...{ wholeCents, shareBp: line.shareBp },
      sumCents: line.splitId ? await shareIn(tx, line.splitId, row.accountId, wholeCents) : wholeCents,
      lineCents: line.amountCents,
    }
  })
}

/** What one of those who share has of it. */
async function shareIn(tx: Tx, splitId: string, accountId: string, cents: number): Promise<number> {
  const parties = await tx
    .select({ accountId: splitParty.accountId, shareBp: splitParty.shareBp })
    .from(splitParty)
    .where(eq(splitParty.splitId, splitId))
    .orderBy(splitParty.position)
  const at = parties.findIndex((party) => party.accountId === accountId)
  return sharesOf(cents, parties)[at] ?? 0
}

/** When what a closed line holds was told; a corrective bill holds what it corrects held. Null while it is open. */
async function frozenTold(tx: Tx, row: typeof bill.$inferSelect, position: number): Promise<string | null> {
  if (row.status === 'Next') return null
  const of = row.correctsId ?? row.id
  const [line] = await tx
    .select({ told: billLine.told, closedAt: bill.closedAt })
    .from(billLine)
    .innerJoin(bill, eq(bill.id, billLine.billId))
    .where(sql`${billLine.billId} = ${of} and ${billLine.position} = ${position}`)
  return line?.told ?? (line?.closedAt ? `{(,"${line.closedAt.toISOString()}"]}` : null)
}
