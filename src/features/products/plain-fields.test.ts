import { expect, test } from 'vitest'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import type { ProductDraft } from './contract.ts'
import { draftOf, valuesOf } from './pages/product-values.ts'
import { plainFields, plainKeys } from './plain-fields.ts'

const world = testDatabase()
const { id: portalId, code } = portals.ninoLobo

/** A value of each field, and the format that has it. */
const values: Required<Pick<ProductDraft, (typeof plainKeys)[number]>> = {
  taxClass: 'reduced',
  releaseOn: '2030-05-02',
  editionUnits: 50,
  closesOn: '2030-12-31',
  fileUrl: 'https://files.example/disco.zip',
  countryOfOrigin: 'PT',
}
const draft = (key: (typeof plainKeys)[number]): ProductDraft => {
  const field = plainFields[key]
  return {
    ...{ name: { es: `Con ${key}` }, category: 'accessory', priceCents: 1000, sku: `PLAIN-${key}` },
    ...{ format: 'only' in field ? field.only : 'limited', [key]: values[key] },
  }
}

test.each(plainKeys)('%s is kept, shown by the form as it is, and comes back from a file', async (key) => {
  const staff = await as(world.database, 'super')
  const made = ok(await staff.products.createProduct({ portalId, ...draft(key) }))
  const read = ok(await staff.products.getProduct({ portalId, productId: made.id }))
  expect(read[key]).toBe(values[key])
  expect(draftOf(valuesOf(read))[key]).toBe(values[key])
  const out = await fileFor(world.database, people.super.id, `/products/file?as=csv&q=PLAIN-${key}`)
  const csv = await out.text()
  expect(csv).toContain(String(values[key]))
  const file = new File([csv], 'productos.csv')
  const back = ok(await staff.products.importProducts({ file, mode: 'check' }))
  expect(back.rows.map(({ outcome, errors }) => [outcome, errors])).toEqual([['same', {}]])
})

test('a field that the format does not have is not sent by the form', () => {
  const shown = {
    ...valuesOf(null),
    editionUnits: '12',
    fileUrl: 'https://files.example/x',
    releaseOn: '2030-01-01',
  }
  expect(draftOf({ ...shown, format: 'limited' })).toMatchObject({
    ...{ editionUnits: 12, fileUrl: null, releaseOn: null, countryOfOrigin: null },
  })
})

test('the country of origin changes by a file, is told by its name, and an unknown one is refused', async () => {
  const staff = await as(world.database, 'super')
  const { id } = ok(await staff.products.createProduct({ portalId, ...draft('taxClass'), sku: 'ORIGIN' }))
  const send = (country: string) => {
    const text = `Portal;SKU;País de origen\n${code};ORIGIN;${country}`
    return staff.products.importProducts({ file: new File([text], 'p.csv'), mode: 'all' })
  }
  expect(ok(await send('España')).rows[0]?.errors).toHaveProperty('countryOfOrigin')
  expect(ok(await send('ES')).updated).toBe(1)
  expect(ok(await staff.products.getProduct({ portalId, productId: id })).countryOfOrigin).toBe('ES')
  const told = ok(await staff.activity.listActivity({ target: id }))
  expect(JSON.stringify(told.items)).toContain('País de origen')
})
