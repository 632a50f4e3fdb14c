import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const variant = (colour: string, size: string, supply: 'inStock' | 'supplierOut' = 'inStock') => ({
  colour,
  size,
  costCents: 410,
  supply,
})
const draft = {
  name: 'Camiseta pesada',
  type: 'Ropa' as const,
  supplier: 'Telares del Sur',
  reference: 'TS-200',
  variants: [variant('Negro', 'S'), variant('Negro', 'M')],
}

test('a blank that runs out flags its products and raises the alert', async () => {
  const staff = await as(world.database, 'super')
  const artist = await as(world.database, 'artist')
  const blank = ok(await staff.blanks.createBlank(draft))
  expect(blank).toMatchObject({ sellable: 2, variants: 2, products: 0 })
  const product = ok(
    await staff.products.createProduct({
      portalId,
      name: { es: 'Camiseta' },
      category: 'apparel',
      format: 'onDemand',
      priceCents: 2400,
      taxClass: 'general',
      blankId: blank.id,
      pictures: [{ url: `/files/${'b'.repeat(32)}.webp` }],
      variants: [{ size: 'S' }, { size: 'M' }],
    }),
  )
  const at = { portalId, productId: product.id }
  expect(ok(await staff.products.activateProduct(at)).supply).toBe('ok')
  expect(ok(await artist.portals.listAlerts({ portalId }))).not.toContain('blank-out')

  const [small, medium] = blank.variantRows.map(({ alternative: _, ...row }) => row)
  if (!small || !medium) throw new Error('Two are needed')
  const change = (variants: Parameters<typeof staff.blanks.updateBlank>[0]['variants'], version: number) =>
    staff.blanks.updateBlank({ blankId: blank.id, ...draft, variants }, { version })
  const partly = ok(await change([small, { ...medium, supply: 'supplierOut' }], blank.version))
  expect(partly).toMatchObject({ sellable: 1, products: 1, flagged: 1 })
  expect(partly.needing).toMatchObject([{ id: product.id, supply: 'partly' }])
  expect(ok(await artist.portals.listAlerts({ portalId }))).toContain('blank-out')

  // What stands in makes it whole again.
  const replaced = { ...medium, supply: 'alternative' as const, alternativeId: small.id }
  const whole = ok(await change([small, replaced], partly.version))
  expect(whole).toMatchObject({ sellable: 2, flagged: 0 })
  expect(ok(await staff.products.getProduct(at)).supply).toBe('ok')

  const none = [
    { ...small, supply: 'discontinued' as const },
    { ...medium, supply: 'supplierOut' as const },
  ]
  ok(await change(none, whole.version))
  expect(ok(await staff.products.listProducts({ blank: blank.id })).items[0]?.supply).toBe('out')
  expect(failureCode(await staff.blanks.deleteBlank({ blankId: blank.id }))).toBe('blanks.inUse')
})

test('an alternative has to be named, and a reference is one of its supplier’s', async () => {
  const staff = await as(world.database, 'super')
  const lacking = {
    ...draft,
    reference: 'TS-1',
    variants: [{ ...variant('', ''), supply: 'alternative' as const }],
  }
  expect(await staff.blanks.createBlank(lacking)).toMatchObject({
    error: { fields: { 'variants.0.alternativeId': 'Elige qué otra variante lo sustituye.' } },
  })
  ok(await staff.blanks.createBlank({ ...draft, reference: 'TS-2' }))
  expect(await staff.blanks.createBlank({ ...draft, reference: 'TS-2' })).toMatchObject({
    error: { fields: { reference: 'Ese proveedor ya tiene un artículo base con esta referencia.' } },
  })
})

test('blanks are the provider’s', async () => {
  const artist = await as(world.database, 'artist')
  expect(failureCode(await artist.blanks.listBlanks({}))).toBe('forbidden')
})
