import { expect, test } from 'vitest'
import { priceOf } from './server/facturae-lines.ts'
import {
  goodsName,
  goodsText,
  lineText,
  mentionText,
  rateText,
  typeText,
  unitPriceText,
  unitsText,
} from './server/line-text.ts'

const goods = {
  ...{ name: 'Levante', sku: null, productId: null, units: 1, grossCents: 2_000, offCents: 0 },
  ...{ chargedCents: 200, amountCents: 1_800, rateOf: null, rateUnits: null },
}

test('one unit is one, on every paper of a bill', () => {
  const said = (units: number, type: string, locale: 'es' | 'en') =>
    goodsText({ type }, { ...goods, units } as never, locale)
  expect(said(1, 'Income', 'es')).toContain('Levante: 1 ud., ')
  expect(said(1, 'Income', 'en')).toContain('Levante: 1 unit, ')
  expect(said(3, 'Income', 'es')).toMatch(/Levante: 3 uds\. a 6,67\s€ de media, 20,00/)
  expect(said(3, 'Income', 'en')).toMatch(/Levante: 3 units at €6\.67 on average, €20/)
  // What one was sold at, where all were sold at one price (RD 1619/2012, art. 6.1.f).
  expect(said(4, 'Income', 'es')).toMatch(/Levante: 4 uds\. a 5,00\s€, 20,00/)
  expect(said(1_234, 'Income', 'es')).toContain('1.234 uds.')
  // The rate is what the account has of a sale; what was only made has none.
  const own = { ...goods, rateOf: 'product', rateUnits: null } as never
  const rate = rateText(own, 'es')
  expect(rate).not.toBe('')
  expect(goodsText({ type: 'Income' }, own, 'es')).toContain(` (${rate})`)
  expect(goodsText({ type: 'On demand' }, own, 'es')).not.toContain(rate)
  // What was made of them is nobody's price: neither of one nor on average.
  for (const units of [3, 4]) expect(said(units, 'On demand', 'es')).not.toMatch(/uds\. a | de media/)
  for (const [locale, one] of [
    ['es', '1 ud.'],
    ['en', '1 unit'],
  ] as const) {
    expect(said(1, 'On demand', locale)).toContain(one)
    expect(rateText({ rateOf: 'product', rateUnits: 1 } as never, locale)).toContain(one)
    expect(goodsText({ type: 'Income' }, { ...goods, offCents: 100 } as never, locale)).toContain(one)
  }
  // Of what is counted the XML says the price of one, however few and cheap they were.
  const one = { text: 'Pegatina', taxBp: 2_100, less: [] }
  expect(priceOf({ ...one, units: 1, grossCents: 2_000, amountCents: 2_000 } as never)).toMatchObject({
    ...{ Quantity: '1.0', UnitPriceWithoutTax: '20.00000000', TotalCost: '20.00' },
  })
  expect(priceOf({ ...one, units: 4, grossCents: 1, amountCents: 1 } as never)).toMatchObject({
    ...{ ItemDescription: 'Pegatina', Quantity: '4.0', UnitPriceWithoutTax: '0.00250000', TotalCost: '0.01' },
  })
  expect(priceOf({ ...one, units: 4, grossCents: 0, amountCents: 0 } as never)).toMatchObject({
    ...{ ItemDescription: 'Pegatina (4 uds.)', Quantity: '1.0', UnitPriceWithoutTax: '0.00' },
  })
  // Of what is no piece nobody can say the price of one.
  expect(priceOf({ ...one, units: 0, grossCents: 300, amountCents: 300 } as never)).toMatchObject({
    ...{ Quantity: '1.0', UnitPriceWithoutTax: '3.00' },
  })
  // What is not counted on its line of the XML says it in its text.
  const line = { text: 'Directo', taxBp: 2_100, units: 3, grossCents: -300, less: [], amountCents: -300 }
  expect(priceOf(line as never).ItemDescription).toBe('Directo (3 uds.)')
})

test('a line says what it is of', () => {
  const line = { portalName: 'Lobo', month: '2026-10-01', description: null, reference: null }
  const said = (more: object) => lineText({ ...line, ...more } as never, 'es')
  expect(said({ type: 'Income' })).toBe('Ventas de Lobo, octubre de 2026')
  expect(said({ type: 'Income', shareBp: 5000 })).toMatch(
    /^Ventas de Lobo, octubre de 2026\. 50\s% de lo repartido$/,
  )
  expect(said({ type: 'Income', shareBp: 3333 })).toMatch(/\. 33,33\s% de lo repartido$/)
  expect(said({ type: 'Income', shareBp: 0 })).toMatch(/\. 0\s% de lo repartido$/)
  expect(said({ type: 'On demand', shareBp: 10_000 })).toMatch(
    /^Producción bajo demanda de Lobo.*\. 100\s% de lo repartido$/,
  )
  expect(said({ type: 'Recoupment', shareBp: 5000 })).toBe('Costes recuperados de Lobo, octubre de 2026')
  expect(said({ type: 'Own recoupment', portalName: null })).toBe(
    'Costes que se descuentan de una sola parte de , octubre de 2026',
  )
  expect(said({ type: 'Adjustment' })).toBe('Saldo negativo de octubre de 2026')
  expect(said({ type: 'Adjustment', reference: '2026-09' })).toBe('Saldo negativo de septiembre de 2026')
  expect(said({ type: 'Adjustment', description: 'Error', reference: '2026-09' })).toBe('Error')
  expect(said({ type: 'Advance', reference: 'A-1', description: 'Gira' })).toBe(
    'Anticipo A-1 que se descuenta',
  )
  expect(said({ type: 'Advance', description: 'Gira' })).toBe('Anticipo a cuenta de ventas: Gira')
  expect(said({ type: 'Advance' })).toBe('Anticipo a cuenta de ventas')
  expect(said({ type: 'Extra', description: 'Cartel', reference: 'X' })).toBe('Cartel')
  expect([typeText('Own recoupment', 'es'), typeText('Income', 'es')]).toEqual([
    'Costes de una parte',
    'Ingresos',
  ])
  expect(mentionText({ mention: 'exempt', law: 'art. 20' } as never, 'es')).toBe('Operación exenta (art. 20)')
  expect(mentionText({ mention: 'exempt', law: null } as never, 'es')).toBe('Operación exenta ()')
  expect(mentionText({ mention: null, law: 'art. 20' } as never, 'es')).toBe('')
})

test('a product says its name, how many, and at how much each', () => {
  const name = (more: object) => goodsName({ ...goods, ...more } as never, 'es')
  expect([name({ sku: 'LV' }), name({ sku: 'Levante' }), name({}), name({ name: null, sku: 'LV' })]).toEqual([
    ...['Levante (LV)', 'Levante', 'Levante', 'Otros productos'],
  ])
  const said = (more: object) =>
    goodsText({ type: 'Income' }, { ...goods, ...more } as never, 'es').replace(/\s/g, ' ')
  expect(said({ units: 2, offCents: 100 })).toBe(
    'Levante: 2 uds. a 10,00 €, 20,00 € brutos, 1,00 € de descuentos y reembolsos, 2,00 € de comisión',
  )
  expect(said({ units: 0 })).toBe('Levante: 0 uds., 20,00 € brutos, 2,00 € de comisión')
  expect(said({ units: 2, grossCents: 0 })).toContain('Levante: 2 uds., 0,00 €')
  expect(said({ units: 2, grossCents: 1 })).toContain('2 uds. a 0,01 € de media')
  expect(said({ units: -2 })).toContain('Levante: −2 uds., ')
  const rate = (rateOf: string | null, rateUnits: number | null) =>
    rateText({ rateOf, rateUnits } as never, 'es')
  expect([rate(null, 3), rate('portal', null), rate('product', null), rate('product', 3)]).toEqual([
    ...['', 'tarifa del portal', 'tarifa del producto', 'tarifa del producto a partir de 3 uds.'],
  ])
  const each = (units: number | null, amountCents: number) =>
    unitPriceText({ units, amountCents }, 'es')?.replace(/\s/g, ' ')
  expect([
    each(2, 1000),
    each(-2, -1000),
    each(2, 1001),
    each(1, 1000),
    each(-1, 10),
    each(null, 5),
    each(0, 5),
  ]).toEqual([
    ...['2 uds. a 5,00 €', '−2 uds. a 5,00 €', undefined, undefined, undefined, undefined, undefined],
  ])
  expect([unitsText(1, 'es'), unitsText(0, 'es'), unitsText(2, 'en')]).toEqual(['1 ud.', '0 uds.', '2 units'])
})
