import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyOrders } from '#features/orders/server/apply-orders.ts'
import { inBulk } from '#platform/bulk.ts'
import { asService } from '#platform/db.ts'
import { Big } from '#platform/money.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { parseBody } from './server/payload.ts'
import { readShopifyOrder } from './server/read-shopify-order.ts'
import { shopifyOrder } from './test-orders.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const rates = new Map([['EUR', new Big(1)]])
const secret = Buffer.alloc(32, 3)

const at = (minute: number) => `2026-11-02T10:${String(minute).padStart(2, '0')}:00+01:00`
type Step = 'ship' | 'refund' | 'restock' | 'edit' | 'cancel' | 'note'

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
    if (step === 'cancel') cancelled ??= at(minute)
    states.push(tell(minute))
  })
  return states
}

class Undo extends Error {}

/** What the deliveries come to: orders, facts, totals, stock. Taken back afterwards. */
async function outcome(bodies: readonly string[], sizes: readonly number[]): Promise<unknown> {
  let found: unknown
  const run = world.database.transaction(asService, async () => {
    await inBulk(world.database, async (bulk) => {
      let rest = [...bodies]
      for (const size of [...sizes, bodies.length]) {
        const told = rest.slice(0, size).map((body) => {
          const { snapshot, buyer } = readShopifyOrder(parseBody(body))
          return { portalId, snapshot, buyer, rates }
        })
        rest = rest.slice(size)
        if (told.length > 0) await applyOrders(bulk, 'shopify', told, secret)
      }
      const q = (text: string) => bulk.query(text)
      found = JSON.stringify([
        await q(`select o.external_id, l.kind, l.ordinal, l.at::text, l.units, l.orders, l.gross_micros::text,
            l.net_micros::text, l.refunds_micros::text, l.tax_micros::text, l.income_micros::text
          from order_line l join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
          where o.source = 'shopify' order by 1, 2, 3`),
        await q(`select * from (select scope_id, grain, t::text, orders::int, units::int, net_micros::text, refunds_micros::text
          from sales_total where t between '2026-11-01' and '2026-11-30' order by 1, 2, 3) x
          where orders <> 0 or units <> 0 or net_micros <> '0' or refunds_micros <> '0'`),
        await q('select id, on_hand, committed from stock order by id'),
      ])
    })
    throw new Undo()
  })
  await run.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
  })
  return found
}

test('whatever order, repetition or loss deliveries come with, a replay ends in the same', async () => {
  const [product] = await world.database.query<{ sku: string }>(
    `select sku from product where portal_id = $1 and format = 'limited' and sku is not null limit 1`,
    [portalId],
  )
  const sku = product?.sku ?? ''
  const steps = fc.array(fc.constantFrom<Step>('ship', 'refund', 'restock', 'edit', 'cancel', 'note'), {
    minLength: 1,
    maxLength: 5,
  })
  await fc.assert(
    fc.asyncProperty(steps, steps, fc.infiniteStream(fc.nat()), async (first, second, chance) => {
      const all = [...statesOf('#P1', sku, first), ...statesOf('#P2', sku, second)].map((body) =>
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
      const ordered = await outcome(all, [all.length])
      expect(await outcome([...arrivals, ...shuffled(all)], sizes)).toBe(ordered)
    }),
    { numRuns: 12, seed: 20_261_120 },
  )
}, 120_000)
