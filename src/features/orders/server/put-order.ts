import { DailyRates } from '#features/exchange-rates/server/daily-rates.ts'
import { type Bulk, inBulk } from '#platform/bulk.ts'
import type { PortalCall } from '#platform/call.ts'
import { elevated } from '#platform/db.ts'
import { BadInput, NotFound } from '#platform/errors.ts'
import { Big } from '#platform/money.ts'
import { countryCode, provinceCode } from '#platform/place.ts'
import type { OrderDraft, ToldAnswer } from '../contract.ts'
import { applyOrders } from './apply-orders.ts'
import { keptRate } from './currency-rates.ts'
import { type Faults, faultsOf, refundTax, sizeFaults } from './order-faults.ts'
import { orderIdOf, toldAtOf } from './order-said.ts'
import type { Snapshot } from './order-snapshot.ts'
import { getOrder } from './queries.ts'

function refuse(faults: Faults) {
  if (Object.keys(faults).length > 0) throw new BadInput('invalidInput', faults)
}

/** Takes an order over as it stands. @throws BadInput by the field: a currency without its rate, and all of order-faults.ts. */
export async function putOrder(call: PortalCall, draft: OrderDraft): Promise<ToldAnswer> {
  const { tx, database, portal, services } = call
  refuse(faultsOf(draft, call.now))
  const snapshot = snapshotOf(draft, call.now)
  // Totals of labels and of everything are nobody's own.
  await elevated(tx, 'totals', () =>
    inBulk(database, async (bulk) => {
      const rate = await rateOf(bulk, portal.id, draft)
      refuse(sizeFaults(draft, rate))
      await applyOrders(
        bulk,
        'api',
        [{ portalId: portal.id, snapshot, buyer: draft.buyer || null, rate }],
        services.secret,
      )
    }),
  )
  const id = await orderIdOf(tx, portal.id, 'api', draft.externalId)
  const made = id && (await getOrder(tx, portal.id, id))
  if (!made) throw new NotFound()
  const knownAt = await toldAtOf(tx, portal.id, 'api', draft.externalId)
  // What is older than what is known changes nothing but the moments at which things were first seen.
  const applied = knownAt === undefined || knownAt <= snapshot.toldAt
  return {
    ...made,
    applied,
    notAppliedBecause: applied ? null : 'older',
    knownAt: new Date(knownAt ?? snapshot.toldAt).toISOString(),
  }
}

/** As the caller says, else as the order was counted before, else the reference rate of its day. */
async function rateOf(bulk: Bulk, portalId: string, draft: OrderDraft): Promise<Big> {
  const { currency, currencyRate, externalId, placedAt } = draft
  if (currency === 'EUR') return new Big(1)
  const rate = currencyRate
    ? new Big(currencyRate)
    : ((await keptRate(bulk, 'api', { portalId, externalId, currency })) ??
      (await new DailyRates(bulk).on(currency, Date.parse(placedAt))))
  if (!rate) throw new BadInput('invalidInput', { currencyRate: { code: 'orders.rateNeeded' } })
  return rate
}

function snapshotOf(draft: OrderDraft, now: Date): Snapshot {
  return {
    externalId: draft.externalId,
    placedAt: Date.parse(draft.placedAt),
    toldAt: draft.updatedAt ? Date.parse(draft.updatedAt) : now.getTime(),
    currency: draft.currency,
    ...(draft.currencyRate && draft.currency !== 'EUR' ? { rate: draft.currencyRate } : {}),
    ...placeOf(draft),
    campaign: draft.campaign || null,
    clickId: draft.click?.toLowerCase() ?? null,
    sold: true,
    cancelled: draft.cancelledAt ? { at: Date.parse(draft.cancelledAt), keepsMoney: false } : null,
    lines: draft.lines.map(lineOf),
    refunds: (draft.refunds ?? []).map(({ id, at, lines }) => ({
      id,
      at: Date.parse(at),
      lines: lines.map((part) => {
        const line = draft.lines.find(({ id: own }) => own === part.id)
        const tax = line ? refundTax(line, part) : new Big(part.tax ?? 0)
        return { id: part.id, net: new Big(part.amount).minus(tax).toFixed(), tax: tax.toFixed() }
      }),
    })),
  }
}

function placeOf({ country: told = '', province = '', postalCode = '', city }: OrderDraft) {
  const country = countryCode(told)
  return {
    country: country ?? null,
    province: provinceCode(country, province, postalCode) ?? null,
    city: city || null,
  }
}

function lineOf(draft: OrderDraft['lines'][number]): Snapshot['lines'][number] {
  const { id, sku, name = '', units, unitPrice, discount = 0, tax = 0, shipped = 0, returned = 0 } = draft
  const listed = new Big(unitPrice).times(units)
  const paid = listed.minus(discount)
  const net = paid.minus(tax)
  const gross = paid.eq(0) ? listed : listed.times(net).div(paid).round(6)
  return {
    id,
    sku,
    name,
    units,
    gross: gross.toFixed(),
    net: net.toFixed(),
    tax: new Big(tax).toFixed(),
    shipped: Math.min(units, shipped),
    removed: 0,
    returned,
  }
}
