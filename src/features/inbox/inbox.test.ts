import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { addTotals } from '#features/rollups/server/rollups.ts'
import { inBulk } from '#platform/bulk.ts'
import { mail } from '#platform/table.ts'
import { as, ok, testApp, testOrigin, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { sendDigests } from './server/send-digests.ts'
import { sendPosts } from './server/send-posts.ts'
import { tellDay } from './server/tell-day.ts'
import { tellSales } from './server/tell-sales.ts'

const world = testDatabase()
const settings = { appOrigin: testOrigin, secret: testServices.secret }

async function publish(title: string, portalId: string, mustAcknowledge = false) {
  const staff = await as(world.database, 'staff')
  const made = ok(
    await staff.communications.createPost({
      title: { es: title },
      description: { es: 'Una línea' },
      body: { es: 'Texto' },
      kind: 'warning',
      audience: { portalTypes: [], portals: [portalId], roles: ['Owner'] },
      channels: ['inApp', 'email'],
      mustAcknowledge,
    }),
  )
  ok(await staff.communications.publishPost({ postId: made.id }, { version: made.version }))
  await sendPosts(world.database, settings, new Date())
}
const mailsTo = async (to: string) =>
  (await world.database.db.select().from(mail)).filter((one) => one.to === to)

describe('the inbox', () => {
  test('counts, reads, unreads and acknowledges; nobody touches another’s', async () => {
    const demo = await as(world.database, 'demo')
    await publish('Léelo', portals.casaCal.id)
    await publish('Confírmalo', portals.casaCal.id, true)
    await publish('El último', portals.casaCal.id)
    expect(ok(await demo.inbox.countMessages({}))).toEqual({ unread: 3, toAcknowledge: 1 })
    const { items } = ok(await demo.inbox.listMessages({}))
    // What waits to be acknowledged stays on top.
    expect(items.map(({ title }) => title.es)).toEqual(['Confírmalo', 'El último', 'Léelo'])
    const [waits, , plain] = items
    const messageId = plain?.id ?? ''
    expect(await demo.inbox.readMessage({ messageId })).toBeNull()
    expect(ok(await demo.inbox.listMessages({ state: 'unread' })).total).toBe(2)
    expect(await demo.inbox.unreadMessage({ messageId })).toBeNull()
    expect(ok(await demo.inbox.countMessages({})).unread).toBe(3)
    expect(failureCode(await demo.inbox.acknowledgeMessage({ messageId }))).toBe('inbox.nothingToAcknowledge')
    await demo.inbox.readEverything({})
    expect(ok(await demo.inbox.countMessages({}))).toEqual({ unread: 0, toAcknowledge: 1 })
    const vera = await as(world.database, 'vera')
    expect(failureCode(await vera.inbox.acknowledgeMessage({ messageId: waits?.id ?? '' }))).toBe('notFound')
    expect(await demo.inbox.acknowledgeMessage({ messageId: waits?.id ?? '' })).toBeNull()
    expect(ok(await demo.inbox.countMessages({})).toAcknowledge).toBe(0)
    const staff = await as(world.database, 'staff')
    const [post] = ok(await staff.communications.listPosts({ q: 'confirmalo' })).items
    expect(post?.counts).toMatchObject({ sent: 1, read: 1, acknowledged: 1 })
  })

  test('whoever wants one mail a day gets one, once', async () => {
    const orquesta = await as(world.database, 'orquesta')
    ok(await orquesta.inbox.updatePreferences({ items: [{ kind: 'warning', frequency: 'daily' }] }))
    await publish('Uno', portals.orquestaPoniente.id)
    await publish('Dos', portals.orquestaPoniente.id)
    expect(await mailsTo(people.orquesta.email)).toEqual([])
    expect(await sendDigests(world.database, settings)).toBe(1)
    expect(await sendDigests(world.database, settings)).toBe(0)
    const [digest] = await mailsTo(people.orquesta.email)
    expect(digest?.subject).toBe('Tu resumen de Backline: 2 mensajes')
    expect(digest?.text).toContain('• Uno\n\n• Dos')
    // Sales come once a day to people who never chose anything.
    expect(digest?.text).not.toContain('elegiste')
  })

  test('the summary is left without signing in, with what waits for it', async () => {
    const orquesta = await as(world.database, 'orquesta')
    const url = (await mailsTo(people.orquesta.email))[0]?.unsubscribeUrl ?? ''
    const path = url.slice(settings.appOrigin.length)
    await publish('Tres', portals.orquestaPoniente.id)
    const app = testApp(world.database)
    expect(await (await app.request(path)).text()).toContain('El resumen del día')
    const garbled = await app.request(`${path}x`, { headers: { 'Accept-Language': 'en' } })
    expect(garbled.status).toBe(404)
    expect(await garbled.text()).toContain('<a href="/en/account/inbox">')
    expect((await app.request(path, { method: 'POST' })).status).toBe(200)
    expect(ok(await orquesta.inbox.listPreferences({})).items).toEqual(
      expect.arrayContaining([
        { kind: 'warning', frequency: 'off' },
        { kind: 'sale', frequency: 'off' },
        { kind: 'info', frequency: 'once' },
      ]),
    )
    expect(await sendDigests(world.database, settings)).toBe(0)
  })
})

describe('sales', () => {
  /** An order of today at a portal, in a batch of its own; cents net. */
  async function sell(portalId: string, cents: number, at = new Date()) {
    const orderId = v7()
    const batchId = v7()
    const [sku] = await world.database.query<{ id: string }>(
      'select id from sku_mapping where portal_id = $1',
      [portalId],
    )
    await world.database.query(
      `insert into "order" (portal_id, id, source, external_id, placed_at, currency, batch_id)
       values ($1, $2::uuid, 'api', $2::uuid::text, $3, 'EUR', $4)`,
      [portalId, orderId, at, batchId],
    )
    await world.database.query(
      `insert into order_line (portal_id, order_id, kind, ordinal, at, sku_id, units, orders, gross_amount, net_amount,
         tax_amount, currency, currency_rate, gross_micros, discounts_micros, refunds_micros, net_micros, tax_micros,
         income_micros, commission_pct, batch_id)
       values ($1, $2, 'sale', 0, $3, $4, 1, 1, 0, 0, 0, 'EUR', 1, $5, 0, 0, $5, 0, $5, 0, $6)`,
      [portalId, orderId, at, sku?.id ?? v7(), cents * 10_000, batchId],
    )
    await inBulk(world.database, async (bulk) => {
      await bulk.query(
        `create temporary table sold on commit drop as select * from order_line where order_id = $1`,
        [orderId],
      )
      await addTotals(bulk, 'orders', 'sold')
    })
  }
  const forgetSales = async (portalId: string) => {
    await world.database.query('delete from order_line where portal_id = $1', [portalId])
    await world.database.query('delete from sales_total where scope_id = $1', [portalId])
  }
  const salesIn = async (who: 'artist' | 'exception' | 'vera' | 'label') =>
    ok(await (await as(world.database, who)).inbox.listMessages({})).items.filter(({ kind }) =>
      ['sale', 'milestone'].includes(kind),
    )

  test('are told at once to those who want it so, and never twice', async () => {
    const portalId = portals.ninoLobo.id
    const artist = await as(world.database, 'artist')
    ok(await artist.inbox.updatePreferences({ items: [{ kind: 'sale', frequency: 'once' }] }))
    await sell(portalId, 100)
    // What was there before anybody watched is no news.
    await tellSales(world.database, settings)
    expect(await salesIn('artist')).toEqual([])
    await sell(portalId, 2_000)
    await sell(portalId, 1_050)
    // History that is imported now is none either.
    await sell(portalId, 9_900, new Date(Date.now() - 5 * 86_400_000))
    expect(await tellSales(world.database, settings)).toBe(1)
    expect(await tellSales(world.database, settings)).toBe(0)
    const [told] = await salesIn('artist')
    expect(told).toMatchObject({
      title: { es: 'Has vendido en Niño Lobo' },
      body: { es: '2 pedidos: 30,50\u00a0€ netos.' },
    })
    // The next news is of what came since: what was told is not counted again.
    await sell(portalId, 500)
    expect(await tellSales(world.database, settings)).toBe(1)
    const news = (await salesIn('artist')).map(({ body }) => body.es)
    expect(news).toEqual(['1 pedido: 5,00\u00a0€ netos.', '2 pedidos: 30,50\u00a0€ netos.'])
    // The usual is once a day.
    expect(await salesIn('exception')).toEqual([])
  })

  test('of the day before are told once a day, with the milestones that they were', async () => {
    const portalId = portals.veraCantil.id
    const day = new Date(Date.now() + 40 * 86_400_000)
    await forgetSales(portalId)
    await world.database.query('update portal set sales_objective_cents = 5000 where id = $1', [portalId])
    await sell(portalId, 6_000, new Date(day.getTime() - 86_400_000))
    expect(await tellDay(world.database, settings, day)).toBeGreaterThanOrEqual(3)
    expect(await tellDay(world.database, settings, day)).toBe(0)
    const told = await salesIn('vera')
    expect(told.map(({ title }) => title.en).sort()).toEqual([
      'First sale of Vera Cantil',
      'Vera Cantil has reached its goal',
      'Yesterday’s sales at Vera Cantil',
    ])
  })

  test('a best day is told of who has sold on thirty days before, and is better than all of them', async () => {
    const portalId = portals.veraCantil.id
    const day = (number: number) => new Date(Date.UTC(2027, 4, 1, 12) + number * 86_400_000)
    const told = async (number: number) => {
      await tellDay(world.database, settings, day(number + 1))
      const [last] = await salesIn('vera')
      return last?.title.en
    }
    await forgetSales(portalId)
    for (let number = 0; number < 29; number++)
      await sell(portalId, number === 7 ? 2_000 : 1_000, day(number))
    await sell(portalId, 9_000, day(29))
    expect(await told(29)).toBe('Yesterday’s sales at Vera Cantil')
    await sell(portalId, 9_000, day(30))
    expect(await told(30)).toBe('Yesterday’s sales at Vera Cantil')
    await sell(portalId, 9_001, day(31))
    expect(await told(31)).toBe('Best day of Vera Cantil')
  })

  test('a label’s objective is reached by all that its portals sell', async () => {
    const day = new Date(Date.now() + 80 * 86_400_000)
    const ofLabel = [portals.bajamar.accountId]
    await world.database.query(
      'delete from order_line where portal_id in (select id from portal where account_id = $1)',
      ofLabel,
    )
    await world.database.query('update portal set sales_objective_cents = 0 where account_id = $1', ofLabel)
    await world.database.query('update portal set sales_objective_cents = 9000 where id = $1', [
      portals.bajamar.id,
    ])
    const reached = async () =>
      (await salesIn('label')).filter(({ title }) => title.en === 'Bajamar Discos has reached its goal')
    await sell(portals.claraVentisca.id, 8_000, new Date(day.getTime() - 2 * 86_400_000))
    await tellDay(world.database, settings, new Date(day.getTime() - 86_400_000))
    expect(await reached()).toEqual([])
    await sell(portals.perroManso.id, 1_000, new Date(day.getTime() - 86_400_000))
    await tellDay(world.database, settings, day)
    expect(await reached()).toHaveLength(1)
    expect(await tellDay(world.database, settings, day)).toBe(0)
  })
})
