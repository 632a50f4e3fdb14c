import { beforeAll, expect, test } from 'vitest'
import { pointMarks } from '#platform/csv-out.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill, putEntries } from '#testing/raw-bills.ts'
import { accounts } from '#testing/world/cast.ts'
import type { Entry } from './server/ledger.ts'
import { taxDeclaration, taxSummary } from './server/tax-summary.ts'

/** What the forms of a quarter and of a year take of rows at their edges. Nothing else of the world is paid in 2031 and 2032. */

const world = testDatabase()
const accountId = accounts.ninoLobo.id

type Model = '111' | '123' | '190' | '193'
const of = (model: Model, year: number, quarter?: number) =>
  inTrial(world.database, (tx) => taxDeclaration(tx, { model, year, quarter }))

interface Paid {
  taxId: string
  postcode?: string
  kind?: 'person' | 'company'
  retention?: 'professional' | 'imageRights' | 'capital'
  bp?: number
  legalName?: string
  /** Cents of the base; what is withheld is a hundredth of them, so that the two are told apart. */
  base: number
  moved: readonly (Omit<Partial<Entry>, 'at'> & { at?: string })[]
}
const bank = { from: 'payable', to: 'bank' } as const
const back = { from: 'bank', to: 'payable' } as const

async function paid({
  taxId,
  postcode = '28012',
  kind = 'person',
  retention = 'professional',
  bp = 1_500,
  legalName = `De ${taxId}`,
  base,
  moved,
}: Paid) {
  const billId = await putBill(world.database, {
    ...{ accountId, payment: 'paid' },
    information: { taxId, postcode, kind, retention, retentionBp: bp, legalName },
    totals: { baseCents: base, retentionCents: base / 100 },
  })
  for (const { at, ...entry } of moved)
    await putEntries(
      world.database,
      [{ accountId, billId, amountCents: 1, ...bank, ...entry }],
      new Date(at ?? '2030-05-05T12:00:00Z'),
    )
}

const person = '12345678Z'
beforeAll(async () => {
  // Each at an edge of the second quarter of 2031, with a base that no sum of others comes to.
  await paid({ taxId: person, base: 100, moved: [{ day: '2031-03-31' }] })
  await paid({ taxId: person, base: 200, moved: [{ day: '2031-04-01' }] })
  await paid({ taxId: person, base: 400, moved: [{ day: '2031-06-30' }] })
  await paid({ taxId: person, base: 800, moved: [{ day: '2031-07-01' }] })
  // Without a day of the bank's it is that of Madrid: half past midnight of the first of April there.
  await paid({ taxId: person, base: 1_600, moved: [{ at: '2031-03-31T22:30:00Z' }] })
  // A charge of the provider that settled all of it pays it, one that settled a part does not.
  const charged = { from: 'payable', to: 'charged', day: '2031-05-05' } as const
  await paid({ taxId: person, base: 3_200, moved: [{ ...charged, reason: 'whole' }] })
  await paid({ taxId: person, base: 6_400, moved: [charged] })
  await paid({ taxId: person, base: 12_800, moved: [{ ...charged, from: 'charged', to: 'payable' }] })
  // What nothing is withheld from is on no form.
  await paid({ taxId: person, base: 25_600, bp: 0, moved: [{ day: '2031-05-05' }] })
  await paid({ taxId: person, base: 51_200, bp: 1, postcode: '08001', moved: [{ day: '2031-05-05' }] })
  await paid({ taxId: person, base: 700, retention: 'imageRights', moved: [{ day: '2031-05-05' }] })
  await paid({
    ...{ taxId: 'B20000048', kind: 'company', retention: 'capital', base: 900, postcode: '20001' },
    moved: [{ day: '2031-05-05' }],
  })
  // Paid before the time and sent back within it; and all of it within.
  await paid({
    taxId: '00000000T',
    base: 300,
    moved: [{ day: '2030-12-31' }, { ...back, day: '2031-04-01' }],
  })
  await paid({
    taxId: 'X0000000T',
    base: 500,
    moved: [{ day: '2031-04-02' }, { ...back, day: '2031-04-03' }],
  })
})

const row = (taxId: string, province: string, key: string, payments: number, baseCents: number) => ({
  ...{ taxId, name: `De ${taxId}`, province, key, payments, baseCents, retentionCents: baseCents / 100 },
})

test('a quarter has what was paid from its first day to its last, by payee, key and province', async () => {
  const { rows, ...sums } = await of('111', 2031, 2)
  expect(rows).toEqual([
    row('00000000T', '28', 'G', -1, -300),
    row(person, '08', 'G', 1, 51_200),
    row(person, '28', 'G', 4, 200 + 400 + 1_600 + 3_200),
    row(person, '28', 'I.01', 1, 700),
  ])
  const baseCents = -300 + 51_200 + 5_400 + 700
  expect(sums).toMatchObject({ payees: 2, baseCents, retentionCents: baseCents / 100 })
  expect((await of('111', 2031, 1)).rows).toEqual([row(person, '28', 'G', 1, 100)])
  expect((await of('111', 2031, 3)).rows).toEqual([row(person, '28', 'G', 1, 800)])
  expect(await of('111', 2031, 4)).toMatchObject({ rows: [], payees: 0, baseCents: 0, retentionCents: 0 })
})

test('a year has its four quarters, and what comes of capital is on forms of its own', async () => {
  const year = await of('190', 2031)
  expect(year.rows.map(({ taxId, province, baseCents }) => [taxId, province, baseCents])).toEqual([
    ['00000000T', '28', -300],
    [person, '08', 51_200],
    [person, '28', 100 + 5_400 + 800],
    [person, '28', 700],
  ])
  expect((await of('190', 2030)).rows).toEqual([row('00000000T', '28', 'G', 1, 300)])
  const capital = [row('B20000048', '20', '', 1, 900)]
  expect((await of('123', 2031, 2)).rows).toEqual(capital)
  expect((await of('193', 2031)).rows).toEqual(capital)
  expect((await of('123', 2031, 1)).rows).toEqual([])
})

test('who is paid as often as it came back has a line for what is left of it', async () => {
  const put = async (
    { taxId = '11111111H', bp = 1_500 },
    [baseCents, retentionCents]: readonly [number, number],
    entry: Partial<Entry>,
  ) => {
    const information = { taxId, postcode: '28012', kind: 'person', retention: 'professional' } as const
    const billId = await putBill(world.database, {
      ...{ accountId, payment: 'paid', information: { ...information, retentionBp: bp, legalName: 'Uno' } },
      totals: { baseCents, retentionCents },
    })
    await putEntries(world.database, [
      { accountId, billId, amountCents: 1, day: '2032-01-01', ...bank, ...entry },
    ])
  }
  await put({}, [1_000, 150], {})
  await put({ bp: 700 }, [1_000, 70], back)
  // So little that nothing was withheld of it.
  const little = { taxId: '22222222J' }
  await put(little, [3, 0], {})
  await put(little, [2, 0], back)
  const of111 = { name: 'Uno', province: '28', key: 'G', payments: 0 }
  expect((await of('111', 2032, 1)).rows).toEqual([
    { ...of111, taxId: '11111111H', baseCents: 0, retentionCents: 80 },
    { ...of111, taxId: '22222222J', baseCents: 1, retentionCents: 0 },
  ])
  const { content } = await inTrial(world.database, (tx) =>
    taxSummary(tx, { model: '111', year: 2032, quarter: 1 }, { locale: 'es', marks: pointMarks }),
  )
  expect(String(content).trim().split(/\r?\n/).slice(1)).toEqual([
    ...['11111111H,Uno,28,G,0,0,0.8', '22222222J,Uno,28,G,0,0.01,0', 'Total,2,,,,0.01,0.8'],
  ])
  // The last of the year is of the year.
  await put({}, [1_000, 150], { day: '2032-12-31' })
  expect((await of('190', 2032)).retentionCents).toBe(230)
  expect((await of('111', 2032, 4)).rows).toMatchObject([{ payments: 1, retentionCents: 150 }])
})

test('what is still to be paid counts by the form, whenever it was issued', async () => {
  const [before, ofCapital] = [await of('190', 2031), await of('193', 2031)]
  expect(ofCapital.toPayCents).toBe(0)
  const put = (
    retention: 'professional' | 'capital',
    payment: 'unpaid' | 'returned' | 'inRemittance' | 'paid',
    retentionCents: number,
    retentionBp = 1_500,
  ) =>
    putBill(world.database, {
      ...{ accountId, payment, totals: { retentionCents } },
      information: { taxId: person, postcode: '28012', kind: 'person', retention, retentionBp },
    })
  await put('professional', 'unpaid', 1)
  await put('professional', 'returned', 2)
  await put('professional', 'inRemittance', 4)
  await put('professional', 'paid', 8)
  await put('professional', 'unpaid', 16, 0)
  await put('capital', 'unpaid', 32)
  await putBill(world.database, {
    ...{ accountId, status: 'Cancelled', payment: 'unpaid', number: 'R-none' },
    information: { taxId: person, postcode: '28012', kind: 'person', retentionBp: 1_500 },
  })
  expect((await of('190', 2031)).toPayCents).toBe(before.toPayCents + 7)
  expect((await of('193', 2031)).toPayCents).toBe(ofCapital.toPayCents + 32)
})

test('a payee is told by one name in every row: that of the last payment', async () => {
  const taxId = '99999999R'
  const of2035 = (legalName: string, day: string, more: Partial<Paid> = {}) =>
    paid({ taxId, legalName, base: 100, moved: [{ day }], ...more })
  await of2035('Zoe Antes', '2035-01-10')
  await of2035('Ana Ahora', '2035-11-10')
  await of2035('Mía Entonces', '2035-05-10', { retention: 'imageRights' })
  await of2035('Otra Casa', '2035-06-10', { postcode: '08001' })
  const { rows, payees } = await of('190', 2035)
  expect(rows.map(({ province, key, name }) => [province, key, name])).toEqual([
    ['08', 'G', 'Ana Ahora'],
    ['28', 'G', 'Ana Ahora'],
    ['28', 'I.01', 'Ana Ahora'],
  ])
  expect(payees).toBe(1)
})

test('a form of a quarter asks for it and one of a year has none; each is a file of its name, in its language', async () => {
  const why = (model: Model, quarter?: number) =>
    of(model, 2031, quarter).then(
      () => 'told',
      ({ fields }: { fields: { quarter: { code: string } } }) => fields.quarter.code,
    )
  const asked: string[] = []
  for (const model of ['111', '123', '190', '193'] as const)
    for (const quarter of [undefined, 1]) asked.push(await why(model, quarter))
  expect(asked).toEqual([
    ...['validation.required', 'told', 'validation.required', 'told'],
    ...['told', 'billing.formOfYear', 'told', 'billing.formOfYear'],
  ])
  const file = (model: Model, quarter?: number, locale: 'es' | 'en' = 'es') =>
    inTrial(world.database, (tx) =>
      taxSummary(tx, { model, year: 2031, quarter }, { locale, marks: pointMarks }),
    )
  const names: string[] = []
  for (const [model, quarter] of [
    ['111', 2],
    ['123', 4],
    ['190', undefined],
    ['193', undefined],
  ] as const)
    names.push((await file(model, quarter)).name)
  expect(names).toEqual([
    ...['modelo-111-2031-2T.csv', 'modelo-123-2031-4T.csv', 'modelo-190-2031.csv', 'modelo-193-2031.csv'],
  ])
  const { type, content } = await file('123', 2, 'en')
  expect(type).toBe('text/csv; charset=utf-8')
  const lines = String(content)
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  // What comes of capital has no key.
  expect(lines.slice(1)).toEqual(['B20000048,De B20000048,20,–,1,9,0.09', 'Total,1,,,,9,0.09'])
  expect(lines[0]?.split(',')).toHaveLength(7)
  expect(new Set(lines[0]?.split(',')).size).toBe(7)
})
