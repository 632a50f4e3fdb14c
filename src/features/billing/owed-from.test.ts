import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { shopifyOrder } from '#features/connectors/test-orders.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { nextOf } from './test-bills.ts'
import { at, halfBack, owedOf, shopSecret as secret, tell } from './test-shop-sales.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const today = formatDay(dayOf(Date.now()))

const owed = () => owedOf(world.database, portalId)
const netOf = async () => {
  const [row] = await world.database.query<{ micros: string }>(
    `select coalesce(sum(net_micros), 0) as micros from order_line where portal_id = $1`,
    [portalId],
  )
  return Number(row?.micros)
}

describe('sales of before a shop was connected', () => {
  test('count in analytics and are not owed, nor are their refunds; staff may say otherwise, and back', async () => {
    const { database } = world
    const artist = await as(database, 'artist')
    const staff = await as(database, 'billing')
    const { connector } = ok(
      await artist.connectors.createConnector({ portalId, kind: 'shopify', name: 'Tienda nueva', secret }),
    )
    expect(connector.owedFrom).toBe(today)
    const [before, sold] = [await owed(), await netOf()]

    const old = { ...shopifyOrder('#H1', { id: 901 }), ...at('2026-03-05') }
    await tell(database, connector.id, [old, { ...shopifyOrder('#H2', { id: 902 }), ...at('2026-04-30') }])
    expect((await netOf()) - sold).toBe(2 * 33_060_000)
    expect(await owed()).toBe(before)

    // Money back today for what was never owed takes nothing from the account.
    await tell(database, connector.id, [
      { ...old, updated_at: at(today).updated_at, refunds: [halfBack(today)] },
    ])
    expect((await netOf()) - sold).toBe(2 * 33_060_000 - 16_530_000)
    expect(await owed()).toBe(before)

    // A sale of today is owed: 20 % of 33.06 stays.
    await tell(database, connector.id, [{ ...shopifyOrder('#N1', { id: 903 }), ...at(today) }])
    expect(await owed()).toBe(before + 2645)

    const asked = { portalId, connectorId: connector.id, owedFrom: '2026-04-01' }
    const { version } = ok(await artist.connectors.listConnectors({ portalId })).items.find(
      ({ id }) => id === connector.id,
    ) ?? { version: 0 }
    expect(failureCode(await artist.connectors.updateOwedFrom(asked, { version }))).toBe('forbidden')
    const moved = ok(await staff.connectors.updateOwedFrom(asked, { version }))
    expect(moved.owedFrom).toBe('2026-04-01')
    expect(await owed()).toBe(before + 2 * 2645)
    const next = ok(await artist.billing.getBill({ billId: (await nextOf(database, 'artist', portalId)).id }))
    const april = next.lines.find(({ month }) => month === '2026-04-01')
    expect(april?.amountCents).toBeGreaterThanOrEqual(2645)

    ok(await staff.connectors.updateOwedFrom({ ...asked, owedFrom: today }, { version: moved.version }))
    expect(await owed()).toBe(before + 2645)
  })

  test('a shop that is connected again goes on as it was', async () => {
    const artist = await as(world.database, 'artist')
    const known = ok(await artist.connectors.listConnectors({ portalId })).items.find(
      ({ kind }) => kind === 'shopify',
    )
    const staff = await as(world.database, 'billing')
    const connectorId = known?.id ?? ''
    ok(
      await staff.connectors.updateOwedFrom(
        { portalId, connectorId, owedFrom: '2026-10-01' },
        { version: known?.version ?? 0 },
      ),
    )
    ok(await artist.connectors.deleteConnector({ portalId, connectorId }))
    const again = ok(
      await artist.connectors.createConnector({ portalId, kind: 'shopify', name: 'Otra vez', secret }),
    )
    expect(again.connector.owedFrom).toBe('2026-10-01')
  })
})
