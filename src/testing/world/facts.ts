import { importLines } from '#features/orders/server/import-orders.ts'
import type { LineDraft } from '#features/orders/server/line-draft.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { agentOf } from '#features/visits/server/agents.ts'
import { addViews, dropOldViews } from '#features/visits/server/ingest-views.ts'
import { hostOf, sourceOf } from '#features/visits/server/sources.ts'
import type { ViewDraft } from '#features/visits/server/view-draft.ts'
import type { Database } from '#platform/db.ts'
import { Big } from '#platform/money.ts'
import { readSecret } from '#platform/secret.ts'
import { makeViews, type WorldView } from './audience.ts'
import { type PortalKey, portals } from './cast.ts'
import type { WorldProduct } from './catalogue.ts'
import { linkId } from './links.ts'
import { makePlaces } from './places.ts'
import { makeOrders, type Stretch, type WorldLine, type WorldOrder } from './sales.ts'

/**
 * Brings the world's orders and visits in through the same doors as real ones, so that the rollups are right. Month by
 * month: the embedded database sorts small batches several times faster than one large one.
 */
export async function ingestFacts(database: Database, products: readonly WorldProduct[], stretch: Stretch) {
  const secret = await readSecret(database, undefined)
  const place = makePlaces()
  const orders = byMonth(
    keys.flatMap((key) => [...makeOrders(key, ownOf(key, products), place, stretch)]),
    (order) => order.placedAt,
  )
  for (const month of orders)
    await importLines(database, 'shop', { by: 'portal', create: false }, month.flatMap(draftsOf), { secret })

  // Views have no number of their own to know them by when a world cut short is made again: only what is newer counts.
  const [seen] = await database.query<{ at: Date | null }>(
    'select max(day)::timestamptz as at from daily_visitor',
  )
  const views = byMonth(
    keys.flatMap((key) => [...makeViews(key, recordAges(ownOf(key, products)), place, stretch)]),
    (view) => view.at,
  )
  for (const month of views) {
    const last = month.at(-1)?.at
    if (seen?.at && last && last.getTime() < new Date(seen.at).getTime() + 86_400_000) continue
    await addViews(database, month.map(viewOf))
    await rollWaitingBatches(database)
  }
  await dropOldViews(database, stretch.now)
}

const keys = Object.keys(portals) as PortalKey[]
const ownOf = (key: PortalKey, products: readonly WorldProduct[]) =>
  products.filter(({ portal }) => portal === key)
const recordAges = (products: readonly WorldProduct[]) => [
  ...new Set(products.map(({ releasedDaysAgo }) => releasedDaysAgo).filter(Number.isFinite)),
]

/** Lists of what happened in each month, oldest first. */
function byMonth<T>(all: T[], momentOf: (one: T) => Date): T[][] {
  const sorted = all.sort((a, b) => momentOf(a).getTime() - momentOf(b).getTime())
  return [...Map.groupBy(sorted, (one) => momentOf(one).toISOString().slice(0, 7)).values()]
}

/** An order as a source would tell it: its lines, and what was taken back later. */
function draftsOf(order: WorldOrder): LineDraft[] {
  const { cancelledAt, refund } = order
  return order.lines.flatMap((line, index): LineDraft[] => {
    const sale = draftOf(order, line, index)
    const back = { ...sale, gross: new Big(0), net: sale.net.times(-1), tax: sale.tax.times(-1) }
    if (cancelledAt)
      return [sale, { ...back, kind: 'cancellation', at: cancelledAt.getTime(), units: -sale.units }]
    if (refund?.lines.includes(index))
      return [sale, { ...back, kind: 'refund', at: refund.at.getTime(), units: 0 }]
    return [sale]
  })
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
    ...attribution(order),
  }
}

// Places of the links «Shop», «Latest video» and «Newsletter».
const bringers = [3, 3, 2, 5]

/** What a shop that is told of the click passes on: every third order, and a campaign with some of the newsletter's. */
function attribution({ portal, externalId }: WorldOrder): Pick<LineDraft, 'clickId' | 'campaign'> {
  const number = Number(externalId.split('-').at(-1))
  if (number % 3 !== 0) return {}
  const place = bringers[(number / 3) % bringers.length] ?? 3
  return { clickId: linkId(portal, place), campaign: place === 5 ? 'novedades' : null }
}

/** A view as the public page would count it. */
export function viewOf(view: WorldView): ViewDraft {
  const { device, browser } = agentOf(view.userAgent)
  const query = new URLSearchParams(
    view.utm ? Object.entries(view.utm).map(([name, value]) => [`utm_${name}`, value]) : [],
  )
  return {
    portalId: portals[view.portal].id,
    at: view.at.getTime(),
    kind: view.link === null ? 'view' : 'click',
    visitor: `${view.address}\n${view.userAgent}`,
    path: view.path,
    ...sourceOf(hostOf(view.referrer), query, new Set()),
    // As behind a proxy that tells where its visitors are.
    ...view.place,
    device,
    browser,
    linkId: view.link === null ? null : linkId(view.portal, view.link),
    lineHash: null,
  }
}

const withoutVat = (cents: number, pct: number) => Math.round((cents * 100) / (100 + pct))
const euros = (cents: number) => new Big(cents).div(100)
