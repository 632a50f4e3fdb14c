import { DailyRates } from '#features/exchange-rates/server/daily-rates.ts'
import { applyOrders } from '#features/orders/server/apply-orders.ts'
import { keptRate, parseCurrencyRates } from '#features/orders/server/currency-rates.ts'
import type { ToldOrder } from '#features/orders/server/order-histories.ts'
import type { Snapshot } from '#features/orders/server/order-snapshot.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { type Bulk, inBulk } from '#platform/bulk.ts'
import type { Database } from '#platform/db.ts'
import { Big } from '#platform/money.ts'
import { shopTold } from './occasions.ts'
import { type Outcome, type Read, readDelivery, type Waiting } from './read-delivery.ts'
import type { Produced } from './read-printful.ts'
import { shareOrders } from './share-orders.ts'

const batchSize = 200

/**
 * Works off everything that waits, oldest first; any number of processes may do so at the same time. A delivery that
 * cannot be used keeps its error and can be tried again; all others go through. Answers how many there were.
 */
export async function processDeliveries(database: Database, secret: Buffer): Promise<number> {
  let worked = 0
  for (;;) {
    const found = await workOffSafely(database, secret)
    worked += found
    if (found > 0) await rollWaitingBatches(database)
    if (found < batchSize) return worked
  }
}

/** A delivery that the database cannot take must not keep all others waiting: then each is tried by itself. */
async function workOffSafely(database: Database, secret: Buffer): Promise<number> {
  try {
    return await inBulk(database, (bulk) => workOff(bulk, secret, batchSize))
  } catch (error) {
    if (!isAboutData(error)) throw error
  }
  for (let worked = 0; worked < batchSize; worked++) {
    const tried: Waiting[] = []
    try {
      if ((await inBulk(database, (bulk) => workOff(bulk, secret, 1, tried))) === 0) return worked
    } catch (error) {
      const [one] = tried
      if (!isAboutData(error) || !one) throw error
      const outcome = { id: one.id, portal_id: one.portal_id, reference: null }
      await inBulk(database, (bulk) =>
        settle(bulk, [{ ...outcome, state: 'failed', error: { code: 'notStored' } }]),
      )
    }
  }
  return batchSize
}

/** PostgreSQL's classes 22 and 23: values that do not fit, rules that they break. */
const isAboutData = (error: unknown) => {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  return /^2[23]/.test(String(code ?? cause?.code ?? ''))
}

async function workOff(bulk: Bulk, secret: Buffer, limit: number, tried: Waiting[] = []): Promise<number> {
  const waiting = await bulk.query<Waiting>(
    `select d.portal_id, d.id, d.connector_id, c.kind, c.source, d.topic, d.body, d.received_at, c.currency_rates
    from webhook_delivery d join connector c on c.portal_id = d.portal_id and c.id = d.connector_id
    where d.state = 'waiting' order by d.received_at, d.id limit ${limit} for update of d skip locked`,
  )
  tried.push(...waiting)
  if (waiting.length === 0) return 0
  await settle(bulk, await applyDeliveries(bulk, waiting, secret))
  await shopTold.tell(
    bulk,
    waiting.map(({ connector_id, topic, body, received_at }) => ({
      ...{ connectorId: connector_id, topic, body, receivedAt: received_at },
    })),
  )
  return waiting.length
}

/**
 * Applies what deliveries say, however they came here, and answers what became of each. `past`: orders that nobody had told
 * of left the shelves long ago.
 */
export async function applyDeliveries(
  bulk: Bulk,
  waiting: readonly Waiting[],
  secret: Buffer,
  { past = false } = {},
): Promise<Outcome[]> {
  const reads = waiting.map((one) => ({ one, read: readDelivery(one) }))
  for (const source of new Set(waiting.map((one) => one.source))) {
    const orders = await rated(
      bulk,
      source,
      reads.filter(({ one }) => one.source === source),
    )
    if (orders.length > 0) await applyOrders(bulk, source, orders, secret, { past })
  }
  await bin(bulk, reads, secret)
  for (const { one, read } of reads) if (read.produced) await keepProduced(bulk, one, read.produced)
  return reads.map(({ read }) => read.outcome)
}

/** Orders with what each is counted at; a delivery of an order in a currency without a rate fails. */
async function rated(
  bulk: Bulk,
  source: string,
  reads: readonly { one: Waiting; read: Read }[],
): Promise<ToldOrder[]> {
  const daily = new DailyRates(bulk)
  const orders: ToldOrder[] = []
  const shared = await shareOrders(
    bulk,
    reads.map(({ one, read }) => read.order && { ...read.order, connectorId: one.connector_id, source }),
  )
  for (const [at, { one, read }] of reads.entries()) {
    if (!read.order) continue
    const parts = shared[at] ?? []
    const { portalId = one.portal_id, snapshot = read.order.snapshot } = parts[0] ?? {}
    const { currency, externalId, placedAt } = snapshot
    const rateOf = async () =>
      (await keptRate(bulk, source, { portalId, externalId, currency })) ??
      parseCurrencyRates(JSON.stringify(one.currency_rates)).get(currency) ??
      (await daily.on(currency, placedAt))
    const rate = currency === 'EUR' ? new Big(1) : await rateOf()
    if (rate) orders.push(...parts.map((part) => ({ ...part, rate })))
    else
      Object.assign(read.outcome, {
        state: 'failed',
        reference: null,
        error: { code: 'noRate', params: { currency } },
      })
  }
  return orders
}

/** Takes back what a shop has put into its bin, as a cancellation of the day on which it was told. */
async function bin(bulk: Bulk, reads: readonly { one: Waiting; read: Read }[], secret: Buffer) {
  for (const { one, read } of reads) {
    if (!read.binned) continue
    const [known] = await bulk.query<{ state: Snapshot }>(
      `select state from order_state where portal_id = $1 and source = $3
        and (external_id = $2 and coalesce(state->>'sourceId', $2) = $2 or state->>'sourceId' = $2) limit 1`,
      [one.portal_id, read.binned, one.source],
    )
    if (!known) {
      read.outcome.state = 'ignored'
      continue
    }
    const snapshot = {
      ...known.state,
      toldAt: new Date(one.received_at).getTime(),
      cancelled: { keepsMoney: false },
    }
    const order = { portalId: one.portal_id, snapshot, buyer: null }
    await applyOrders(
      bulk,
      one.source,
      await rated(bulk, one.source, [{ one, read: { ...read, order } }]),
      secret,
    )
    read.outcome.reference = snapshot.externalId
  }
}

async function keepProduced(bulk: Bulk, one: Waiting, { shipmentId, reference, at, lines }: Produced) {
  await bulk.query(
    `insert into production (portal_id, connector_id, shipment_id, line, reference, sku, units, at)
    select $1::uuid, $2::uuid, $3, x.line, $4, x.sku, sum(x.units)::int, $5::timestamptz
    from jsonb_to_recordset($6::jsonb) as x(line text, sku text, units int) group by x.line, x.sku
    on conflict (portal_id, connector_id, shipment_id, line) do nothing`,
    [
      one.portal_id,
      one.connector_id,
      shipmentId,
      reference,
      new Date(at).toISOString(),
      JSON.stringify(lines),
    ],
  )
}

/** What was told of buyers is not kept once it is worked off. */
async function settle(bulk: Bulk, outcomes: readonly Outcome[]) {
  await bulk.query(
    `update webhook_delivery d set state = x.state, reference = x.reference, error = x.error, tries = d.tries + 1,
      processed_at = clock_timestamp(), body = case when x.state = 'failed' then d.body else '' end
    from jsonb_to_recordset($1::jsonb) as x(portal_id uuid, id uuid, state text, reference text, error jsonb)
    where d.portal_id = x.portal_id and d.id = x.id`,
    [JSON.stringify(outcomes)],
  )
}

/** Deliveries are kept for 30 days, for as long as shops repeat them and somebody may ask. */
export async function dropOldDeliveries(database: Database): Promise<void> {
  await inBulk(database, (bulk) =>
    bulk.query(`delete from webhook_delivery where received_at < clock_timestamp() - interval '30 days'`),
  )
}
