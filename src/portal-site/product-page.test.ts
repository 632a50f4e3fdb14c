import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { designs } from '#features/appearance/designs.ts'
import { createLog } from '#platform/log.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { createPortalSite, type PortalSite } from './app.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const counted: [string, string | undefined][] = []
let made: PortalSite
beforeAll(async () => {
  made = createPortalSite({
    database: world.database,
    log: createLog('silent'),
    services: testServices,
    trustProxy: 0,
    count: (kind, _where, _c, id) => void counted.push([kind, id]),
    visitorOf: () => '10.1.1.1',
  })
  await made.store.ready
})
afterAll(() => made.store.stop())

const host = 'localhost:3001'
const get = (path: string, headers: Record<string, string> = {}) =>
  made.site.request(`http://${host}${path}`, { headers: { host, ...headers } })
const textOf = async (path: string) => (await get(path)).text()
/** For rows written past the operations: they leave no activity. */
const forget = () => (made.store as unknown as { forget: (id: string) => void }).forget(portalId)

const picture = (letter: string) => ({ url: `/files/${letter.repeat(32)}.webp`, alt: `Foto ${letter}` })
const own = { shop: 'Tienda oficial', url: 'https://tienda.example/gira' }
const other = { shop: 'Bandcamp', url: 'https://bandcamp.example/gira' }
const large = { shop: 'Tienda oficial', url: 'https://tienda.example/gira?talla=L' }
const draft = {
  portalId,
  name: { es: 'Camiseta <b>de gira', en: 'Tour T-shirt' },
  category: 'apparel' as const,
  format: 'limited' as const,
  priceCents: 2500,
  taxClass: 'general' as const,
  editionUnits: 100,
  pictures: [picture('a'), picture('b')],
}

/** A product on sale, as the provider's staff make it. */
async function onSale(more: object) {
  const staff = await as(world.database, 'super')
  const { id: productId } = ok(await staff.products.createProduct({ ...draft, ...more }))
  return ok(await staff.products.activateProduct({ portalId, productId }))
}
const graphOf = (page: string) => JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '')
const addressOf = async (productId: string, variantId: string | null = null) =>
  (
    await world.database.query<{ id: string }>(
      `select id from purchase_address where product_id = $1 and variant_id is not distinct from $2 order by position`,
      [productId, variantId],
    )
  ).map(({ id }) => id)

describe('a product’s own page', () => {
  test('is reached by its tile, shows what there is of it, and leads out through the counted redirect', async () => {
    const product = await onSale({
      description: { es: 'Primera <i>.\n\nSegunda.' },
      purchaseAddresses: [own, other],
      variants: [{ size: 'M' }, { size: 'L', priceCents: 2700, purchaseAddresses: [large] }],
    })
    const path = `/nino-lobo/product/${product.id}`
    const [, l] = product.variantRows
    await expect.poll(() => textOf('/nino-lobo')).toContain(`href="${path}"`)
    expect(await textOf('/en/nino-lobo')).toContain(`href="/en${path}"`)

    const page = await textOf(path)
    expect(page).toContain('<h1 dir="auto">Camiseta &lt;b&gt;de gira</h1>')
    expect(page).toContain('<p dir="auto">Primera &lt;i&gt;.</p><p dir="auto">Segunda.</p>')
    expect(page).toContain('desde 25\u00a0€')
    expect(page).toContain('IVA incluido')
    for (const { url, alt } of draft.pictures) expect(page).toContain(`src="${url}" alt="${alt}"`)
    expect(page).toContain(`href="${path}/${l?.id}#buy"`)
    const [main, second] = await addressOf(product.id)
    const [ofL] = await addressOf(product.id, l?.id ?? '')
    // One main button; the other shop is quieter.
    expect([...page.matchAll(/class="btn" href="([^"]*)"/g)].map(([, href]) => href)).toEqual([`/go/${main}`])
    expect(page).toContain(`<a href="/go/${second}"`)
    expect(page).not.toContain('tienda.example')

    const chosen = await textOf(`${path}/${l?.id}`)
    expect(chosen).toContain('27\u00a0€')
    expect(chosen).not.toContain('desde')
    expect(chosen).toMatch(/aria-current="true">L</)
    expect(chosen).toContain(`class="btn" href="/go/${ofL}"`)
    expect(chosen).toContain(`<link rel="canonical" href="https://ninolobo.fans/product/${product.id}">`)
    // Bandcamp has no address for L: the product's own stands for it.
    expect(chosen).toContain(`<a href="/go/${second}"`)
    const to = async (id = '') => (await get(`/go/${id}`)).headers.get('location')
    expect([await to(main), await to(second), await to(ofL)]).toEqual([own.url, other.url, large.url])
    expect(await textOf(`/en${path}`)).toContain('VAT included')
  })

  test('tells machines one offer a variant, with absolute pictures and its own address', async () => {
    const product = await onSale({ purchaseAddresses: [own], variants: [{ size: 'M' }, { size: 'L' }] })
    const page = await textOf(`/en/nino-lobo/product/${product.id}`)
    const here = `https://ninolobo.fans/en/product/${product.id}`
    expect(page).toContain(`<link rel="canonical" href="${here}">`)
    expect(page).toContain(`hreflang="es" href="https://ninolobo.fans/product/${product.id}">`)
    expect(page).toContain('property="og:type" content="product"')
    expect(page).toContain(`property="og:image" content="https://ninolobo.fans/files/${'a'.repeat(32)}.webp"`)
    expect(page).not.toContain('noindex')
    const graph = graphOf(page)
    expect(graph).toMatchObject({
      '@type': 'Product',
      name: 'Tour T-shirt',
      url: here,
      image: draft.pictures.map(({ url }) => `https://ninolobo.fans${url}`),
      brand: { name: 'Niño Lobo' },
    })
    expect(graph.offers).toHaveLength(2)
    expect(graph.offers[0]).toMatchObject({
      price: '25.00',
      priceCurrency: 'EUR',
      priceSpecification: { valueAddedTaxIncluded: true },
      availability: 'https://schema.org/InStock',
    })
    // What nobody sells is not offered.
    const bare = await onSale({})
    const none = await textOf(`/nino-lobo/product/${bare.id}`)
    expect(graphOf(none).offers).toBeUndefined()
    expect(none).toContain('Todavía no se puede comprar aquí.')
    expect(none).not.toContain('class="btn"')
  })

  test('stands in every design without a script, and its policy lets its one style through', async () => {
    const product = await onSale({ purchaseAddresses: [own] })
    const artist = await as(world.database, 'artist')
    const look = ok(await artist.appearance.getAppearance({ portalId }))
    let version = look.version
    for (const { id: design } of designs) {
      const saved = ok(
        await artist.appearance.updateAppearance({ portalId, ...look.draft, design }, { version }),
      )
      version = saved.version
      // The design that it has is published already.
      await artist.appearance.publishAppearance({ portalId })
      forget()
      const answer = await get(`/nino-lobo/product/${product.id}`)
      const page = await answer.text()
      expect(page).toContain(`class="d-${design}`)
      const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? []
      const hash = createHash('sha256').update(style).digest('base64')
      expect(answer.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
      expect(page.match(/<script(?! type="application\/ld\+json")/g)).toBeNull()
      version = ok(await artist.appearance.getAppearance({ portalId })).version
    }
  })
})

describe('what can be had', () => {
  const tile = async (name: string) =>
    new RegExp(`<b dir="auto">${name}</b>.*?</li>`, 's').exec(await textOf('/nino-lobo'))?.[0] ?? ''

  test('shows itself from the stock: a size, then the product', async () => {
    const product = await onSale({
      name: { es: 'Por tallas' },
      purchaseAddresses: [own],
      variants: [{ size: 'M' }, { size: 'L' }],
    })
    const [m, l] = product.variantRows
    const artist = await as(world.database, 'artist')
    const path = `/nino-lobo/product/${product.id}`
    const set = (id: string | undefined, units: number) =>
      world.database.query(
        `insert into stock (portal_id, id, product_id, on_hand, committed) values ($1, $2, $3, 0, $4)
          on conflict (portal_id, id) do update set committed = excluded.committed`,
        [portalId, id, product.id, -units],
      )
    expect(await textOf(path)).not.toContain('Agotado')
    await set(m?.id, -5)
    forget()
    expect(await textOf(path)).toMatch(/<s>M<\/s> <small>Agotado/)
    expect(await textOf(path)).toContain('class="btn"')
    expect(await tile('Por tallas')).not.toContain('Agotado')
    const wanted = await textOf(`${path}/${m?.id}`)
    expect(wanted).not.toContain('class="btn" href')
    expect(wanted).toContain('<b>Agotado</b>')
    const item = { portalId, type: 'product' as const, targetId: product.id, durationDays: 7 as const }
    const featured = ok(
      await artist.featured.createFeatured({ ...item, status: 'published', description: { es: 'Esta' } }),
    )
    forget()
    expect(await textOf('/nino-lobo')).toContain(`class="btn" href="${path}"`)

    await set(l?.id, 0)
    forget()
    const gone = await textOf(path)
    expect(gone).toContain('<b>Agotado</b>')
    expect(gone).not.toContain('class="btn" href')
    expect(graphOf(gone).offers[0].availability).toBe('https://schema.org/SoldOut')
    expect(await tile('Por tallas')).toContain('Agotado')
    // And what is featured leaves by itself.
    const { items } = ok(await artist.featured.listFeatured({ portalId }))
    expect(items.find(({ id }) => id === featured.id)).toMatchObject({
      live: false,
      absence: 'targetSoldOut',
    })
  })

  test('shows itself from what was sold of an edition, where nobody has counted what there is', async () => {
    const { database } = world
    const shape = (sku: string, more: object) =>
      onSale({ name: { es: sku }, sku, purchaseAddresses: [own], ...more })
    const numbered = await shape('EDICION-4', { editionUnits: 4 })
    const untilADay = await shape('HASTA', { editionUnits: null, closesOn: '2099-01-01' })
    const early = { format: 'presave', editionUnits: null, releaseOn: '2099-05-02' }
    const presave = await shape('PREVENTA', early)
    const artist = await as(database, 'artist')
    const order = (number: string, sku: string, units: number) =>
      artist.orders.putOrder({
        ...{
          portalId,
          externalId: number,
          placedAt: new Date().toISOString(),
          currency: 'EUR',
        },
        lines: [{ id: '1', sku, name: sku, units, unitPrice: '25.00' }],
      })
    const gone = async ({ id }: { id: string }) => {
      forget()
      return (await textOf(`/nino-lobo/product/${id}`)).includes('<b>Agotado</b>')
    }
    ok(await order('E-1', 'EDICION-4', 3))
    ok(await order('H-1', 'HASTA', 3))
    ok(await order('P-1', 'PREVENTA', 3))
    // Each holds three units of a stock that begins at nothing, which nobody ever counted.
    const held = await database.query(`select committed from stock where id = any($1::uuid[])`, [
      `{${[numbered, untilADay, presave].map(({ id }) => id).join(',')}}`,
    ])
    expect(held).toEqual([{ committed: 3 }, { committed: 3 }, { committed: 3 }])
    expect(await Promise.all([numbered, untilADay, presave].map(gone))).toEqual([false, false, false])
    ok(await order('E-2', 'EDICION-4', 1))
    expect(await gone(numbered)).toBe(true)
    // Counted, it is the count that speaks: twelve are there, four of them promised.
    const at = { portalId, stockId: numbered.id }
    ok(await artist.stocks.countStock({ ...at, onHand: 12 }))
    expect(await gone(numbered)).toBe(false)
    ok(await artist.stocks.countStock({ ...at, onHand: 4 }))
    expect(await gone(numbered)).toBe(true)
  })

  test('shows itself from the blank, the closing day and the release date', async () => {
    const { database } = world
    const blankId = '01932000-0000-7000-8000-0000000000b1'
    await database.query(
      `insert into blank (id, name, type, supplier, reference) values ($1, 'Base', 'Ropa', 'Alguien', 'B-1')`,
      [blankId],
    )
    for (const [size, supply] of [
      ['M', 'supplierOut'],
      ['L', 'inStock'],
    ])
      await database.query(
        `insert into blank_variant (id, blank_id, size, colour, supply) values (gen_random_uuid(), $1, $2, 'Negro', $3)`,
        [blankId, size, supply],
      )
    const made = await onSale({
      ...{ format: 'onDemand', editionUnits: null, blankId, purchaseAddresses: [own] },
      variants: [{ size: 'M' }, { size: 'L' }],
    })
    const page = await textOf(`/nino-lobo/product/${made.id}`)
    expect(page).toMatch(/<s>M<\/s> <small>Agotado/)
    expect(page).toContain('class="btn"')
    await database.query(`update blank_variant set supply = 'discontinued' where blank_id = $1`, [blankId])
    forget()
    expect(await textOf(`/nino-lobo/product/${made.id}`)).toContain('<b>Agotado</b>')

    const closed = await onSale({ closesOn: '2020-01-01', purchaseAddresses: [own] })
    expect(await textOf(`/nino-lobo/product/${closed.id}`)).toContain('<b>Agotado</b>')
    const open = await onSale({ closesOn: '2099-01-01', purchaseAddresses: [own] })
    expect(await textOf(`/nino-lobo/product/${open.id}`)).toContain('A la venta hasta el 1 de enero de 2099')

    const presave = (releaseOn: string) =>
      onSale({ format: 'presave', editionUnits: null, releaseOn, purchaseAddresses: [own] })
    const later = await textOf(`/nino-lobo/product/${(await presave('2099-05-02')).id}`)
    expect(later).toContain('Preventa: sale el 2 de mayo de 2099')
    expect(later).toContain('Reservar en Tienda oficial')
    expect(graphOf(later).offers[0]).toMatchObject({
      availability: 'https://schema.org/PreOrder',
      availabilityStarts: '2099-05-02',
    })
    const out = await textOf(`/nino-lobo/product/${(await presave('2020-05-02')).id}`)
    expect(out).toContain('Comprar en Tienda oficial')
    expect(graphOf(out).offers[0].availability).toBe('https://schema.org/InStock')
  })

  test('what is not on sale is not there, nor are its addresses', async () => {
    const staff = await as(world.database, 'super')
    const product = await onSale({ purchaseAddresses: [own], variants: [{ size: 'M' }] })
    const path = `/nino-lobo/product/${product.id}`
    const [id] = await addressOf(product.id)
    expect((await get(`/go/${id}`)).status).toBe(302)
    for (const wrong of [
      `/vera-cantil/product/${product.id}`,
      `/nino-lobo/product/${product.variantRows[0]?.id}`,
      `${path}/${product.id}`,
      `/nino-lobo/product/x`,
      `${path}/x`,
      `${path}/${product.variantRows[0]?.id}/x`,
      `/nino-lobo/product`,
    ])
      expect([wrong, (await get(wrong)).status]).toEqual([wrong, 404])
    expect((await made.site.request(`http://${host}${path}`, { method: 'POST' })).status).toBe(405)
    ok(await staff.products.redraftProduct({ portalId, productId: product.id }))
    await expect.poll(async () => (await get(path)).status).toBe(404)
    await expect.poll(async () => (await get(`/go/${id}`)).headers.get('location')).toBe('/nino-lobo')
    expect(await textOf('/nino-lobo')).not.toContain(path)
    expect(await (await get('/sitemap.xml')).text()).not.toContain(product.id)
  })
})

describe('what fans press is counted', () => {
  test('the tile, the size and the button, each once, and no arrival from elsewhere', async () => {
    const product = await onSale({ purchaseAddresses: [own], variants: [{ size: 'L' }] })
    const path = `/nino-lobo/product/${product.id}`
    const size = `${path}/${product.variantRows[0]?.id}`
    const from = (referer: string) => ({
      referer: referer.startsWith('/') ? `http://${host}${referer}` : referer,
    })
    counted.length = 0
    await get(path, from('/nino-lobo'))
    await get(size, from(path))
    // The other language, a search engine and nobody at all are no press.
    await get(`/en${size}`, from(size))
    await get(path, from('https://buscador.example/'))
    await get(path)
    const [id = ''] = await addressOf(product.id)
    await get(`/go/${id}`, from(size))
    expect(counted.filter(([kind]) => kind === 'view')).toHaveLength(5)
    expect(counted.filter(([kind]) => kind === 'click').map(([, what]) => what)).toEqual([
      product.id,
      product.variantRows[0]?.id,
      id,
    ])
  })

  test('a shop that tells of its orders is told what was pressed', async () => {
    await world.database.query(
      `insert into connector (portal_id, id, kind, source, name) values ($1, gen_random_uuid(), 'shopify', 'shopify', 'Tienda')`,
      [portalId],
    )
    const product = await onSale({ purchaseAddresses: [large] })
    const [id] = await addressOf(product.id)
    expect((await get(`/go/${id}`)).headers.get('location')).toBe(`${large.url}&click=${id}`)
  })
})
