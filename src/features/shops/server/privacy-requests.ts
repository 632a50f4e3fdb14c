import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Call, PortalCall } from '#platform/call.ts'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { iso, maybeIso, select } from '#platform/select.ts'
import { sheetFile } from '#platform/sheet-out.ts'
import type { PrivacyRequest } from '../contract.ts'
import { shopPrivacy } from './table.ts'

const s = alias(shopPrivacy, 's')
const columns = {
  id: s.id,
  kind: s.kind,
  reference: s.reference,
  orders: s.orders,
  askedAt: iso(s.askedAt),
  doneAt: maybeIso(s.doneAt),
}

/** What a shop asked, the latest first. */
export const findPrivacyRequests = (
  tx: Tx,
  portalId: string,
  connectorId: string,
  requestId?: string,
): Promise<PrivacyRequest[]> =>
  select(
    tx,
    columns,
    sql`shop_privacy s where s.portal_id = ${portalId} and s.connector_id = ${connectorId}
      ${requestId ? sql`and s.id = ${requestId}` : sql``} order by s.asked_at desc, s.id desc limit 100`,
  )

interface Which {
  connectorId: string
  requestId: string
}

interface HeldOrder {
  order: string
  placedAt: string
  currency: string
  country: string | null
  province: string | null
  city: string | null
  campaign: string | null
  lines: { name: string; sku: string; kind: string; units: number; net: number; tax: number }[]
}

const one = (portalId: string, { connectorId, requestId }: Which) =>
  and(
    eq(shopPrivacy.portalId, portalId),
    eq(shopPrivacy.connectorId, connectorId),
    eq(shopPrivacy.id, requestId),
  )

/** What is held of a customer, a line of an order a row. @throws NotFound, also once it was handed over */
export async function privacyFile(
  call: Pick<Call, 'tx' | 'locale' | 'byPerson' | 'headers' | 'signal'> & Pick<PortalCall, 'portal'>,
  which: Which,
) {
  const [found] = await call.tx
    .select({ held: shopPrivacy.held, reference: shopPrivacy.reference })
    .from(shopPrivacy)
    .where(one(call.portal.id, which))
  if (!found?.held) throw new NotFound()
  const orders = found.held as HeldOrder[]
  async function* lines() {
    yield orders.flatMap(({ lines: of, ...order }) =>
      of.map((line) => [
        ...[order.order, order.placedAt, order.country ?? '', order.province ?? '', order.city ?? ''],
        ...[
          order.campaign ?? '',
          line.kind,
          line.name,
          line.sku,
          line.units,
          line.net,
          line.tax,
          order.currency,
        ],
      ]),
    )
  }
  const heading = [
    ...['order', 'placed_at', 'country', 'province', 'city', 'campaign'],
    ...['kind', 'name', 'sku', 'units', 'net', 'tax', 'currency'],
  ]
  return sheetFile(call, {
    name: `customer-data-${found.reference || 'request'}`,
    as: 'csv',
    heading,
    lines: lines(),
  })
}

/** Notes that it was handed over: the copy of it goes. @throws NotFound */
export async function finishPrivacyRequest(
  { tx, portal }: PortalCall,
  which: Which,
): Promise<PrivacyRequest> {
  await tx
    .update(shopPrivacy)
    .set({ held: null, doneAt: sql`coalesce(${shopPrivacy.doneAt}, clock_timestamp())` })
    .where(one(portal.id, which))
  const [found] = await findPrivacyRequests(tx, portal.id, which.connectorId, which.requestId)
  if (!found) throw new NotFound()
  return found
}
