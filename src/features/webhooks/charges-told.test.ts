import { afterAll, beforeAll, expect, test } from 'vitest'
import { todayPlus } from '#platform/windows.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { demoPassword as password, portals } from '#testing/world/cast.ts'
import { sendDue } from './server/send.ts'
import { sending, startReceiver } from './test-receiver.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  receiver = await startReceiver()
  testServices.webhookReach = receiver.reach
})
afterAll(() => receiver.stop())

const draft = { kind: 'services' as const, description: 'Diseño', units: 1, unitCents: 10_000 }

test('what the provider invoices is told when it is issued, taken back, and owed no more', async () => {
  const artist = await as(world.database, 'artist')
  const types = ['charge.issued' as const, 'charge.settled' as const]
  ok(
    await artist.webhooks.createEndpoint({
      ...{ portalId, name: 'Contabilidad', url: receiver.url, types, wholeAccount: false, password },
    }),
  )
  const staff = await as(world.database, 'billing')
  const first = ok(await staff.billing.issueCharge({ portalId, lines: [draft] }))
  const back = ok(await staff.billing.correctCharge({ chargeId: first.id, reason: 'No se hizo' }))
  const second = ok(await staff.billing.issueCharge({ portalId, lines: [draft] }))
  ok(await staff.billing.payCharge({ chargeId: second.id, on: todayPlus(new Date()) }))
  await sendDue(sending(world.database, receiver.reach))
  const told = (id: string) =>
    receiver.got
      .filter(({ data }) => data['id'] === id)
      .map(({ type, data }) => [type, data['totalCents'], data['openCents'], data['corrects']])
  const { totalCents } = first
  expect(totalCents).toBeGreaterThan(0)
  const issued = ['charge.issued', totalCents, totalCents, null]
  const settled = ['charge.settled', totalCents, 0, null]
  expect(told(first.id)).toEqual([issued, settled])
  expect(told(second.id)).toEqual([issued, settled])
  expect(told(back.id)).toEqual([
    ['charge.issued', -totalCents, -totalCents, first.id],
    ['charge.settled', -totalCents, 0, first.id],
  ])
  // Which thing is told first, nobody promises.
  expect(receiver.got.find(({ data }) => data['id'] === first.id)?.data).toMatchObject({
    number: first.number,
    issuedOn: first.issuedOn,
  })
})
