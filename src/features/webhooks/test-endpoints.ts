import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Api } from '#client.ts'
import { ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { demoPassword as password, portals } from '#testing/world/cast.ts'
import type { WebhookType } from './choices.ts'
import { sendDue } from './server/send.ts'
import { sending, startReceiver } from './test-receiver.ts'

/** A world of the file's own in which each test begins without endpoints, and somebody's program to tell. */
export async function endpoints() {
  const world = testDatabase()
  const receiver = await startReceiver()
  const portalId = portals.ninoLobo.id
  const draft = (types: WebhookType[]) => ({ name: 'Almacén', url: receiver.url, types, password })
  beforeAll(() => {
    testServices.webhookReach = receiver.reach
  })
  afterAll(() => receiver.stop())
  beforeEach(async () => {
    receiver.got.length = 0
    receiver.answers.length = 0
    await world.database.query('delete from rate_limit')
    await world.database.query('delete from webhook_message')
    await world.database.query('delete from webhook_sending')
    await world.database.query('delete from webhook_endpoint')
  })
  return {
    ...{ world, receiver, portalId, draft },
    work: () => sendDue(sending(world.database, receiver.reach)),
    make: async (api: Api, types: WebhookType[], at = portalId, wholeAccount = false) =>
      ok(await api.webhooks.createEndpoint({ portalId: at, ...draft(types), wholeAccount })),
    order: (externalId: string, more: object = {}) => ({
      ...{ portalId, externalId, placedAt: '2026-11-02T10:00:00+01:00' },
      ...{ currency: 'EUR', country: 'ES', city: 'Vigo', buyer: 'ana@fans.example' },
      lines: [{ id: '1', sku: 'NL-X', units: 2, unitPrice: '20.00', tax: '6.94' }],
      ...more,
    }),
    types: () => receiver.got.map(({ type }) => type),
    /** As though the time until the next try had passed. */
    later: () => world.database.query(`update webhook_sending set next_at = now() - interval '1 second'`),
  }
}
