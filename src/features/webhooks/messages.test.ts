import { describe, expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { portals } from '#testing/world/cast.ts'
import type { WebhookType } from './choices.ts'
import { lookAtProducts } from './server/hear-goods.ts'
import { tellVisits } from './server/hear-team.ts'
import { endpoints } from './test-endpoints.ts'
import { verified } from './test-receiver.ts'

const { world, receiver, portalId, work, make, order, types } = await endpoints()

describe('what happens', () => {
  test('is told of signed, once, in its order, without anything of who bought', async () => {
    const artist = await as(world.database, 'artist')
    const { secret } = await make(artist, ['order.created', 'order.refunded'])
    ok(await artist.orders.putOrder(order('W-1')))
    const refunds = [
      { id: 'r1', at: '2026-11-03T10:00:00Z', lines: [{ id: '1', amount: '20.00', tax: '3.47' }] },
    ]
    ok(await artist.orders.putOrder(order('W-1', { updatedAt: new Date().toISOString(), refunds })))
    await work()
    expect(types()).toEqual(['order.created', 'order.refunded'])
    const [made, back] = receiver.got
    if (!made || !back) throw new Error('nothing came')
    expect(verified(made, secret)).toMatchObject({
      type: 'order.created',
      data: { externalId: 'W-1', netCents: 3306 },
    })
    expect(() => verified(made, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow()
    expect(back.data).toMatchObject({ refundsCents: 1653, netCents: 1653, portal: { id: portalId } })
    expect(made.body + back.body).not.toMatch(/ana@|Vigo|buyer/)
    receiver.got.length = 0
    await work()
    expect(receiver.got).toEqual([])
  })

  test('is not told where nobody asked, nor where the change was taken back', async () => {
    const artist = await as(world.database, 'artist')
    ok(await artist.orders.putOrder(order('W-2')))
    await make(artist, ['order.created'])
    ok(await artist.orders.putOrder(order('W-2', { updatedAt: new Date().toISOString(), campaign: 'otra' })))
    await world.database
      .transaction({ role: 'service' }, async () => {
        ok(await artist.orders.putOrder(order('W-3')))
        throw new Error('taken back')
      })
      .catch(() => {})
    await work()
    expect(types().filter((type) => type !== 'order.created')).toEqual([])
    expect(receiver.got.some(({ data }) => data['externalId'] === 'W-2')).toBe(false)
  })

  test('to stock: low once, sold out and back', async () => {
    const artist = await as(world.database, 'artist')
    await make(artist, ['stock.low', 'product.sold_out', 'product.back'])
    await lookAtProducts(world.database, 'all')
    const [row] = await world.database.query<{ id: string; product: string }>(
      `select d.id, d.id as product from product d where d.portal_id = $1 and d.format = 'limited' and d.status = 'active'
        and d.closes_on is null and not exists (select from variant v where v.product_id = d.id) limit 1`,
      [portalId],
    )
    const [of] = row
      ? [row]
      : await world.database.query<{ id: string; product: string }>(
          `select v.id, d.id as product from product d join variant v on v.portal_id = d.portal_id and v.product_id = d.id
            where d.portal_id = $1 and d.format = 'limited' and d.status = 'active' and d.closes_on is null limit 1`,
          [portalId],
        )
    if (!of) throw new Error('no product')
    await world.database.query(
      `delete from variant where portal_id = $1 and product_id = $2 and id <> $3 and not exists (select from stock_movement m where m.stock_id = variant.id)`,
      [portalId, of.product, of.id],
    )
    await world.database.query(
      `update stock set on_hand = 0, committed = 0, safety = 0 where portal_id = $1 and product_id = $2`,
      [portalId, of.product],
    )
    await world.database.query(
      `insert into stock (portal_id, id, product_id, on_hand, low_at) values ($1, $2, $3, 10, 3)
        on conflict (portal_id, id) do update set on_hand = 10, committed = 0, safety = 0, low_at = 3`,
      [portalId, of.id, of.product],
    )
    await lookAtProducts(world.database, 'all')
    await world.database.query('delete from webhook_message')
    const count = async (onHand: number) =>
      ok(await artist.stocks.countStock({ portalId, stockId: of.id, onHand }))
    await count(3)
    await count(2)
    await work()
    expect(types()).toEqual(['stock.low'])
    expect(receiver.got[0]?.data).toMatchObject({ id: of.id, available: 3, lowAt: 3 })
    await count(0)
    await work()
    await count(8)
    await work()
    expect(types()).toEqual(['stock.low', 'product.sold_out', 'product.back'])
  })

  test('to people, releases and visits, at the portal and for the whole label', async () => {
    const label = await as(world.database, 'label')
    const at = portals.bajamar.id
    const wanted: WebhookType[] = ['member.changed', 'release.published', 'visits.day']
    const { endpoint } = await make(label, wanted, at, true)
    expect(endpoint.wholeAccount).toBe(true)
    const { items } = ok(await label.team.listTeam({ portalId: at }))
    const other = items.find(({ role }) => role === 'Operations')
    if (!other) throw new Error('nobody there')
    const draftOf = { role: 'Lector' as const, grants: [], denies: [] }
    ok(await label.team.updateMember({ portalId: at, memberId: other.id, ...draftOf }))
    const child = await world.database.query<{ id: string }>(
      `select id from portal where account_id = $1 and not master and deleted_at is null limit 1`,
      [portals.bajamar.accountId],
    )
    const release = { title: { es: 'Salitre' }, releaseAt: '2027-01-01T00:00:00Z', durationDays: 15 as const }
    ok(
      await label.releases.createRelease({
        ...{
          portalId: child[0]?.id ?? '',
          ...release,
          status: 'published' as const,
          presave: true,
          links: [],
        },
      }),
    )
    await tellVisits(world.database, new Date())
    await tellVisits(world.database, new Date())
    await work()
    expect(
      types()
        .filter((type) => type !== 'visits.day')
        .sort(),
    ).toEqual(['member.changed', 'release.published'])
    const days = receiver.got
      .filter(({ type }) => type === 'visits.day')
      .map(({ data }) => JSON.stringify(data['portal']))
    expect(new Set(days).size).toBe(days.length)
    expect(days.length).toBeGreaterThan(1)
    expect(receiver.got.map(({ body }) => body).join()).not.toMatch(/@/)
  })
})
