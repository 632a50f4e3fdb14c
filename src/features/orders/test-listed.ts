import { v7 } from 'uuid'
import { beforeAll } from 'vitest'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import { order, orderLine } from './server/table.ts'
import { skuRows } from './test-skus.ts'

const madrid = (text: string) => new Date(`${text}+02:00`)

interface Line {
  kind?: 'sale' | 'refund' | 'cancellation'
  cents: number
  orders?: number
  units?: number
  unmapped?: true
}
const refund = (cents: number): Line => ({ kind: 'refund', cents: -cents, units: 0 })
const cancel = (cents: number, orders = -1): Line => ({
  kind: 'cancellation',
  cents: -cents,
  orders,
  units: -1,
})

function valuesOf(line: Line, good: string) {
  const { kind = 'sale', cents, orders = kind === 'sale' ? 1 : 0, units = 1, unmapped } = line
  const micros = cents * 10_000
  return {
    ...{ kind, units, orders, productId: unmapped ? null : good },
    ...{ grossAmount: '0', netAmount: '0', taxAmount: '0', currencyRate: '1' },
    ...{ grossMicros: kind === 'sale' ? micros : 0, discountsMicros: 0 },
    ...{ refundsMicros: kind === 'sale' ? 0 : -micros, netMicros: micros, taxMicros: 0 },
    ...{ incomeMicros: 0, commissionPct: '20' },
  }
}

/** A world with a label of two portals, and one beside it, whose orders are of every state, source and place. */
export function listedOrders() {
  const { world, run, putGood, putSku } = skuRows()
  const of = { label: '', one: '', two: '', alone: '', good: '' }
  let sku = ''
  const ids: Record<string, string> = {}
  /** An order with its lines; where nothing else is said, one sale of a product. */
  async function put(
    portalId: string,
    externalId: string,
    row: Partial<typeof order.$inferInsert> = {},
    lines: readonly Line[] = [{ cents: 1_000 }],
  ) {
    const [id, batchId] = [v7(), v7()]
    const at = row.placedAt ?? madrid('2026-10-05T12:00:00')
    await run(async (tx) => {
      const own = { portalId, id, externalId, batchId, source: 'csv', placedAt: at, currency: 'EUR' }
      await tx.insert(order).values({ ...own, ...row })
      await tx.insert(orderLine).values(
        lines.map((line, ordinal) => ({
          ...{ portalId, orderId: id, ordinal, at, skuId: sku, currency: 'EUR', batchId },
          ...valuesOf(line, of.good),
        })),
      )
    })
    ids[externalId] = id
    return id
  }

  beforeAll(async () => {
    const { database } = world
    const made = await putAccount(database, 'Sello')
    of.label = made.accountId
    of.one = made.portalId
    of.two = await putPortal(database, of.label)
    of.alone = (await putAccount(database, 'Suelta')).portalId
    of.good = await putGood(of.one, 'Disco')
    sku = await putSku(of.one, { sku: 'LP' }, [])
    const zahara = { country: 'ES', city: 'Zahara' }
    await put(of.one, 'N-1', {
      ...zahara,
      province: 'ES-CA',
      source: 'shopify:una',
      placedAt: madrid('2026-10-01T23:59:59'),
    })
    await put(of.one, 'N-2', {
      ...zahara,
      province: 'ES-SE',
      source: 'shopify:otra',
      placedAt: madrid('2026-10-02T00:00:00'),
    })
    await put(of.one, 'N-3', { source: 'shopify' }, [
      { cents: 700, unmapped: true },
      { cents: 50, orders: 0 },
    ])
    await put(of.one, 'N-4', { country: 'MX', city: 'Zahara' }, [{ cents: 1_000 }, refund(400)])
    await put(of.one, 'N-5', {}, [{ cents: 1_000 }, refund(1_000)])
    await put(of.one, 'N-6', {}, [{ cents: 1_000 }, cancel(1_000)])
    await put(of.one, 'N-7', {}, [{ cents: 2_000 }, { cents: 300, orders: 0 }, cancel(300, 0)])
    await put(of.one, 'N-8', {}, [{ cents: 1_000 }, refund(400), cancel(600)])
    await put(of.one, 'letras', { city: 'Ninguna Zahara' }, [{ cents: 20 }])
    await put(of.two, 'N-9', { country: 'ES', city: 'ZAHARA', source: 'shop' }, [{ cents: 5 }])
    await put(of.alone, 'N-1', { ...zahara, source: 'shopify:una' }, [
      { cents: 5, unmapped: true },
      refund(1),
    ])
  })
  return { run, of, ids }
}
