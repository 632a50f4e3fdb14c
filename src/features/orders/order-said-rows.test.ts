import { describe, expect, test } from 'vitest'
import { orderIdOf, toldAtOf } from './server/order-said.ts'
import { getOrder, listOrders } from './server/queries.ts'
import { orderState } from './server/table.ts'
import { listedOrders } from './test-listed.ts'

/** What a list and an order's page say of it. */

const { run, of, ids } = listedOrders()
const list = (query: { q: string }) => run((tx) => listOrders(tx, query, { portals: [of.one], accounts: [] }))

describe('what is said of an order', () => {
  test('is what it comes to now', async () => {
    const { items } = await list({ q: 'N-8' })
    expect(items).toMatchObject([
      { units: 0, grossCents: 1_000, refundsCents: 1_000, netCents: 0, cancelled: true, unmapped: 0 },
    ])
    const [called] = (await list({ q: 'N-7' })).items
    expect(called).toMatchObject({ units: 1, grossCents: 2_300, netCents: 2_000, cancelled: false })
    const [unknown] = (await list({ q: 'N-3' })).items
    expect(unknown).toMatchObject({
      unmapped: 1,
      refundsEstimated: false,
      portal: { id: of.one },
      country: null,
    })
  })

  test('is an estimate where a part was refunded of nobody knows which lines', async () => {
    const told = (share: string) => ({ refunds: [{ id: 'r', lines: [], share }] })
    const estimated = async (share: string, number = 'N-4') => {
      await run((tx) =>
        tx
          .insert(orderState)
          .values({
            portalId: of.one,
            source: 'csv',
            externalId: number,
            toldAt: new Date(0),
            state: told(share),
          })
          .onConflictDoUpdate({
            target: [orderState.portalId, orderState.source, orderState.externalId],
            set: { state: told(share) },
          }),
      )
      return (await list({ q: number })).items[0]?.refundsEstimated
    }
    expect([await estimated('0.4'), await estimated('1'), await estimated('0')]).toEqual([true, false, false])
    expect(await estimated('0.4', 'N-7')).toBe(true)
    expect((await list({ q: 'N-5' })).items[0]?.refundsEstimated).toBe(false)
  })

  test('is found by its portal and its own id or number', async () => {
    const id = ids['N-4'] ?? ''
    const found = await run((tx) => getOrder(tx, of.one, id))
    expect(found?.lines.map(({ kind, netCents, product }) => [kind, netCents, product])).toEqual([
      ['sale', 1_000, { id: of.good, name: 'Disco' }],
      ['refund', -400, { id: of.good, name: 'Disco' }],
    ])
    expect(await run((tx) => getOrder(tx, of.two, id))).toBeUndefined()
    expect(await run((tx) => getOrder(tx, of.one, of.one))).toBeUndefined()
    const known = (portalId: string, source: string, number: string) =>
      run((tx) => orderIdOf(tx, portalId, source, number))
    expect(await known(of.one, 'csv', 'N-4')).toBe(id)
    expect([
      await known(of.one, 'shop', 'N-4'),
      await known(of.two, 'csv', 'N-4'),
      await known(of.one, 'csv', 'N'),
    ]).toEqual([...[undefined, undefined, undefined]])
    const told = (portalId: string, source: string) => run((tx) => toldAtOf(tx, portalId, source, 'N-4'))
    expect([await told(of.one, 'csv'), await told(of.two, 'csv'), await told(of.one, 'shop')]).toEqual([
      0,
      undefined,
      undefined,
    ])
  })
})
