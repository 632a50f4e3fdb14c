import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accrueDue } from '#features/billing/server/accrue-sales.ts'
import { closeBill } from '#features/billing/server/close-bill.ts'
import { applyOrders } from '#features/orders/server/apply-orders.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { inBulk } from '#platform/bulk.ts'
import { asService } from '#platform/db.ts'
import { Big } from '#platform/money.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, portals } from '#testing/world/cast.ts'
import { parseBody } from './server/payload.ts'
import { readShopifyOrder } from './server/read-shopify-order.ts'
import { shopifyOrder } from './test-orders.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const rate = new Big(1)
const secret = Buffer.alloc(32, 3)

const at = (minute: number) => `2026-11-02T10:${String(minute).padStart(2, '0')}:00+01:00`
const everyStep = ['ship', 'refund', 'restock', 'edit', 'more', 'cheaper', 'cancel', 'note'] as const
type Step = (typeof everyStep)[number]

/** The states that a shop tells of one order as things happen to it, each whole. */
function statesOf(name: string, sku: string, steps: readonly Step[]) {
  const line = (id: number, quantity: number) => ({
    id,
    sku,
    name: 'Vinilo',
    quantity,
    price: '12.10',
    total_discount: '0.00',
    tax_lines: [{ price: (2.1 * quantity).toFixed(2) }],
  })
  let lines = [line(1, 3)]
  let fulfillments: unknown[] = []
  let refunds: unknown[] = []
  let cancelled: string | undefined
  const tell = (minute: number) =>
    shopifyOrder(name, {
      updated_at: at(minute),
      line_items: lines,
      fulfillments,
      refunds,
      cancelled_at: cancelled ?? null,
    })
  const states = [tell(0)]
  steps.forEach((step, index) => {
    const minute = index + 1
    const back = (quantity: number, restock_type: string) => ({
      id: 100 + minute,
      created_at: at(minute),
      refund_line_items: [{ line_item_id: 1, quantity, subtotal: '12.10', total_tax: '2.10', restock_type }],
    })
    if (step === 'ship')
      fulfillments = [...fulfillments, { status: 'success', line_items: [{ id: 1, quantity: 1 }] }]
    if (step === 'refund' && refunds.length < 2) refunds = [...refunds, back(1, 'cancel')]
    if (step === 'restock' && refunds.length < 2) refunds = [...refunds, back(1, 'return')]
    if (step === 'edit') lines = [...lines, line(lines.length + 1, 1)]
    // What was told before is no longer so: facts that are rolled up, and may be billed, have to go.
    if (step === 'more') lines = lines.map((each) => (each.id === 1 ? line(1, each.quantity + 1) : each))
    if (step === 'cheaper') lines = lines.map((each) => ({ ...each, total_discount: '2.42' }))
    if (step === 'cancel') cancelled ??= at(minute)
    states.push(tell(minute))
  })
  return states
}

class Undo extends Error {}
let billsClosed = 0

/** What happens between arrivals, by place: the roll-up job, the ledger's job, the close of the month. */
type Between = ReadonlyMap<number, 'roll' | 'accrue' | 'close'>

const accountId = accounts.ninoLobo.id
/** What is owed and not yet on a bill, and what stands on bills that are closed. */
const owed = `sum(case when "to" in ('accrued', 'held') then amount_cents else 0 end
  - case when "from" in ('accrued', 'held') then amount_cents else 0 end)`
const heldLines = `select l.* from bill_line l join bill b on b.id = l.bill_id
  where b.account_id = '${accountId}' and b.status = 'Pending' order by l.bill_id, l.position`

/** What the deliveries come to: orders, facts, figures in every dimension, stock, ledger. Taken back afterwards. */
async function outcome(bodies: readonly string[], sizes: readonly number[], between: Between) {
  let found: unknown
  const run = world.database.transaction(asService('trial'), async (tx) => {
    await inBulk(world.database, async (bulk) => {
      const q = (text: string) => bulk.query(text)
      let closed: string | undefined
      const meanwhile = async (what: 'roll' | 'accrue' | 'close' | undefined) => {
        if (what === 'roll') await rollWaitingBatches(world.database)
        if (what === 'accrue') await accrueDue(tx)
        if (what !== 'close' || closed) return
        const result = await closeBill(tx, accountId, {
          through: '2026-11-01',
          now: new Date('2026-12-10T12:00:00Z'),
          appOrigin: 'http://localhost',
        })
        if ('closed' in result) closed = JSON.stringify(await q(heldLines))
        if ('closed' in result) billsClosed++
      }
      let rest = [...bodies]
      for (const [place, size] of [...sizes, bodies.length].entries()) {
        const told = rest.slice(0, size).map((body) => {
          const { snapshot, buyer } = readShopifyOrder(parseBody(body))
          return { portalId, snapshot, buyer, rate }
        })
        rest = rest.slice(size)
        if (told.length > 0) await applyOrders(bulk, 'shopify', told, secret)
        await meanwhile(between.get(place))
      }
      await rollWaitingBatches(world.database)
      await accrueDue(tx)
      // What is on a closed bill stays as it was; what came late is on the next one.
      if (closed) expect(JSON.stringify(await q(heldLines))).toBe(closed)
      found = [
        await q(`select o.external_id, l.kind, l.ordinal, l.at::text, l.units, l.orders, l.gross_micros::text,
            l.net_micros::text, l.refunds_micros::text, l.tax_micros::text, l.income_micros::text
          from order_line l join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
          where o.source = 'shopify' order by 1, 2, 3`),
        await q(`select * from (select scope_id, grain, t::text, orders::int, units::int, net_micros::text, refunds_micros::text
          from sales_total where t between '2026-11-01' and '2026-11-30' order by 1, 2, 3) x
          where orders <> 0 or units <> 0 or net_micros <> '0' or refunds_micros <> '0'`),
        await q(`select d.portal_id, d.country, d.grain, d.t::text, m.sku, d.orders::int, d.units::int, d.albums::int,
            d.gross_micros::text, d.discounts_micros::text, d.refunds_micros::text, d.net_micros::text, d.income_micros::text
          from sku_total d join sku_mapping m on m.id = d.sku_id
          where d.t between '2026-10-31' and '2026-11-30' and (d.orders, d.units, d.gross_micros, d.discounts_micros,
            d.refunds_micros, d.net_micros, d.income_micros) is distinct from (0, 0, 0, 0, 0, 0, 0)
          order by 1, 2, 3, 4, 5`),
        await q(`select d.scope_id, d.dimension, d.grain, d.t::text, d.value, d.orders::int, d.units::int, d.albums::int,
            d.gross_micros::text, d.discounts_micros::text, d.refunds_micros::text, d.net_micros::text, d.income_micros::text
          from sales_dimension d
          where d.t between '2026-10-31' and '2026-11-30' and (d.orders, d.units, d.gross_micros, d.discounts_micros,
            d.refunds_micros, d.net_micros, d.income_micros) is distinct from (0, 0, 0, 0, 0, 0, 0)
          order by 1, 2, 3, 4, 5`),
        await q('select id, on_hand, committed from stock order by id'),
        await q(`select portal_id, month::text, type, commission_bp, sum(micros)::text as micros,
            sum(amount_cents)::text as cents, sum(units)::text as units
          from ledger_entry where account_id = '${accountId}' and micros is not null
          group by 1, 2, 3, 4 having sum(micros) <> 0 or sum(amount_cents) <> 0 order by 1, 2, 3, 4`),
        await q(`select ${owed}::text as owed from ledger_entry where account_id = '${accountId}'`),
      ]
    })
    throw new Undo()
  })
  await run.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
  })
  return found
}

const skuOf = async (format: string) =>
  (
    await world.database.query<{ sku: string }>(
      `select sku from product where portal_id = $1 and format = $2 and sku is not null order by sku limit 1`,
      [portalId, format],
    )
  )[0]?.sku ?? ''

test('whatever order, repetition or loss deliveries come with, a replay ends in the same', async () => {
  const [limited, onDemand] = [await skuOf('limited'), await skuOf('onDemand')]
  expect(limited && onDemand).not.toBe('')
  const steps = fc.array(fc.constantFrom<Step>(...everyStep), {
    minLength: 1,
    maxLength: 5,
  })
  await fc.assert(
    fc.asyncProperty(steps, steps, fc.infiniteStream(fc.nat()), async (first, second, chance) => {
      const all = [...statesOf('#P1', limited, first), ...statesOf('#P2', onDemand, second)].map((body) =>
        JSON.stringify(body),
      )
      const next = () => chance.next().value ?? 0
      const shuffled = (list: readonly string[]) =>
        list
          .map((body) => ({ body, key: next() }))
          .sort((a, b) => a.key - b.key)
          .map(({ body }) => body)
      // Some are lost at first, some come twice; then everything is sent once more, in yet another order.
      const arrivals = shuffled(
        all.filter(() => next() % 4 > 0).flatMap((body) => (next() % 3 ? [body] : [body, body])),
      )
      const sizes = arrivals.map(() => (next() % 3) + 1)
      const jobs = ['roll', 'roll', 'accrue', 'close'] as const
      const between = new Map(
        sizes.flatMap((_, place) => {
          const job = jobs[next() % 5]
          return job ? [[place, job] as const] : []
        }),
      )
      const ordered = await outcome(all, [all.length], new Map())
      expect(await outcome([...arrivals, ...shuffled(all)], sizes, between)).toEqual(ordered)
    }),
    { numRuns: 16, seed: 20_261_120 },
  )
  expect(billsClosed).toBeGreaterThan(3)
}, 240_000)
