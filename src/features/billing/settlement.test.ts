import { expect, test } from 'vitest'
import { asService } from '#platform/db.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { settingsOf } from './server/settings.ts'

const world = testDatabase()
const { id: portalId, accountId } = portals.orquestaPoniente

const settled = () =>
  world.database.transaction(
    asService('trial'),
    async (tx) => (await settingsOf(tx, accountId, new Date())).settlementBp,
  )

test('how much of a bill pays advances back is the provider’s to say', async () => {
  const staff = await as(world.database, 'staff')
  const owner = await as(world.database, 'orquesta')
  const { selfInvoice, customUrl, customDomain, salesObjectiveCents, settlementPct } = ok(
    await owner.portals.getPortal({ portalId }),
  )
  expect(settlementPct).toBe(100)
  const settings = { portalId, selfInvoice, customUrl, customDomain, salesObjectiveCents }
  expect(await owner.portals.updateSettings({ ...settings, settlementPct: 0 })).toMatchObject({
    error: { code: 'portals.limitOfProvider', fields: { settlementPct: expect.any(String) } },
  })
  ok(await owner.portals.updateSettings({ ...settings, settlementPct: 100 }))
  expect(await settled()).toBe(10_000)
  expect(ok(await staff.portals.updateSettings({ ...settings, settlementPct: 40 }))).toMatchObject({
    settlementPct: 40,
  })
  expect(await settled()).toBe(4_000)
  expect(await staff.portals.updateSettings({ ...settings, settlementPct: 140 })).toMatchObject({
    error: { fields: { settlementPct: 'Tiene que estar entre 0 y 100' } },
  })
})
