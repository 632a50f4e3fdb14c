import { expect, test } from 'vitest'
import { priceOf } from './server/facturae-lines.ts'
import { goodsText, rateText } from './server/line-text.ts'

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
