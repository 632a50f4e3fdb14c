import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const draft = {
  name: { es: 'Camiseta de gira', en: 'Tour T-shirt' },
  category: 'apparel' as const,
  format: 'limited' as const,
  priceCents: 2500,
}
const fields = (result: unknown) =>
  (result as { error?: { fields?: Record<string, string> } }).error?.fields ?? {}
const official = { shop: 'Tienda oficial', url: 'https://tienda.example/gira' }
const other = { shop: 'Bandcamp', url: 'https://bandcamp.example/gira' }
const large = { shop: 'Tienda oficial', url: 'https://tienda.example/gira?talla=L' }
const idsOf = (productId: string) =>
  world.database.query<{ id: string; shop: string }>(
    'select id, shop from purchase_address where product_id = $1 order by shop, variant_id nulls first',
    [productId],
  )

describe('where fans buy a product', () => {
  test('is written with it, of each shop, and of a variant where the shop has one', async () => {
    const staff = await as(world.database, 'super')
    const made = ok(
      await staff.products.createProduct({
        portalId,
        ...draft,
        sku: 'COMPRA-1',
        description: { es: 'De algodón.\n\nLavar del revés.' },
        purchaseAddresses: [official, other],
        variants: [{ size: 'M' }, { size: 'L', purchaseAddresses: [large] }],
      }),
    )
    expect(made).toMatchObject({
      buyable: true,
      description: { es: 'De algodón.\n\nLavar del revés.' },
      purchaseAddresses: [official, other],
      variantRows: [{ purchaseAddresses: [] }, { purchaseAddresses: [large] }],
    })
    const listed = async (buyable: 'yes' | 'no') =>
      ok(await staff.products.listProducts({ q: 'COMPRA-1', buyable })).total
    expect([await listed('yes'), await listed('no')]).toEqual([1, 0])
    // A copy is another product: it leads nowhere yet.
    const copy = ok(await staff.products.duplicateProduct({ portalId, productId: made.id }))
    expect(copy).toMatchObject({ buyable: false, purchaseAddresses: [] })
  })

  test('is https without a password in it, each shop once, of a shop that sells the product', async () => {
    const staff = await as(world.database, 'super')
    const create = async (purchaseAddresses: object[], variants: object[] = []) =>
      fields(await staff.products.createProduct({ portalId, ...draft, purchaseAddresses, variants } as never))
    const wrong = [
      'http://tienda.example/',
      'javascript:alert(1)',
      'tienda',
      'https://',
      '//tienda.example',
      'https://a b.example/',
      'https://tienda.example\\@otra.example/',
    ]
    for (const url of wrong)
      expect(await create([{ shop: 'Una', url }]), url).toEqual({
        'purchaseAddresses.0.url': 'Tiene que empezar por https://',
      })
    expect(Object.keys(await create([{ shop: 'Una', url: 'https://ana:clave@tienda.example/' }]))).toEqual([
      'purchaseAddresses.0.url',
    ])
    expect(await create([official, { ...other, shop: 'TIENDA OFICIAL' }])).toHaveProperty([
      'purchaseAddresses.1.shop',
    ])
    expect(await create([official], [{ size: 'L', purchaseAddresses: [other] }])).toHaveProperty([
      'variants.0.purchaseAddresses.0.shop',
    ])
    expect(await create([{ ...official, price: 3 }])).toHaveProperty(['purchaseAddresses.0.price'])
    const made = ok(
      await staff.products.createProduct({
        portalId,
        ...draft,
        purchaseAddresses: [{ shop: 'Una', url: ' https://TIENDA.example/camiseta-niño ' }],
      }),
    )
    expect(made.purchaseAddresses).toEqual([
      { shop: 'Una', url: 'https://tienda.example/camiseta-ni%C3%B1o' },
    ])
  })

  test('leads out to where fans are, and so does a link', async () => {
    const staff = await as(world.database, 'super')
    const create = async (url: string, at: object[] = []) =>
      fields(
        await staff.products.createProduct({
          portalId,
          ...draft,
          purchaseAddresses: [{ shop: 'Una', url }],
          variants: at,
        } as never),
      )
    const hosts = [
      ...[
        'localhost',
        'localhost.',
        'LOCALHOST:8443',
        'a.localhost',
        'tienda',
        'tienda.',
        'tienda.local',
        'nas.lan',
      ],
      ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.0.0.1.', '0.0.0.0', '①②⑦.0.0.1'],
      ...['10.0.0.8', '172.16.3.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '224.0.0.1', '192.0.2.1'],
      ...[
        '[::1]',
        '[::]',
        '[::ffff:127.0.0.1]',
        '[fe80::1]',
        '[fd00::1]',
        '[64:ff9b::7f00:1]',
        '[2002:7f00:1::]',
      ],
    ]
    for (const host of hosts) {
      const url = `https://${host}/camiseta`
      expect(await create(url), url).toEqual({
        'purchaseAddresses.0.url': 'Esa dirección no está en internet: ningún fan llega a ella.',
      })
      const link = await staff.links.createLink({ portalId, title: { es: 'X' }, url })
      expect(fields(link), url).toHaveProperty('url')
    }
    const inner = { shop: 'Una', url: 'https://10.0.0.1/' }
    expect(
      await create('https://tienda.example/', [{ size: 'L', purchaseAddresses: [inner] }]),
    ).toHaveProperty(['variants.0.purchaseAddresses.0.url'])
    for (const url of ['https://93.184.215.14/', 'https://[2606:4700::1111]/', 'https://tienda.niño.es/'])
      expect(await create(url), url).toEqual({})
    for (const url of ['mailto:a@b', 'tel:+34600000000'])
      expect(fields(await staff.links.createLink({ portalId, title: { es: 'X' }, url })), url).toEqual({})
  })

  test('that is taken away and set again goes on where its clicks stopped', async () => {
    const staff = await as(world.database, 'super')
    const made = ok(
      await staff.products.createProduct({ portalId, ...draft, purchaseAddresses: [official, other] }),
    )
    const at = { portalId, productId: made.id }
    const before = await idsOf(made.id)
    ok(await staff.products.updatePurchaseAddresses({ ...at, purchaseAddresses: [] }))
    expect(await idsOf(made.id)).toEqual([])
    const again = [{ ...official, shop: 'TIENDA oficial' }, other]
    ok(await staff.products.updatePurchaseAddresses({ ...at, purchaseAddresses: again }))
    expect((await idsOf(made.id)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    const copy = ok(await staff.products.createProduct({ portalId, ...draft, purchaseAddresses: [official] }))
    expect(before.map(({ id }) => id)).not.toContain((await idsOf(copy.id))[0]?.id)
  })

  test('names no click: an address copied after its own button was pressed is kept without', async () => {
    const staff = await as(world.database, 'super')
    const click = `click=${crypto.randomUUID()}`
    const of = (url: string) => ({ shop: 'Tienda oficial', url })
    const made = ok(
      await staff.products.createProduct({
        portalId,
        ...draft,
        purchaseAddresses: [of(`https://tienda.example/gira?talla=L&${click}#fotos`)],
        variants: [{ size: 'L', purchaseAddresses: [of(`https://tienda.example/gira?${click}`)] }],
      }),
    )
    expect(made.purchaseAddresses[0]?.url).toBe('https://tienda.example/gira?talla=L#fotos')
    expect(made.variantRows[0]?.purchaseAddresses[0]?.url).toBe('https://tienda.example/gira')
    const link = ok(
      await staff.links.createLink({ portalId, title: { es: 'X' }, url: `https://x.example/?${click}&b=1` }),
    )
    expect(link.url).toBe('https://x.example/?b=1')
    // A parameter of the shop's own.
    const own = { portalId, linkId: link.id, title: { es: 'X' }, url: 'https://x.example/?click=socio' }
    expect(ok(await staff.links.updateLink(own)).url).toBe(own.url)
  })

  test('is changed by who runs the portal’s goods, and keeps what its clicks are counted for', async () => {
    const staff = await as(world.database, 'super')
    const made = ok(
      await staff.products.createProduct({
        portalId,
        ...draft,
        purchaseAddresses: [official, other],
        variants: [{ size: 'L' }],
      }),
    )
    const at = { portalId, productId: made.id }
    const before = await idsOf(made.id)
    const owner = await as(world.database, 'artist')
    const moved = { shop: 'Tienda oficial', url: 'https://nueva.example/gira' }
    const [variant] = made.variantRows
    const change = {
      ...at,
      purchaseAddresses: [moved],
      variants: [{ id: variant?.id ?? '', purchaseAddresses: [large] }],
    }
    const after = ok(await owner.products.updatePurchaseAddresses(change, { version: made.version }))
    expect(after).toMatchObject({
      purchaseAddresses: [moved],
      variantRows: [{ size: 'L', purchaseAddresses: [large] }],
      version: made.version + 1,
    })
    const kept = await idsOf(made.id)
    expect(kept[0]?.id).toBe(before.find(({ shop }) => shop === 'Tienda oficial')?.id)
    expect(kept).toHaveLength(2)
    expect(failureCode(await owner.products.updatePurchaseAddresses(change, { version: made.version }))).toBe(
      'stale',
    )
    const [told] = ok(await owner.activity.listActivity({ target: made.id })).items
    expect(told?.action).toBe('products.updatePurchaseAddresses')
    expect(told?.changes.map(({ field }) => field)).toContain('purchaseAddresses')
    // Another product's variant is none of it.
    const foreign = { ...at, purchaseAddresses: [moved], variants: [{ id: made.id, purchaseAddresses: [] }] }
    expect(fields(await owner.products.updatePurchaseAddresses(foreign))).toHaveProperty('variants')
    // A variant that goes takes its addresses along.
    ok(await staff.products.updateProduct({ ...at, ...draft, purchaseAddresses: [moved], variants: [] }))
    expect(await idsOf(made.id)).toHaveLength(1)
    expect(await staff.products.deleteProduct(at)).toBeNull()
    expect(await idsOf(made.id)).toHaveLength(0)
  })

  test('is nobody else’s to change', async () => {
    const [some] = await world.database.query<{ id: string }>(
      'select id from product where portal_id = $1 limit 1',
      [portalId],
    )
    const change = { portalId, productId: some?.id ?? '', purchaseAddresses: [official] }
    const vera = await as(world.database, 'vera')
    expect(failureCode(await vera.products.updatePurchaseAddresses(change))).toBe('notFound')
    const hotel = portals.hotelLevante.id
    const [own] = await world.database.query<{ id: string }>(
      'select id from product where portal_id = $1 limit 1',
      [hotel],
    )
    const before = [await idsOf(own?.id ?? ''), await idsOf(some?.id ?? '')]
    const lector = await as(world.database, 'lector')
    const theirs = { ...change, portalId: hotel, productId: own?.id ?? '' }
    expect(failureCode(await lector.products.updatePurchaseAddresses(theirs))).toBe('forbidden')
    // The product of another portal stays out of reach of who may in their own.
    const artist = await as(world.database, 'artist')
    const mixed = { ...change, productId: own?.id ?? '' }
    expect(failureCode(await artist.products.updatePurchaseAddresses(mixed))).toBe('notFound')
    expect([await idsOf(own?.id ?? ''), await idsOf(some?.id ?? '')]).toEqual(before)
  })
})

describe('a file of products', () => {
  test.each(['csv', 'xlsx'] as const)(
    'as %s brings addresses and descriptions out and back',
    async (kind) => {
      const staff = await as(world.database, 'super')
      const made = ok(
        await staff.products.createProduct({
          portalId,
          ...draft,
          sku: `FICHERO-${kind}`,
          description: { es: 'Una.\n\nDos.', en: 'One.' },
          purchaseAddresses: [{ ...official, url: 'https://tienda.example/a?b=1|2' }, other],
          variants: [{ size: 'M' }, { size: 'L', purchaseAddresses: [large] }],
        }),
      )
      const out = await fileFor(
        world.database,
        people.super.id,
        `/products/file?as=${kind}&q=FICHERO-${kind}`,
      )
      const bytes = await out.arrayBuffer()
      const file = () => new File([bytes], `productos.${kind}`)
      expect(ok(await staff.products.importProducts({ file: file(), mode: 'check' }))).toMatchObject({
        good: 2,
        bad: 0,
        rows: [{ outcome: 'same' }, { outcome: 'same' }],
      })
      ok(
        await staff.products.updatePurchaseAddresses({ portalId, productId: made.id, purchaseAddresses: [] }),
      )
      expect(ok(await staff.products.importProducts({ file: file(), mode: 'all' })).updated).toBe(1)
      const back = ok(await staff.products.getProduct({ portalId, productId: made.id }))
      expect(back.purchaseAddresses).toEqual(made.purchaseAddresses)
      expect(back.variantRows).toEqual(made.variantRows)
    },
  )

  test('says which address is none', async () => {
    const staff = await as(world.database, 'super')
    const csv = [
      'Portal;SKU;Nombre es;Categoría;Formato;Precio;Direcciones de compra',
      `${portals.ninoLobo.code};DIR-1;Gorra;accessory;limited;19,90;Tienda http://tienda.example/`,
      `${portals.ninoLobo.code};DIR-2;Gorra;accessory;limited;19,90;Tienda oficial https://tienda.example/ | Otra https://otra.example/`,
    ].join('\n')
    const file = new File([csv], 'productos.csv')
    const { rows } = ok(await staff.products.importProducts({ file, mode: 'check' }))
    expect(rows[0]?.errors).toEqual({ 'purchaseAddresses.0.url': 'Tiene que empezar por https://' })
    expect(rows[1]).toMatchObject({ outcome: 'new', errors: {} })
  })
})
