import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { mail } from '#platform/table.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const sent = () => world.database.db.select().from(mail).where(eq(mail.kind, 'changeAsked'))

test('what only the provider changes of a product is asked of those who may, once a day', async () => {
  const artist = await as(world.database, 'artist')
  const [product] = ok(await artist.products.listProducts({})).items
  if (!product) throw new Error('The portal has no product')
  const at = { portalId: portals.ninoLobo.id, productId: product.id }
  expect(await artist.products.askForChange({ ...at, text: ' ' })).toMatchObject({
    error: { fields: { text: expect.any(String) } },
  })
  expect(await sent()).toHaveLength(0)
  expect(await artist.products.askForChange({ ...at, text: 'El precio, a 25 €' })).toBeNull()
  const mails = await sent()
  const told = await world.database.query<{ name: string; words: { body: { es: string }; link: string } }>(
    `select p.name, m.words from message m join person p on p.id = m.person_id where m.about like 'change %' order by p.name`,
  )
  // Whoever is mailed may change products, and has it in the inbox with the way to the product.
  const may = await world.database.query<{ email: string }>(
    `select email from person where staff and (super or permissions ? 'products.manageproducts') and suspended_at is null
      and password_hash is not null`,
  )
  expect(mails.length).toBeGreaterThan(0)
  expect(told).toHaveLength(mails.length)
  const emails = may.map(({ email }) => email)
  for (const { to, subject, text } of mails) {
    expect(emails).toContain(to)
    expect(subject).toContain(people.artist.name)
    expect(text).toContain('El precio, a 25 €')
    expect(text).toContain(`/products/${at.portalId}/${product.id}`)
  }
  expect(told[0]?.words.link).toBe(`/products/${at.portalId}/${product.id}`)
  expect(told[0]?.words.body.es).toContain(portals.ninoLobo.name)
  expect(failureCode(await artist.products.askForChange({ ...at, text: 'Y el nombre' }))).toBe('tooMany')
  expect(await sent()).toHaveLength(mails.length)
})

test('nobody asks about a product that is none of theirs', async () => {
  const before = (await sent()).length
  const label = await as(world.database, 'label')
  const [product] = ok(await (await as(world.database, 'artist')).products.listProducts({})).items
  for (const portalId of [portals.ninoLobo.id, portals.bajamar.id])
    expect(
      failureCode(
        await label.products.askForChange({ portalId, productId: product?.id ?? '', text: 'Hola' }),
      ),
    ).toBe('notFound')
  expect(await sent()).toHaveLength(before)
})
