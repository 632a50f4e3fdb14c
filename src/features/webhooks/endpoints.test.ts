import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { demoPassword as password, portals } from '#testing/world/cast.ts'
import { endpoints } from './test-endpoints.ts'
import { verified } from './test-receiver.ts'

const { world, receiver, portalId, draft, work, make, order, types, later } = await endpoints()

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
