import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const picture = { url: `/files/${'a'.repeat(32)}.webp`, alt: 'De frente' }
const draft = {
  name: { es: 'Camiseta de gira', en: 'Tour T-shirt' },
  sku: 'GIRA-CAM',
  category: 'apparel' as const,
  format: 'limited' as const,
  priceCents: 2500,
}
const fields = (result: unknown) =>
  Object.keys((result as { error: { fields?: Record<string, string> } }).error.fields ?? {}).sort()
const own = (sku: string) => ({ ...draft, sku })

describe('a product', () => {
  test('starts as a draft, says what it lacks by the field, and then sells', async () => {
    const staff = await as(world.database, 'super')
    const made = ok(await staff.products.createProduct({ portalId, ...draft }))
    expect(made).toMatchObject({
      status: 'draft',
      gaps: ['pictures', 'taxClass', 'editionUnits'],
      version: 1,
    })
    const at = { portalId, productId: made.id }
    const refused = await staff.products.activateProduct(at)
    expect(fields(refused)).toEqual(['editionUnits', 'pictures', 'taxClass'])
    const whole = { ...draft, taxClass: 'general' as const, editionUnits: 100, pictures: [picture] }
    ok(await staff.products.updateProduct({ ...at, ...whole }, { version: made.version }))
    expect(ok(await staff.products.activateProduct(at))).toMatchObject({ status: 'active', gaps: [] })
    // On sale it keeps what it needs.
    const active = ok(await staff.products.getProduct(at))
    const less = await staff.products.updateProduct({ ...at, ...draft }, { version: active.version })
    expect(fields(less)).toEqual(['editionUnits', 'pictures', 'taxClass'])
    expect(ok(await staff.products.archiveProduct(at)).status).toBe('archived')
    expect(failureCode(await staff.products.activateProduct(at))).toBe('products.noWay')
    expect(ok(await staff.products.redraftProduct(at)).status).toBe('draft')
  })

  test('has one variant of each size and colour, and its SKUs are nobody else’s', async () => {
    const staff = await as(world.database, 'super')
    const variants = [
      { size: 'S', colour: 'Negro', sku: 'V-NEGRO-S' },
      { size: 'M', colour: 'Negro', sku: 'V-NEGRO-M', priceCents: 2700 },
    ]
    const made = ok(await staff.products.createProduct({ portalId, ...own('V'), variants }))
    expect(made.variantRows).toMatchObject(variants)
    const twice = await staff.products.createProduct({
      portalId,
      ...own('W'),
      variants: [
        { size: 'S', sku: 'V-NEGRO-S' },
        { size: 'S', sku: 'W-S' },
      ],
    })
    expect(fields(twice)).toEqual(['variants.0.sku', 'variants.1.size'])
    // SKUs are swapped in one go.
    const [s, m] = made.variantRows
    const swapped = ok(
      await staff.products.updateProduct(
        {
          portalId,
          productId: made.id,
          ...own('V'),
          variants: [
            { ...s, sku: 'V-NEGRO-M' },
            { ...m, sku: 'V-NEGRO-S' },
          ],
        },
        { version: made.version },
      ),
    )
    expect(swapped.variantRows.map(({ sku }) => sku)).toEqual(['V-NEGRO-M', 'V-NEGRO-S'])
  })

  test('with sales keeps its category and cannot be deleted; a copy is a draft without SKUs', async () => {
    const staff = await as(world.database, 'super')
    const [some] = await world.database.query<{ portalId: string; productId: string }>(
      'select portal_id as "portalId", product_id as "productId" from order_line where product_id is not null limit 1',
    )
    const sold = ok(
      await staff.products.getProduct({ portalId: some?.portalId ?? '', productId: some?.productId ?? '' }),
    )
    expect(sold.sold).toBe(true)
    const { name, sku, format, priceCents } = sold
    const category = sold.category === 'album' ? ('digital' as const) : ('album' as const)
    const at = { portalId: sold.portal.id, productId: sold.id }
    const change = { ...at, name, sku, format, priceCents, category }
    expect(failureCode(await staff.products.updateProduct(change, { version: sold.version }))).toBe(
      'products.categorySold',
    )
    expect(failureCode(await staff.products.deleteProduct(at))).toBe('products.inUse')
    const copy = ok(await staff.products.duplicateProduct(at))
    expect(copy).toMatchObject({ status: 'draft', sku: null, category: sold.category })
    expect(await staff.products.deleteProduct({ ...at, productId: copy.id })).toBeNull()
  })

  test('is read by its portal and written by the provider', async () => {
    const artist = await as(world.database, 'artist')
    const { items } = ok(await artist.products.listProducts({}))
    expect(new Set(items.map(({ portal }) => portal.id))).toEqual(new Set([portalId]))
    expect(failureCode(await artist.products.createProduct({ portalId, ...own('X') }))).toBe('forbidden')
    const foreign = portals.hotelLevante.id
    expect(ok(await artist.products.listProducts({ portal: foreign })).total).toBe(0)
  })
})

describe('a file of products', () => {
  test.each(['csv', 'xlsx'] as const)('as %s comes back unchanged', async (kind) => {
    const staff = await as(world.database, 'super')
    const out = await fileFor(world.database, people.super.id, `/products/file?as=${kind}`)
    const file = new File([await out.arrayBuffer()], `productos.${kind}`)
    const back = ok(await staff.products.importProducts({ file, mode: 'check' }))
    expect(back.good).toBeGreaterThan(20)
    expect(back.rows.filter(({ outcome }) => outcome !== 'same')).toEqual([])
    expect(back).toMatchObject({ bad: 0, created: 0, updated: 0 })
  })

  test('is looked at first: bad rows are told, good ones come in', async () => {
    const staff = await as(world.database, 'super')
    const { code } = portals.ninoLobo
    const csv = [
      'Portal;SKU;Nombre es;Categoría;Formato;Precio;Talla;SKU de la variante',
      `${code};IMP-1;Gorra;accessory;limited;19,90;;`,
      `${code};IMP-2;Camiseta;apparel;limited;25,00;S;IMP-2-S`,
      `${code};IMP-2;Camiseta;apparel;limited;25,00;M;IMP-2-M`,
      `${code};IMP-3;Taza;menaje;limited;caro;;`,
      'NADIE;IMP-4;Taza;accessory;limited;9,00;;',
    ].join('\n')
    const file = () => new File([csv], 'productos.csv')
    const check = ok(await staff.products.importProducts({ file: file(), mode: 'check' }))
    expect(check).toMatchObject({ good: 3, bad: 2, created: 0 })
    expect(check.rows.find(({ row }) => row === 5)?.errors).toHaveProperty('category')
    expect(check.rows.find(({ row }) => row === 6)?.errors).toHaveProperty('portal')
    const count = async () => ok(await staff.products.listProducts({ q: 'IMP-' })).total
    expect(await count()).toBe(0)
    expect(ok(await staff.products.importProducts({ file: file(), mode: 'all' })).created).toBe(0)
    expect(ok(await staff.products.importProducts({ file: file(), mode: 'valid' }))).toMatchObject({
      created: 2,
      updated: 0,
    })
    expect(await count()).toBe(2)
    const [made] = ok(await staff.products.listProducts({ q: 'IMP-2-M' })).items
    expect(made).toMatchObject({ sku: 'IMP-2', priceCents: 2500, variants: 2, status: 'draft' })
  })
})

test('many prices move at once, after a look at what would come of it', async () => {
  const staff = await as(world.database, 'super')
  const first = ok(await staff.products.createProduct({ portalId, ...own('B1') }))
  const second = ok(await staff.products.createProduct({ portalId, ...own('B2'), priceCents: 999 }))
  const ids = [first.id, second.id]
  const preview = ok(await staff.products.changeProducts({ ids, pricePct: 10, preview: true }))
  expect(preview.items.map(({ newPriceCents }) => newPriceCents).sort()).toEqual([1099, 2750])
  const price = async () => ok(await staff.products.getProduct({ portalId, productId: first.id })).priceCents
  expect(await price()).toBe(2500)
  ok(await staff.products.changeProducts({ ids, pricePct: 10, preview: false }))
  expect(await price()).toBe(2750)
})

test('a list tells where each product comes from', async () => {
  const artist = await as(world.database, 'artist')
  const list = async () => ok(await artist.products.listProducts({})).items
  const id = (await list())[0]?.id
  await world.database.query(`update product set country_of_origin = 'PT' where id = $1`, [id])
  expect((await list()).find((one) => one.id === id)?.countryOfOrigin).toBe('PT')
})
