import { importLines } from '#features/orders/server/import-orders.ts'
import type { LineDraft } from '#features/orders/server/line-draft.ts'
import type { Database } from '#platform/db.ts'
import { Big } from '#platform/money.ts'
import { readSecret } from '#platform/secret.ts'
import { type PortalKey, portals } from './cast.ts'
import type { WorldProduct } from './catalogue.ts'
import { makePlaces } from './places.ts'
import { makeOrders, type Stretch, type WorldLine, type WorldOrder } from './sales.ts'

/** Brings the world's orders and visits in through the same doors as real ones, so that the rollups are right. */
export async function ingestFacts(database: Database, products: readonly WorldProduct[], stretch: Stretch) {
  const secret = await readSecret(database, undefined)
  const place = makePlaces()
  const keys = Object.keys(portals) as PortalKey[]
  const lines = function* () {
    for (const key of keys) {
      const own = products.filter((product) => product.portal === key)
      for (const order of makeOrders(key, own, place, stretch)) yield* draftsOf(order)
    }
  }
  await importLines(database, 'shop', { by: 'portal', create: false }, lines(), { secret })
}

/** An order as a source would tell it: its lines, and what was taken back later. */
function* draftsOf(order: WorldOrder): Generator<LineDraft> {
  for (const [index, line] of order.lines.entries()) {
    const sale = draftOf(order, line, index)
    yield sale
    const back = { ...sale, gross: new Big(0), net: sale.net.times(-1), tax: sale.tax.times(-1) }
    if (order.cancelledAt)
      yield { ...back, kind: 'cancellation', at: order.cancelledAt.getTime(), units: -sale.units }
    else if (order.refund?.lines.includes(index))
      yield { ...back, kind: 'refund', at: order.refund.at.getTime(), units: 0 }
  }
}

function draftOf(order: WorldOrder, line: WorldLine, index: number): LineDraft {
  const charged = line.unitPriceCents * line.quantity
  const paid = charged - line.discountCents
  const net = withoutVat(paid, line.vatPct)
  const { country, province, city } = order.place
  return {
    row: 0,
    portalKey: portals[order.portal].code,
    externalId: order.externalId,
    ordinal: index + 1,
    kind: 'sale',
    at: order.placedAt.getTime(),
    placedAt: order.placedAt.getTime(),
    sku: line.sku,
    name: line.product.name.es,
    units: line.quantity,
    currency: 'EUR',
    gross: euros(withoutVat(charged, line.vatPct)),
    net: euros(net),
    tax: euros(paid - net),
    scale: 2,
    country,
    province,
    city,
    buyer: order.buyerEmail,
  }
}

const withoutVat = (cents: number, pct: number) => Math.round((cents * 100) / (100 + pct))
const euros = (cents: number) => new Big(cents).div(100)
