import { describe, expect, test } from 'vitest'
import { as, ok, testApp } from '#testing/as.ts'
import { demoPassword as password } from '#testing/world/cast.ts'
import { dropOldMessages } from './server/hand-out.ts'
import { endpoints } from './test-endpoints.ts'

const { world, receiver, work, make, order } = await endpoints()

describe('catching up', () => {
  test('reads on from a place with a key, only what one may see, and for 30 days', async () => {
    const artist = await as(world.database, 'artist')
    await make(artist, ['order.created', 'member.changed'])
    for (const id of ['C-1', 'C-2', 'C-3']) ok(await artist.orders.putOrder(order(id)))
    await work()
    const { secret } = ok(
      await artist.keys.createKey({
        ...{
          name: 'Lector',
          permissions: ['portal.editconfiguration', 'stocks.viewstocks'],
          writes: [],
          days: 30,
          password,
        },
      }),
    )
    const read = async (query = '') => {
      const answer = await testApp(world.database).request(`/api/webhooks/messages${query}`, {
        headers: { Authorization: `Bearer ${secret}` },
      })
      expect(answer.status).toBe(200)
      return (await answer.json()) as {
        items: { id: string; data: { externalId: string } }[]
        cursor: string
        hasMore: boolean
      }
    }
    const first = await read('?limit=2')
    expect(first).toMatchObject({
      items: [{ data: { externalId: 'C-1' } }, { data: { externalId: 'C-2' } }],
      hasMore: true,
    })
    const second = await read(`?after=${first.cursor}`)
    expect(second).toMatchObject({ items: [{ data: { externalId: 'C-3' } }], hasMore: false })
    expect((await read(`?after=${second.cursor}`)).cursor).toBe(second.cursor)
    expect(second.items[0]?.id).toBe(receiver.got.find(({ data }) => data['externalId'] === 'C-3')?.id)
    const other = await as(world.database, 'label')
    expect(ok(await other.webhooks.listWebhookMessages({})).items).toEqual([])
    await world.database.query(`update webhook_message set at = now() - interval '31 days'`)
    await dropOldMessages(world.database)
    expect((await read()).items).toEqual([])
  })
})
