import { describe, expect, test } from 'vitest'
import { draftOf, purchaseOf, valuesOf } from './pages/product-values.ts'

const shown = (product: object | null) => valuesOf(product as Parameters<typeof valuesOf>[0])
const nothing = {
  ...{
    portalId: '',
    name: { es: '', en: '' },
    description: { es: '', en: '' },
    sku: '',
    category: 'apparel',
  },
  ...{
    format: 'onDemand',
    price: '',
    cost: '',
    blankId: '',
    pictures: [],
    purchaseAddresses: [],
    variants: [],
  },
  ...{ taxClass: 'general', releaseOn: '', editionUnits: '', closesOn: '', fileUrl: '', countryOfOrigin: '' },
}
const both = { es: 'Gorra', en: 'Cap' }
const pictures = [{ url: '/p.png', alt: 'Gorra' }]
const product = {
  ...{ portal: { id: 'p' }, name: both, description: both, sku: 'GO', category: 'music', format: 'limited' },
  ...{ priceCents: 1999, costCents: 500, blank: { id: 'b' }, pictures, taxClass: 'reduced', releaseOn: null },
  ...{ editionUnits: 300, closesOn: '2027-01-01', fileUrl: null, countryOfOrigin: 'ES' },
  purchaseAddresses: [
    { shop: 'a', url: 'https://a.example' },
    { shop: 'b', url: 'https://b.example' },
  ],
  variantRows: [
    {
      ...{ id: 'v1', size: 'M', colour: 'Negro', sku: 'GO-M', priceCents: 2500 },
      purchaseAddresses: [
        { shop: 'a', url: 'https://a.example/m' },
        { shop: 'b', url: 'https://b.example/m' },
      ],
    },
    { id: 'v2', size: null, colour: null, sku: null, priceCents: null, purchaseAddresses: [] },
  ],
}
const variants = [
  { key: 'v1', id: 'v1', size: 'M', colour: 'Negro', sku: 'GO-M', price: '25,00' },
  { key: 'v2', id: 'v2', size: '', colour: '', sku: '', price: '' },
]
const values = shown(product)

describe('a product is shown', () => {
  test('with all that it says', () => {
    expect(values).toEqual({
      ...{ portalId: 'p', name: both, description: both, sku: 'GO', category: 'music', format: 'limited' },
      ...{ price: '19,99', cost: '5,00', blankId: 'b', pictures, taxClass: 'reduced', releaseOn: '' },
      ...{ editionUnits: '300', closesOn: '2027-01-01', fileUrl: '', countryOfOrigin: 'ES', variants },
      purchaseAddresses: [
        { key: 'a', shop: 'a', url: 'https://a.example', of: { v1: 'https://a.example/m' } },
        { key: 'b', shop: 'b', url: 'https://b.example', of: { v1: 'https://b.example/m' } },
      ],
    })
  })

  test('where it says nothing, empty', () => {
    expect(shown(null)).toEqual(nothing)
    const bare = {
      name: { es: 'Gorra' },
      description: { es: 'Gorra' },
      sku: null,
      blank: null,
      taxClass: null,
    }
    expect(shown({ ...product, ...bare })).toMatchObject({
      ...{
        name: { es: 'Gorra', en: '' },
        description: { es: 'Gorra', en: '' },
        sku: '',
        blankId: '',
        taxClass: '',
      },
    })
    expect(shown({ ...product, description: null }).description).toEqual({ es: '', en: '' })
  })
})

describe('a product is sent', () => {
  const addresses = [
    { shop: 'a', url: 'https://a.example' },
    { shop: 'b', url: 'https://b.example' },
  ]
  const ofVariant = [
    { shop: 'a', url: 'https://a.example/m' },
    { shop: 'b', url: 'https://b.example/m' },
  ]

  test('with what its format has', () => {
    const common = {
      ...{
        name: both,
        description: both,
        sku: 'GO',
        category: 'music',
        priceCents: 1999,
        costCents: 500,
        pictures,
      },
      ...{
        taxClass: 'reduced',
        releaseOn: null,
        fileUrl: null,
        countryOfOrigin: 'ES',
        purchaseAddresses: addresses,
      },
      variants: [
        {
          ...{ id: 'v1', size: 'M', colour: 'Negro', sku: 'GO-M', priceCents: 2500 },
          purchaseAddresses: ofVariant,
        },
        { id: 'v2', size: null, colour: null, sku: null, priceCents: null, purchaseAddresses: [] },
      ],
    }
    expect(draftOf(values)).toEqual({
      ...common,
      ...{ format: 'limited', editionUnits: 300, closesOn: '2027-01-01', blankId: null },
    })
    expect(draftOf({ ...values, format: 'onDemand' })).toEqual({
      ...common,
      ...{ format: 'onDemand', editionUnits: null, closesOn: null, blankId: 'b' },
    })
    expect(draftOf({ ...values, format: 'onDemand', blankId: '' }).blankId).toBeNull()
  })

  test('without what was left empty', () => {
    const typed = {
      ...values,
      name: { es: 'Gorra', en: ' ' },
      sku: ' ',
      price: ' ',
      cost: ' ',
      editionUnits: ' ',
    }
    const row = { key: 'new', size: ' L ', colour: ' ', sku: ' ', price: ' ' }
    expect(draftOf({ ...typed, variants: [row] })).toMatchObject({
      ...{ sku: null, priceCents: 0, costCents: 0, editionUnits: null },
      variants: [{ size: 'L', colour: null, sku: null, priceCents: null, purchaseAddresses: [] }],
    })
    expect(draftOf({ ...typed, variants: [row] }).variants?.[0]).not.toHaveProperty('id')
    expect(draftOf(typed).name).toEqual({ es: 'Gorra' })
    const described = (es: string, en: string) => draftOf({ ...values, description: { es, en } }).description
    expect([described('a', ' '), described(' ', 'b'), described(' ', ''), described(' ', ' ')]).toEqual([
      ...[{ es: 'a' }, { es: ' ', en: 'b' }, null, null],
    ])
  })

  test('and its addresses alone, of variants by their row where they are new', () => {
    const row = { key: 'new', size: '', colour: '', sku: '', price: '' }
    const [first, last] = values.purchaseAddresses
    const typed = [
      { ...first, of: { new: ' ', v1: 'https://a.example/m' } },
      { ...last, of: { new: 'n' } },
    ]
    const all = { ...values, variants: [...values.variants, row], purchaseAddresses: typed as never }
    expect(purchaseOf(all)).toEqual({
      purchaseAddresses: addresses,
      variants: [
        { id: 'v1', purchaseAddresses: [{ shop: 'a', url: 'https://a.example/m' }] },
        { id: 'v2', purchaseAddresses: [] },
        { id: 'new', purchaseAddresses: [{ shop: 'b', url: 'n' }] },
      ],
    })
  })
})
