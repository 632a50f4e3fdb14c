import { beforeAll, describe, expect, test } from 'vitest'
import type { PortalCall } from '#platform/call.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { why } from '#testing/why.ts'
import type { OrderDraft } from './contract.ts'
import type { Snapshot } from './server/order-snapshot.ts'
import { putOrder } from './server/put-order.ts'

/** An order as a program tells it, and as it is kept. */

const world = testDatabase()
const now = new Date('2026-06-01T10:00:00Z')
let portalId = ''
beforeAll(async () => {
  portalId = (await putAccount(world.database, 'Programa')).portalId
  await world.database.query(
    `insert into exchange_rate (currency, day, per_euro) values ('USD', '2001-03-02', 4) on conflict do nothing`,
  )
})

const line = (more: Partial<OrderDraft['lines'][number]> = {}) => ({
  ...{ id: '1', sku: 'A', units: 3, unitPrice: '10' },
  ...more,
})
const draft = (externalId: string, more: Partial<OrderDraft> = {}): OrderDraft => ({
  ...{ externalId, placedAt: '2026-03-04T10:00:00Z', currency: 'EUR', lines: [line()] },
  ...more,
})
const put = (of: OrderDraft, at = now) =>
  inTrial(world.database, (tx) =>
    putOrder(
      {
        ...{ tx, database: world.database, portal: { id: portalId }, now: at },
        services: { secret: Buffer.alloc(32, 7) },
      } as unknown as PortalCall,
      of,
    ),
  )
const kept = async (externalId: string) => {
  const [row] = await world.database.query<{ state: Snapshot; rates: Record<string, string> }>(
    'select state, rates from order_state where portal_id = $1 and external_id = $2',
    [portalId, externalId],
  )
  if (!row) throw new Error('Not kept')
  return row
}
const stateOf = async (of: OrderDraft, at?: Date) => {
  await put(of, at)
  return (await kept(of.externalId)).state
}

describe('an order', () => {
  test('without more than it needs is of its moment, from nowhere, and sold', async () => {
    const state = await stateOf(draft('plain'))
    expect(state).toEqual({
      ...{ externalId: 'plain', placedAt: Date.parse('2026-03-04T10:00:00Z'), toldAt: now.getTime() },
      ...{ currency: 'EUR', country: null, province: null, city: null, campaign: null, clickId: null },
      ...{ sold: true, cancelled: null, refunds: [] },
      lines: [
        {
          ...{ id: '1', sku: 'A', name: '', units: 3, gross: '30', net: '30', tax: '0' },
          ...{ shipped: 0, removed: 0, returned: 0 },
        },
      ],
    })
  })

  test('tells where it went to, what led to it and when it was called off', async () => {
    const state = await stateOf(
      draft('full', {
        ...{ updatedAt: '2026-05-01T10:00:00Z', cancelledAt: '2026-04-01T10:00:00Z', country: 'España' },
        ...{
          city: 'Vigo',
          postalCode: '36201',
          campaign: 'gira',
          click: 'A0A0A0A0-0000-7000-8000-000000000000',
        },
      }),
    )
    expect(state).toMatchObject({
      ...{ toldAt: Date.parse('2026-05-01T10:00:00Z'), country: 'ES', province: 'ES-PO', city: 'Vigo' },
      ...{ campaign: 'gira', clickId: 'a0a0a0a0-0000-7000-8000-000000000000' },
      cancelled: { at: Date.parse('2026-04-01T10:00:00Z'), keepsMoney: false },
    })
    expect(await stateOf(draft('odd', { country: 'Nirgendwo', city: '', campaign: '' }))).toMatchObject({
      ...{ country: null, city: null, campaign: null },
    })
  })

  test('comes to what was paid without tax, of as much before the discount as its share of it', async () => {
    const state = await stateOf(
      draft('amounts', {
        lines: [
          line({ discount: '6', tax: '4', shipped: 5, returned: 1, name: 'Taza' }),
          line({ id: '2', units: 1, discount: '10' }),
          line({ id: '3', units: 2, tax: '2', shipped: 1 }),
          line({ id: '4', unitPrice: '1', discount: '1', tax: '0.5' }),
        ],
      }),
    )
    expect(
      state.lines.map(({ gross, net, tax, shipped, returned }) => [gross, net, tax, shipped, returned]),
    ).toEqual([
      ['25', '20', '4', 3, 1],
      ['10', '0', '0', 0, 0],
      ['18', '18', '2', 1, 0],
      ['2.25', '1.5', '0.5', 0, 0],
    ])
    expect(state.lines[0]?.name).toBe('Taza')
  })

  test('gives back what is said, with its tax or the line’s share of it', async () => {
    const at = '2026-04-01T10:00:00Z'
    const state = await stateOf(
      draft('back', {
        lines: [line({ tax: '6' }), line({ id: '2', units: 1 })],
        refunds: [
          { id: 'R', at, lines: [{ id: '1', amount: '10' }] },
          {
            id: 'S',
            at,
            lines: [
              { id: '1', amount: '10', tax: '1' },
              { id: '2', amount: '4' },
            ],
          },
        ],
      }),
    )
    expect(state.refunds).toEqual([
      { id: 'R', at: Date.parse(at), lines: [{ id: '1', net: '8', tax: '2' }] },
      {
        ...{ id: 'S', at: Date.parse(at) },
        lines: [
          { id: '1', net: '9', tax: '1' },
          { id: '2', net: '4', tax: '0' },
        ],
      },
    ])
  })

  test('is refused by its fields and leaves nothing', async () => {
    expect(await why(put(draft('bad', { lines: [line(), line()] })))).toEqual(['lines.1.id orders.lineTwice'])
    expect(await why(put(draft('bad', { lines: [line({ unitPrice: '9000000' })] })))).toEqual([
      'lines.0.unitPrice orders.lineTooLarge',
    ])
    expect(await why(kept('bad'))).not.toBe('done')
  })
})

describe('the rate', () => {
  const rate = async (externalId: string, more: Partial<OrderDraft> = {}) => {
    const done = await why(put(draft(externalId, { currency: 'USD', ...more })))
    return done === 'done' ? (await kept(externalId)).rates : done
  }

  test('of euros is one, whatever is said', async () => {
    expect(await rate('eur', { currency: 'EUR', currencyRate: '2' })).toEqual({ EUR: '1' })
    expect((await kept('eur')).state).not.toHaveProperty('rate')
  })

  test('is what the program says, else what the order was counted at, else that of its day', async () => {
    expect(await rate('said', { currencyRate: '0.5' })).toEqual({ USD: '0.5' })
    expect((await kept('said')).state.rate).toBe('0.5')
    const later = { updatedAt: '2026-05-31T10:00:00Z', city: 'Vigo' }
    expect(await rate('kept', { currencyRate: '0.5', updatedAt: '2026-05-30T10:00:00Z' })).toEqual({
      USD: '0.5',
    })
    expect(await rate('kept', later)).toEqual({ USD: '0.5' })
    const placedAt = '2001-03-04T10:00:00Z'
    expect(await rate('day', { placedAt })).toEqual({ USD: '0.25' })
    expect(await rate('none', { placedAt: '2001-01-04T10:00:00Z' })).toEqual([
      'currencyRate orders.rateNeeded',
    ])
  })

  test('says what is too much of a line', async () => {
    const lines = [line({ units: 1, unitPrice: '15000000' })]
    expect(await rate('much', { lines, currencyRate: '0.5' })).toEqual({ USD: '0.5' })
    expect(await rate('more', { lines, currencyRate: '1' })).toEqual([
      'lines.0.unitPrice orders.lineTooLarge',
    ])
  })
})

test('the answer says whether it was the newest that is known', async () => {
  const told = (day: string, more: Partial<OrderDraft> = {}) =>
    put(draft('told', { updatedAt: `2026-05-${day}T10:00:00Z`, ...more }))
  const first = await told('10')
  expect(first).toMatchObject({ externalId: 'told', applied: true, notAppliedBecause: null, netCents: 3_000 })
  expect(first.knownAt).toBe('2026-05-10T10:00:00.000Z')
  const older = await told('09', { lines: [line({ units: 1 })] })
  expect(older).toMatchObject({ applied: false, notAppliedBecause: 'older', netCents: 3_000 })
  expect(older.knownAt).toBe('2026-05-10T10:00:00.000Z')
  expect(await told('10')).toMatchObject({ applied: true })
  expect(await told('11', { lines: [line({ units: 1 })] })).toMatchObject({ applied: true, netCents: 1_000 })
})
