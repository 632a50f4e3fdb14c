import { eq, sql } from 'drizzle-orm'
import { businessTimeZone, pageSize } from '#platform/constants.ts'
import { elevated, rows, type Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { microsToCents } from '#platform/money.ts'
import { listOf } from '#platform/shapes.ts'
import { linesOf } from './get-bill.ts'
import { settingsOf } from './settings.ts'
import { bill } from './table.ts'

interface Columns {
  external_id: string
  at: string
  kind: 'sale' | 'refund' | 'cancellation'
  name: string
  sku: string
  units: number
  net: string
  amount: string
}

/** The order lines of a bill's line: of its portal, month and commission. @throws NotFound for lines without any. */
export async function listLineOrders(tx: Tx, billId: string, position: number, page: number, now: Date) {
  const [row] = await tx.select().from(bill).where(eq(bill.id, billId))
  if (!row) throw new NotFound()
  const settings = await settingsOf(tx, row.accountId, now)
  const line = (await linesOf(tx, row, settings))[position]
  if (!line?.portalId || (line.type !== 'Income' && line.type !== 'On demand')) throw new NotFound()
  const earned = sql`round(l.net_micros * (1 - l.commission_pct / 100))::bigint`
  const amount = line.type === 'Income' ? earned : sql`l.income_micros - ${earned}`
  const zone = sql.raw(`'${businessTimeZone}'`)
  const where = sql`l.portal_id = ${line.portalId} and round(l.commission_pct * 100)::int = ${line.commissionBp}
    and l.at >= (${line.month}::timestamp at time zone ${zone})
    and l.at < ((${line.month}::date + interval '1 month')::timestamp at time zone ${zone})
    and ${amount} <> 0`
  // The portals of a label are beyond the reach of its master's own call; the line names one of the same account.
  return elevated(tx, 'ownAccount', async () => {
    const [counted] = await rows<{ total: number; amount: string | null }>(
      tx,
      sql`select count(*)::int as total, sum(${amount}) as amount from order_line l where ${where}`,
    )
    const items = await rows<Columns>(
      tx,
      sql`select o.external_id, l.at, l.kind, coalesce(nullif(m.name, ''), m.sku) as name, m.sku, l.units,
          l.net_micros as net, ${amount} as amount
        from order_line l join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
        join sku_mapping m on m.portal_id = l.portal_id and m.id = l.sku_id
        where ${where} order by l.at, l.order_id, l.kind, l.ordinal limit ${pageSize} offset ${(page - 1) * pageSize}`,
    )
    return {
      ...listOf(
        items.map((item) => ({
          order: item.external_id,
          at: new Date(item.at).toISOString(),
          kind: item.kind,
          name: item.name,
          sku: item.sku,
          units: item.units,
          netMicros: Number(item.net),
          amountMicros: Number(item.amount),
        })),
        counted?.total ?? 0,
        page,
      ),
      sumCents: microsToCents(String(counted?.amount ?? '0')),
      lineCents: line.amountCents,
    }
  })
}
