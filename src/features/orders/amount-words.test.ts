import { describe, expect, test } from 'vitest'
import { Big } from '#platform/money.ts'
import { attributionOf, notedAttribution, parametersOf } from './server/attribution.ts'
import { currenciesIn, currencyNamed } from './server/currency-signs.ts'
import type { LineDraft } from './server/line-draft.ts'
import { aboveTotal, scaledTo, shippingOpen, withoutShipping } from './server/shipping-inside.ts'
import { lineTaxes, taxIncluded } from './server/shopify-taxes.ts'
import { saysNet, saysTaxInside, taxOpen } from './server/tax-inside.ts'

const big = (value: number | string) => new Big(value)

describe('what sending cost', () => {
  test('comes off a total, in the total’s own direction, and is never more', () => {
    const left = (total: number, shipping?: number) =>
      withoutShipping(big(total), shipping === undefined ? undefined : big(shipping), 'Envío').toFixed()
    expect([left(10), left(10, 0), left(10, 2), left(10, -2), left(0.5, 0.2), left(10, 10)]).toEqual([
      ...['10', '10', '8', '8', '0.3', '0'],
    ])
    expect([left(-10, 2), left(-10, -2), left(-0.5, 0.2), left(0, 2)]).toEqual(['-8', '-8', '-0.3', '0'])
    expect(() => left(10, 10.01)).toThrow('shippingAboveTotal')
    expect(() => left(-10, 10.01)).toThrow('shippingAboveTotal')
    expect(aboveTotal(big(-5), big(-6), 'Envío').fault.params).toEqual({ shipping: '6', total: '-5' })
  })

  test('takes its share of a line’s net and tax', () => {
    const line = { gross: big(30), net: big(20), tax: big(4), charged: big(24) } as LineDraft
    const said = ({ gross, net, tax, charged }: LineDraft) =>
      [gross, net, tax, charged].map((one) => one?.toFixed()).join(' ')
    expect(scaledTo(line, big(24), big(24))).toBe(line)
    expect(said(scaledTo(line, big(12), big(24)))).toBe('20 10 2 12')
    expect(said(scaledTo({ ...line, gross: big(0) }, big(12), big(24)))).toBe('0 10 2 12')
    expect(said(scaledTo({ ...line, tax: big(1) }, big(8), big(24)))).toBe('17.666667 7.666667 0.333333 8')
  })

  test('leaves a total open that may hold it', () => {
    const open = (columns: object, more: object = {}, header = ['Total', 'Envío'], filled = true) =>
      shippingOpen({ columns, ...more }, header, () => filled)
    expect(open({ total: 'Total' })).toBe('Envío')
    expect(open({ total: 'Total' }, {}, ['Total', 'Envío'], false)).toBeUndefined()
    expect(open({ total: 'Total' }, { shipping: 'apart' })).toBeUndefined()
    expect(open({ total: 'Total', shipping: 'Envío' })).toBeUndefined()
    expect(open({ unitPrice: 'Precio' })).toBeUndefined()
    for (const total of ['Subtotal', 'Total línea', 'Item total']) expect(open({ total })).toBeUndefined()
    expect(open({ total: 'Envío' })).toBeUndefined()
  })
})

test('money is named by its code or its sign, a dollar alone by neither', () => {
  const one = (text: string) => [...currenciesIn([text])].join()
  const texts = ['5 €', '5 euros', '£5', 'US$5', 'MX$5', 'R$5', '5 CHF', '$5', '¥5', '5 kr', '5', 'EUROPA']
  expect(texts.map(one)).toEqual(['EUR', 'EUR', 'GBP', 'USD', 'MXN', 'BRL', 'CHF', '?', '?', '?', '', ''])
  expect([
    currencyNamed(['5 €', '6', '7 EUR']),
    currencyNamed(['5 €', '£6']),
    currencyNamed(['6']),
    currencyNamed(['$5']),
  ]).toEqual([...['EUR', undefined, undefined, '?']])
})

test('tax is inside, outside or untold', () => {
  const said = (name: string) => [saysNet(name), saysTaxInside(name)]
  expect([said('PVP'), said('Precio con IVA'), said('Total (tax incl.)')]).toEqual(
    Array(3).fill([false, true]),
  )
  expect([said('Base'), said('PVP sin IVA'), said('Total excl. VAT')]).toEqual(Array(3).fill([true, false]))
  expect(said('Precio')).toEqual([false, false])
  const open = (columns: object, constants?: object) =>
    taxOpen({ columns, ...(constants ? { constants } : {}) })
  expect([
    open({ total: 'Total' }),
    open({ total: 'Total', unitPrice: 'PVP' }),
    open({ unitPrice: 'Precio' }),
  ]).toEqual([...['Total', 'PVP', 'Precio']])
  expect([open({ total: 'Base', unitPrice: 'PVP' }), open({}), open({ total: 'Total', tax: 'IVA' })]).toEqual(
    Array(3).fill(undefined),
  )
  expect([open({ total: 'Total', taxRate: '%' }), open({ total: 'Total' }, { taxRate: '0' })]).toEqual([
    undefined,
    undefined,
  ])
  expect(open({ total: 'Total' }, { currency: 'EUR' })).toBe('Total')
})

test('an order’s taxes are inside its prices unless its total says that they came on top', () => {
  const costs = (subtotal: number | undefined, shipping: number, taxes: number, total: number) => ({
    ...{ subtotal: subtotal === undefined ? undefined : big(subtotal), shipping: big(shipping) },
    ...{ taxes: big(taxes), total: big(total) },
  })
  expect([
    taxIncluded(costs(10, 2, 1, 12)),
    taxIncluded(costs(10, 2, 1, 13)),
    taxIncluded(costs(10, 2, 1, 13.01)),
  ]).toEqual([...[true, false, false]])
  expect([
    taxIncluded(costs(10, 2, 1, 13.02)),
    taxIncluded(costs(10, 2, 0, 12)),
    taxIncluded(costs(10, 2, 0.5, 12.5)),
  ]).toEqual([...[true, true, false]])
  expect(taxIncluded(costs(undefined, 2, 1, 3))).toBe(false)
  const spread = (taxes: number, shipping: number) =>
    lineTaxes(costs(10, shipping, taxes, 0), [big(6), big(2)]).map((one) => one.toFixed())
  expect([spread(1, 2), spread(1, 0), spread(0, 2)]).toEqual([
    ['0.6', '0.2'],
    ['0.75', '0.25'],
    ['0', '0'],
  ])
})

describe('what brought a buyer', () => {
  const [click, other] = ['019a9d3e-0000-7000-8000-00000000000a', '019A9D3E-0000-7000-8000-00000000000B']

  test('is the first that says something', () => {
    expect(attributionOf([null, ' ', undefined, ' Gira\0 ', 'x'], ['x', ` ${other} `, click])).toEqual({
      ...{ campaign: 'Gira', clickId: other.toLowerCase() },
    })
    expect(attributionOf([], [])).toEqual({ campaign: null, clickId: null })
    expect(attributionOf(['x'.repeat(201)], []).campaign).toBe('x'.repeat(200))
    expect(attributionOf([`${'x'.repeat(199)}🦊`], []).campaign).toBe(`${'x'.repeat(199)}�`)
  })

  test('stands in an address or in a cart’s notes', () => {
    expect(parametersOf('/a?b=1#?b=2').get('b')).toBe('1')
    expect(parametersOf('?b=1').get('b')).toBe('1')
    expect([
      parametersOf('/a').toString(),
      parametersOf(5).toString(),
      parametersOf(undefined).toString(),
    ]).toEqual(['', '', ''])
    expect(parametersOf(`/${'x'.repeat(3_995)}?b=12`).get('b')).toBe('1')
    const notes = (...lines: string[]) => notedAttribution(lines.join('\n'))
    expect(notes(`Landing_Site: /?utm_campaign=uno&click=${click}`, 'utm_campaign: dos')).toEqual({
      campaign: 'uno',
      clickId: click,
    })
    expect(notes(`landing_page: /?utm_campaign=tres`, ` UTM_Campaign : dos`, `click: ${click}`)).toEqual({
      campaign: 'tres',
      clickId: click,
    })
    expect(notes('utm_campaign: a:b')).toEqual({ campaign: 'a:b', clickId: null })
    expect(notes(':x', 'sin nada')).toEqual({ campaign: null, clickId: null })
  })
})
