import { expect, test } from 'vitest'
import { importLines } from '#features/orders/server/import-orders.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { addViews } from '#features/visits/server/ingest-views.ts'
import { Big } from '#platform/money.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const day = '2021-06-05'

test('a campaign is one, however the shop and the page were told of it', async () => {
  const at = Date.parse(`${day}T10:00:00Z`)
  const seen = (campaign: string, who: number) => ({
    ...{ portalId, at, kind: 'view' as const, visitor: `v${who}`, path: '/', linkId: null, lineHash: null },
    ...{ source: null, medium: 'email', campaign, referrer: null, channel: 'email', country: 'ES' },
    ...{ province: null, city: null, device: 'mobile', browser: 'Firefox' },
  })
  await addViews(world.database, ['Boletín', 'Boletín', 'boletin', 'Gira 2021', 'otra'].map(seen))
  const sold = (externalId: string, campaign: string) => ({
    ...{ row: 0, portalKey: portals.ninoLobo.code, externalId, kind: 'sale' as const, ordinal: 1 },
    ...{ at, placedAt: at, sku: 'SUELTO', name: 'Suelto', units: 1, currency: 'EUR', scale: 2 },
    ...{ gross: new Big(20), net: new Big(20), tax: new Big(0), campaign },
  })
  await importLines(
    world.database,
    'campaigns',
    { by: 'portal', create: false },
    [sold('one', 'boletin'), sold('two', 'BOLETÍN'), sold('three', 'gira-2021')],
    { secret: Buffer.alloc(32) },
  )
  await rollWaitingBatches(world.database)
  const { analytics } = await as(world.database, 'artist')
  const { campaigns } = ok(await analytics.salesFunnel({ f: day, t: day }))
  expect(campaigns.map(({ name, visits, orders }) => [name, visits, orders])).toEqual([
    ['Boletín', 3, 2],
    ['Gira 2021', 1, 1],
    ['otra', 1, 0],
  ])
})
