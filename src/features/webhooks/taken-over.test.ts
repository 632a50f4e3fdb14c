import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { demoPassword as password, people, portals } from '#testing/world/cast.ts'
import { sendDue } from './server/send.ts'
import { sending, startReceiver } from './test-receiver.ts'

const world = testDatabase()
const portalId = portals.perroManso.id
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  receiver = await startReceiver()
  testServices.webhookReach = receiver.reach
})
afterAll(() => receiver.stop())
beforeEach(async () => {
  receiver.got.length = 0
  await world.database.query('delete from webhook_message')
  await world.database.query('delete from webhook_endpoint')
})

const work = () => sendDue(sending(world.database, receiver.reach))
const types = () => receiver.got.map(({ type }) => type)
const order = (externalId: string) => ({
  ...{ portalId, externalId, placedAt: '2026-11-02T10:00:00+01:00', currency: 'EUR', country: 'ES' },
  lines: [{ id: '1', sku: 'PM-X', units: 1, unitPrice: '20.00', tax: '3.47' }],
})

/** An endpoint that staff made to be told of orders, and one that it was told. */
async function told() {
  const staff = await as(world.database, 'super')
  const { endpoint } = ok(
    await staff.webhooks.createEndpoint({
      ...{ portalId, name: 'Almacén', url: receiver.url, password },
      types: ['order.created', 'member.changed'],
    }),
  )
  ok(await staff.orders.putOrder(order(`T-${endpoint.id}`)))
  await work()
  expect(types()).toEqual(['order.created'])
  const of = { portalId, endpointId: endpoint.id }
  const [sent] = ok(await staff.webhooks.listSendings(of)).items
  return { staff, of, sendingId: sent?.id ?? '' }
}

test('whoever takes an endpoint over is sent nothing again that they may not see', async () => {
  const { of, sendingId } = await told()
  const tech = await as(world.database, 'tech')
  const draft = { ...of, name: 'Mío', url: receiver.url, password }
  expect(failureCode(await tech.webhooks.updateEndpoint({ ...draft, types: ['order.created'] }))).toBe(
    'invalidInput',
  )
  ok(await tech.webhooks.updateEndpoint({ ...draft, types: ['member.changed'] }))
  expect(failureCode(await tech.webhooks.sendAgain({ ...of, sendingId }))).toBe('webhooks.notTold')
  // Nor what had been asked for before.
  await world.database.query(`update webhook_sending set state = 'waiting' where id = $1`, [sendingId])
  await work()
  expect(types()).toEqual(['order.created'])
})

test('a post is sent again only to whom it was for', async () => {
  const { staff, of, sendingId } = await told()
  await world.database.query(
    `update webhook_message m set people = jsonb_build_array($2::text)
      from webhook_sending s where s.id = $1 and m.id = s.message_id`,
    [sendingId, people.tech.id],
  )
  expect(failureCode(await staff.webhooks.sendAgain({ ...of, sendingId }))).toBe('webhooks.notTold')
})

test('a secret is renewed by whoever may see what is signed with it', async () => {
  const { staff, of } = await told()
  const tech = await as(world.database, 'tech')
  expect(failureCode(await tech.webhooks.rotateEndpointSecret({ ...of, password }))).toBe('invalidInput')
  ok(await staff.webhooks.rotateEndpointSecret({ ...of, password }))
})
