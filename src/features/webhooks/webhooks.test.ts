import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, failureCode } from '#client.ts'
import { as, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { demoPassword as password, portals } from '#testing/world/cast.ts'
import type { WebhookType } from './choices.ts'
import { dropOldMessages } from './server/hand-out.ts'
import { lookAtProducts } from './server/hear-goods.ts'
import { tellVisits } from './server/hear-team.ts'
import { sendDue } from './server/send.ts'
import { sending, startReceiver, verified } from './test-receiver.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  receiver = await startReceiver()
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

const work = () => sendDue(sending(world.database, receiver.reach))
const draft = (types: WebhookType[]) => ({ name: 'Almacén', url: receiver.url, types, password })
const make = async (api: Api, types: WebhookType[], at = portalId, wholeAccount = false) =>
  ok(await api.webhooks.createEndpoint({ portalId: at, ...draft(types), wholeAccount }))
const order = (externalId: string, more: object = {}) => ({
  ...{
    portalId,
    externalId,
    placedAt: '2026-11-02T10:00:00+01:00',
    currency: 'EUR',
    country: 'ES',
    city: 'Vigo',
  },
  ...{
    buyer: 'ana@fans.example',
    lines: [{ id: '1', sku: 'NL-X', units: 2, unitPrice: '20.00', tax: '6.94' }],
  },
  ...more,
})
const types = () => receiver.got.map(({ type }) => type)
/** As though the time until the next try had passed. */
const later = () => world.database.query(`update webhook_sending set next_at = now() - interval '1 second'`)

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

describe('an endpoint', () => {
  test('is told again what it did not take, and later messages of the same thing wait', async () => {
    const artist = await as(world.database, 'artist')
    await make(artist, ['order.created', 'order.changed'])
    receiver.answers.push(500)
    ok(await artist.orders.putOrder(order('W-5')))
    ok(await artist.orders.putOrder(order('W-5', { updatedAt: new Date().toISOString(), campaign: 'gira' })))
    await work()
    // Things side by side come in any order: the refusal is for the first alone.
    ok(await artist.orders.putOrder(order('W-6')))
    await work()
    const told = () => receiver.got.map(({ type, data }) => `${type} ${data['externalId']}`)
    expect(told()).toEqual(['order.created W-5', 'order.created W-6'])
    await later()
    await work()
    expect(told().slice(2)).toEqual(['order.created W-5', 'order.changed W-5'])
    const ids = receiver.got.filter(
      ({ data, type }) => type === 'order.created' && data['externalId'] === 'W-5',
    )
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1)
  })

  test('is told what waited in the order in which it happened, and of nothing twice at the same time', async () => {
    const artist = await as(world.database, 'artist')
    const { endpoint } = await make(artist, ['order.created'])
    const of = { portalId, endpointId: endpoint.id }
    ok(await artist.webhooks.pauseEndpoint(of))
    const names = Array.from({ length: 30 }, (_, at) => `W-wait-${at}`)
    for (const name of names) ok(await artist.orders.putOrder(order(name)))
    ok(await artist.webhooks.resumeEndpoint(of))
    await work()
    const place = ({ data }: { data: Record<string, unknown> }) => names.indexOf(String(data['externalId']))
    // Ten are on their way at once.
    const early = receiver.got.slice(0, 10).map(place)
    expect(Math.max(...early)).toBeLessThan(10)
    expect(receiver.got.map(place).sort((a, b) => a - b)).toEqual(names.map((_, at) => at))
    const [sent] = ok(await artist.webhooks.listSendings(of)).items
    const again = { ...of, sendingId: sent?.id ?? '' }
    ok(await artist.webhooks.sendAgain(again))
    expect(failureCode(await artist.webhooks.sendAgain(again))).toBe('webhooks.onItsWay')
    await work()
    expect(receiver.got).toHaveLength(31)
  })

  test('is not followed elsewhere, and stops at 410 with a word to its people', async () => {
    const artist = await as(world.database, 'artist')
    const { endpoint } = await make(artist, ['order.created'])
    const of = { portalId, endpointId: endpoint.id }
    receiver.answers.push(302)
    ok(await artist.orders.putOrder(order('W-7')))
    await work()
    expect(receiver.got.length).toBe(1)
    expect(ok(await artist.webhooks.listSendings(of)).items).toMatchObject([
      { state: 'waiting', fault: 'status', status: 302 },
    ])
    receiver.answers.push(410)
    await later()
    await work()
    const [stopped] = ok(await artist.webhooks.listEndpoints({ portalId })).items
    expect(stopped).toMatchObject({ state: 'gone', waiting: 1 })
    const mails = await world.database.query(`select 1 from mail where kind = 'webhook'`)
    expect(mails.length).toBeGreaterThan(0)
    ok(await artist.webhooks.resumeEndpoint(of))
    await work()
    expect(ok(await artist.webhooks.listSendings(of)).items).toMatchObject([
      { state: 'sent', status: 204, tries: 3 },
    ])
  })

  test('that fails for three days is stopped, and what was given up is sent again under its id', async () => {
    const artist = await as(world.database, 'artist')
    const { endpoint } = await make(artist, ['order.created'])
    const of = { portalId, endpointId: endpoint.id }
    ok(await artist.orders.putOrder(order('W-8')))
    for (let nth = 0; nth < 10; nth++) {
      receiver.answers.push(503)
      if (nth === 9)
        await world.database.query(`update webhook_endpoint set failing_since = now() - interval '75 hours'`)
      await work()
      await later()
    }
    const [failed] = ok(await artist.webhooks.listSendings(of)).items
    expect(failed).toMatchObject({ state: 'failed', tries: 10, answer: 'no' })
    expect(ok(await artist.webhooks.listEndpoints({ portalId })).items).toMatchObject([{ state: 'failing' }])
    ok(await artist.webhooks.resumeEndpoint(of))
    const again = ok(await artist.webhooks.sendAgain({ ...of, sendingId: failed?.id ?? '' }))
    expect(failureCode(await artist.webhooks.sendAgain({ ...of, sendingId: again.id }))).toBe(
      'webhooks.onItsWay',
    )
    await work()
    expect(new Set(receiver.got.map(({ id }) => id)).size).toBe(1)
    expect(ok(await artist.webhooks.listSendings({ ...of, state: 'sent' })).total).toBe(1)
  })

  test('signs with both secrets while one takes the other’s place', async () => {
    const artist = await as(world.database, 'artist')
    const { endpoint, secret } = await make(artist, ['order.created'])
    const of = { portalId, endpointId: endpoint.id }
    // The answer of the first renewal may have been lost: what was said to sign until tomorrow signs until tomorrow.
    const lost = ok(await artist.webhooks.rotateEndpointSecret({ ...of, password }))
    const renewed = ok(await artist.webhooks.rotateEndpointSecret({ ...of, password }))
    ok(await artist.webhooks.testEndpoint(of))
    await work()
    const [got] = receiver.got
    if (!got) throw new Error('nothing came')
    for (const one of [secret, lost.secret, renewed.secret])
      expect(verified(got, one)).toMatchObject({ type: 'test' })
    ok(await artist.webhooks.rotateEndpointSecret({ ...of, password }))
    expect(failureCode(await artist.webhooks.rotateEndpointSecret({ ...of, password }))).toBe(
      'webhooks.secrets',
    )
    await world.database.query(
      `update webhook_secret set ends_at = now() - interval '1 second' where ends_at is not null`,
    )
    ok(await artist.webhooks.testEndpoint(of))
    await work()
    const [, last] = receiver.got
    if (!last) throw new Error('nothing came')
    expect(() => verified(last, secret)).toThrow()
    expect(() => verified(last, renewed.secret)).toThrow()
  })

  test('is refused an address inside, a type beyond one’s rights, and everything without the password', async () => {
    const artist = await as(world.database, 'artist')
    const wish = { portalId, ...draft(['order.created']) }
    for (const url of [
      'http://tienda.com/x',
      'https://10.0.0.1/',
      'https://localhost/',
      'https://a.internal/',
      'https://tienda.com:8443/',
      'no',
    ]) {
      await world.database.query('delete from rate_limit')
      expect(failureCode(await artist.webhooks.createEndpoint({ ...wish, url }))).toBe('invalidInput')
    }
    await world.database.query('delete from rate_limit')
    expect(failureCode(await artist.webhooks.createEndpoint({ ...wish, password: 'otra' }))).toBe(
      'invalidInput',
    )
    expect(failureCode(await artist.webhooks.createEndpoint({ ...wish, wholeAccount: true }))).toBe(
      'invalidInput',
    )
    const lector = await as(world.database, 'operations')
    expect(failureCode(await lector.webhooks.listEndpoints({ portalId: portals.bajamar.id }))).toBe(
      'forbidden',
    )
    const label = await as(world.database, 'label')
    expect(failureCode(await label.webhooks.listEndpoints({ portalId }))).toBe('notFound')
  })

  test('stops when whoever made it may no longer see what it tells', async () => {
    const artist = await as(world.database, 'artist')
    const { endpoint } = await make(artist, ['order.created'])
    ok(await artist.orders.putOrder(order('W-9')))
    const [kept] = await world.database.query<{ denies: string[] }>(
      `update member set denies = '["stocks.viewstocks"]' where portal_id = $1
        and person_id = (select person_id from webhook_endpoint where id = $2) returning denies`,
      [portalId, endpoint.id],
    )
    expect(kept).toBeDefined()
    await work()
    expect(receiver.got).toEqual([])
    expect(ok(await artist.webhooks.listEndpoints({ portalId })).items).toMatchObject([
      { state: 'rights', waiting: 1 },
    ])
    const of = { portalId, endpointId: endpoint.id }
    expect(failureCode(await artist.webhooks.resumeEndpoint(of))).toBe('webhooks.rights')
    await world.database.query(`update member set denies = '[]' where portal_id = $1`, [portalId])
    ok(await artist.webhooks.resumeEndpoint(of))
    await work()
    expect(types()).toEqual(['order.created'])
  })
})

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
