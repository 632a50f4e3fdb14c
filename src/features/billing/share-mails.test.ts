import { expect, test } from 'vitest'
import { shopifyOrder } from '#features/connectors/test-orders.ts'
import { formats } from '#platform/format.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, portals } from '#testing/world/cast.ts'
import { accrueSales } from './server/accrue-sales.ts'
import { tellStatements } from './server/tell-statements.ts'
import { at, shopSecret, tell } from './test-shop-sales.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const day = (months: number, days = 0) => formatDay(startOfMonth(dayOf(Date.now()), months) + days)
const [artist, label, third] = [accounts.ninoLobo.id, accounts.bajamar.id, accounts.orquestaPoniente.id]
const run = (on: string) =>
  tellStatements(world.database, { now: new Date(`${on}T12:00:00Z`), appOrigin: 'http://localhost' })

test('a month that is over is told once to each who has a share, with what its statement says', async () => {
  const { database } = world
  const owner = await as(database, 'artist')
  const staff = await as(database, 'billing')
  const catalogue = await as(database, 'staff')
  const { connector } = ok(
    await owner.connectors.createConnector({
      ...{ portalId, kind: 'shopify', name: 'Tienda', secret: shopSecret },
    }),
  )
  const product = ok(
    await catalogue.products.createProduct({
      ...{ portalId, name: { es: 'Dos partes' }, sku: 'MAILED', category: 'album', format: 'limited' },
      ...{ priceCents: 2000, taxClass: 'general', editionUnits: 500 },
    } as never),
  )
  const split = (payer: 'account' | 'provider', productId: string | undefined, party: string) =>
    staff.billing.createSplit({
      ...{ portalId, ...(productId ? { productId } : {}), validFrom: day(0), payer },
      parties: [
        { accountId: artist, shareBp: 5_000 },
        { accountId: party, shareBp: 5_000 },
      ],
    })
  ok(await split('account', product.id, third))
  ok(await split('provider', undefined, label))
  // What the portal sold this month before is shared with the label as well: only the mails of it are looked at.
  const sold = (id: number, sku: string) => {
    const order = shopifyOrder(`#L${id}`, { id, ...at(formatDay(dayOf(Date.now()))) })
    return { ...order, line_items: order.line_items.map((line) => ({ ...line, sku })) }
  }
  await tell(database, connector.id, [sold(51_001, 'MAILED'), sold(51_002, 'OTHER')])
  await accrueSales(database)

  // It begins with the month that ends next: nobody hears of those before.
  expect(await run(day(0))).toBe(0)
  expect(await run(day(1, -1))).toBe(0)
  const before = await database.query('select 1 from mail')
  const told = await run(day(1))
  expect(told).toBeGreaterThanOrEqual(2)
  expect(await run(day(1))).toBe(0)
  expect(await run(day(1, 20))).toBe(0)
  const mails = await database.query<{ locale: 'es' | 'en'; text: string }>(
    `select locale, text from mail where kind = 'billing.statement'`,
  )
  expect((await database.query('select 1 from mail')).length).toBe(before.length + mails.length)
  const orquesta = mails.filter(({ text }) => text.includes('Orquesta Poniente'))
  expect(orquesta.length).toBeGreaterThan(0)
  const span = { f: day(0), t: day(1, -1) }
  const others = await as(database, 'orquesta')
  const { statements } = ok(
    await others.billing.getShares({ portalId: portals.orquestaPoniente.id, ...span }),
  )
  const mine = statements.find(({ payer }) => payer?.id === artist)
  expect(mine?.balance?.closingCents).toBe(1_487)
  for (const { locale, text } of orquesta) {
    const { money } = formats(locale)
    expect(text).toContain('Niño Lobo')
    expect(text.split(money(1_487)).length).toBe(3)
    expect(text).toContain(
      `${locale === 'en' ? '/en' : ''}/billing/shares?portal=${portals.orquestaPoniente.id}&f=${span.f}&t=${span.t}`,
    )
  }
  // Who pays others has no statement of it from itself, but what the provider pays it is its own.
  const lines = { es: 'Se paga con tus facturas', en: 'Paid with your bills' }
  for (const { locale, text } of mails) {
    const provider = text.includes(lines[locale])
    expect(provider).toBe(!text.includes('Orquesta Poniente'))
    expect(text.includes(locale === 'es' ? 'Lo paga' : 'Paid by')).toBe(!provider)
  }
  expect(mails.some(({ text }) => text.includes('Bajamar Discos'))).toBe(true)
  const inbox = await database.query<{ link: string }>(
    `select words->>'link' as link from message where about like $1`,
    [`shares ${third} statement %`],
  )
  expect(inbox.length).toBeGreaterThan(0)
  expect(inbox[0]?.link).toContain(`f=${span.f}`)
})
