import { describe, expect, test } from 'vitest'
import { monthOf, priceOf, taxedLines } from './server/facturae-lines.ts'
import { numberParts, party, payment, periodOf } from './server/facturae-parts.ts'

describe('who supplies or receives', () => {
  const long = 'x'.repeat(90)
  const at = { street: long, postcode: '48001', city: long, province: long, taxId: 'T' }
  const AddressInSpain = {
    ...{ Address: long.slice(10), PostCode: '48001', Town: long.slice(40), Province: long.slice(70) },
    CountryCode: 'ESP',
  }
  const individual = (more: object) => {
    const found = party({ ...at, legalName: 'Ana', ...more } as never, 'person')
    return 'Individual' in found ? found.Individual : undefined
  }

  test('is a company', () => {
    expect(party({ ...at, legalName: long } as never, 'company')).toEqual({
      TaxIdentification: { PersonTypeCode: 'J', ResidenceTypeCode: 'R', TaxIdentificationNumber: 'T' },
      LegalEntity: { CorporateName: long.slice(10), AddressInSpain },
    })
  })

  test('or a person, whose name has parts', () => {
    const parts = { givenName: long, firstSurname: long, secondSurname: long }
    expect(party({ ...at, legalName: 'Ana', ...parts } as never, 'person')).toEqual({
      TaxIdentification: { PersonTypeCode: 'F', ResidenceTypeCode: 'R', TaxIdentificationNumber: 'T' },
      Individual: {
        ...{
          Name: long.slice(50),
          FirstSurname: long.slice(50),
          SecondSurname: long.slice(50),
          AddressInSpain,
        },
      },
    })
    const named = { givenName: 'Ana', firstSurname: 'Río' }
    expect(individual({ ...named, legalName: 'Ana Río del Mar' })).toEqual({
      Name: 'Ana',
      FirstSurname: 'Río',
      AddressInSpain,
    })
    const earlier = (legalName: string) => {
      const { Name, FirstSurname, SecondSurname } = individual({ legalName }) ?? {}
      return [Name, FirstSurname, SecondSurname]
    }
    expect(earlier('Ana Río del Mar')).toEqual(['Ana', 'Río', 'del Mar'])
    expect(earlier('Ana Río')).toEqual(['Ana', 'Río', undefined])
    expect(earlier('Ana')).toEqual(['Ana', 'Ana', undefined])
  })
})

test('a number is one of twenty signs, or a series and one', () => {
  const [twenty, more] = ['x'.repeat(20), 'x'.repeat(21)]
  expect(numberParts(twenty)).toEqual({ InvoiceNumber: twenty })
  expect(numberParts(`LOBO-2026-${twenty}`)).toEqual({
    InvoiceNumber: twenty,
    InvoiceSeriesCode: 'LOBO-2026',
  })
  expect(numberParts(`${twenty}/7`)).toEqual({ InvoiceNumber: '7', InvoiceSeriesCode: twenty })
  for (const number of [more, `${more}-7`, `7-${more}`, `-${twenty}`, `${twenty}-`])
    expect(() => numberParts(number)).toThrow('billing.numberTooLong')
})

test('a bill is of its months, and a corrective of the days since what it corrects', () => {
  const of = (more: object) => periodOf({ issuedOn: '2026-11-02', ...more } as never)
  expect(of({ period: '2026-10-01' })).toEqual({ StartDate: '2026-10-01', EndDate: '2026-10-31' })
  expect(of({ period: '2026-10-01', periodFrom: '2026-08-01' })).toEqual({
    StartDate: '2026-08-01',
    EndDate: '2026-10-31',
  })
  expect(of({ correction: { issuedOn: '2026-09-02' } })).toEqual({
    StartDate: '2026-09-02',
    EndDate: '2026-11-02',
  })
  expect(of({})).toEqual({ StartDate: '2026-11-02', EndDate: '2026-11-02' })
  expect(monthOf('2026-10-01', '2026-11-02')).toEqual({ StartDate: '2026-10-01', EndDate: '2026-10-31' })
  expect(monthOf('2026-10-01', '2026-10-20')).toEqual({ StartDate: '2026-10-01', EndDate: '2026-10-20' })
  expect(monthOf('2026-10-01', '2026-10-01')).toEqual({ StartDate: '2026-10-01', EndDate: '2026-10-01' })
  expect(monthOf('2026-10-01', '2026-09-30')).toEqual({ StartDate: '2026-10-01', EndDate: '2026-10-31' })
})

test('a bill is paid within thirty days to its account, a charge is set off, and what takes back says nothing', () => {
  const paid = (more: object, payableCents = 1) =>
    payment({
      information: { iban: 'ES1' },
      totals: { payableCents },
      issuedOn: '2026-11-02',
      ...more,
    } as never)
  const transfer = { InstallmentAmount: '0.01', PaymentMeans: '04', AccountToBeCredited: { IBAN: 'ES1' } }
  expect(paid({})).toEqual({
    PaymentDetails: { Installment: { InstallmentDueDate: '2026-12-02', ...transfer } },
  })
  const set = { InstallmentDueDate: '2026-11-02', InstallmentAmount: '0.01', PaymentMeans: '14' }
  expect(paid({ charge: true })).toEqual({ PaymentDetails: { Installment: set } })
  expect([
    paid({ charge: true, corrects: 'F' }),
    paid({ corrects: 'F' }),
    paid({ information: {} }),
    paid({}, 0),
  ]).toEqual([...[{}, {}, {}, {}]])
})

test('lines are told by product, and advances once for each rate that they are spread over', () => {
  const line = {
    taxBp: 2100,
    amountCents: 100,
    month: '2026-10-01',
    portalName: 'Lobo',
    description: null,
    reference: null,
  }
  const goods = {
    name: 'Levante',
    sku: 'LV',
    units: 2,
    grossCents: 300,
    offCents: 50,
    chargedCents: 150,
    amountCents: 100,
  }
  const bill = (type: number, groups: object[], ...lines: object[]) =>
    taxedLines({ type, totals: { groups }, lines: lines.map((more) => ({ ...line, ...more })) } as never)
  const rate = { rateOf: 'product', rateUnits: null }
  expect(bill(1, [], { type: 'Income', commissionBp: 1550, goods: [{ ...goods, ...rate }] })).toEqual([
    {
      ...{ text: 'Ventas de Lobo, octubre de 2026: Levante (LV)', taxBp: 2100, amountCents: 100, units: 2 },
      ...{ grossCents: 300, month: '2026-10-01', sku: 'LV' },
      less: [
        { reason: 'Descuentos y reembolsos', cents: 50 },
        { reason: expect.stringMatching(/^Comisión 15,5\s% \(tarifa del producto\)$/), cents: 150 },
      ],
    },
  ])
  const less = (more: object, of: object = {}) =>
    bill(1, [], { type: 'Income', goods: [{ ...goods, ...more }], ...of })[0]?.less
  expect(less({ offCents: 0 }, { commissionBp: 1500 })).toEqual([
    { reason: expect.stringMatching(/^Comisión 15\s%$/), cents: 150 },
  ])
  expect(less({ offCents: 0 }, { commissionBp: 9_995 })?.[0]?.reason).toMatch(/^Comisión 100,0\s%$/)
  expect(less({ offCents: 0 }, { commissionBp: null })).toEqual([
    { reason: expect.stringMatching(/^Comisión 0\s%$/), cents: 150 },
  ])
  expect(less({}, { type: 'On demand' })?.[1]).toEqual({ reason: 'Bajo demanda', cents: 150 })
  const groups = [
    { taxBp: 2100, settledCents: 70 },
    { taxBp: 1000, settledCents: 0 },
  ]
  const advances = [
    { type: 'Advance', reference: 'A-1' },
    { type: 'Advance', reference: 'A-2' },
  ]
  const settled = bill(1, groups, ...advances, { type: 'Extra', description: 'Cartel', goods: [] })
  expect(settled.map(({ text, taxBp, amountCents }) => [text, taxBp, amountCents])).toEqual([
    ['Cartel', 2100, 100],
    ['Anticipo A-1 que se descuenta; Anticipo A-2 que se descuenta', 2100, -70],
  ])
  expect(settled[0]).toMatchObject({ units: 1, grossCents: 100, less: [], month: '2026-10-01' })
})

test('a line that is counted has a price of one; another is one of its amount, and says how many in words', () => {
  const of = (more: object) =>
    priceOf({ text: 'Disco', taxBp: 2100, amountCents: 200, units: 3, grossCents: 200, less: [], ...more })
  const plain = { TotalCost: '2.00', GrossAmount: '2.00' }
  expect(of({})).toEqual({
    ...{ ItemDescription: 'Disco', Quantity: '3.0', UnitPriceWithoutTax: '0.66666667', ...plain },
  })
  expect(of({ units: 1 })).toEqual({
    ...{ ItemDescription: 'Disco', Quantity: '1.0', UnitPriceWithoutTax: '2.00000000', ...plain },
  })
  const uncounted = { Quantity: '1.0', UnitPriceWithoutTax: '2.00' }
  expect(of({ units: -1 })).toMatchObject({
    ...uncounted,
    ItemDescription: expect.stringContaining('Disco ('),
  })
  expect(of({ units: 0 })).toMatchObject({
    ...uncounted,
    ItemDescription: expect.stringContaining('Disco ('),
  })
  expect(of({ grossCents: 0 })).toMatchObject({ Quantity: '1.0', UnitPriceWithoutTax: '0.00' })
  expect(of({ grossCents: 1 }).UnitPriceWithoutTax).toBe('0.00333333')
  expect(of({ grossCents: -200, units: 1 })).toMatchObject({
    ...{ ItemDescription: 'Disco', Quantity: '1.0', UnitPriceWithoutTax: '-2.00' },
  })
  expect(of({ text: 'x'.repeat(2_501), units: 1 }).ItemDescription).toHaveLength(2_500)
  expect(of({ less: [{ reason: 'Comisión', cents: 50 }] })).toMatchObject({
    DiscountsAndRebates: { Discount: [{ DiscountReason: 'Comisión', DiscountAmount: '0.50' }] },
  })
})

test('what the provider supplies is counted, what it settles is not', () => {
  const line = { type: 'Extra', taxBp: 2100, amountCents: 100, month: '2026-10-01', portalName: null }
  const of = (more: object, ofLine: object = {}) =>
    taxedLines({
      ...{ type: 1, totals: { groups: [] }, charge: null, ...more },
      lines: [{ ...line, description: 'Cartel', reference: null, units: 4, ...ofLine }],
    } as never)[0]
  expect([of({})?.units, of({ charge: { what: 'M' } })?.units]).toEqual([1, 4])
  expect(of({ charge: { what: 'M' } }, { units: null })?.units).toBe(1)
  // The bill of an advance is of nothing else.
  expect(of({ type: 2 }, { type: 'Advance', description: null })).toMatchObject({ amountCents: 100 })
})
