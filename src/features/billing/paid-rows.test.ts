import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putInformation } from '#testing/raw-bills.ts'
import { type BillRow, informationOfIssued, putIssued } from '#testing/raw-issued.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { billTurned } from './server/occasions.ts'
import { remittance, remittancePayment } from './server/remittance-table.ts'
import { setPayment } from './server/set-payment.ts'
import { bill } from './server/table.ts'

/** What may be recorded of a payment, on which days, and what becomes of the bill, the books and the IBAN. */

const world = testDatabase()
const told = vi.spyOn(billTurned, 'tell')
/** It is the second of January in Madrid. */
const now = new Date('2027-01-01T23:30:00Z')
const [iban, other] = ['ES9121000418450200051332', 'ES7921000813610123456789']

let accountId = ''
beforeEach(async () => {
  told.mockClear()
  accountId = (await putAccount(world.database, 'Cuenta')).accountId
  await putInformation(world.database, { accountId, taxId: 'A', email: `ahora@${accountId}.test` })
})
const issued = (row: BillRow = {}) => putIssued(world.database, { accountId, ...row })
async function file(row: Partial<typeof remittance.$inferInsert> = {}) {
  const id = v7()
  await inTrial(world.database, (tx) =>
    tx.insert(remittance).values({
      ...{ id, bills: 1, totalCents: 1_110, executedOn: '2026-11-20', file: Buffer.from('x') },
      ...{ downloadedAt: new Date('2026-11-19'), ...row },
    }),
  )
  return id
}
const inFile = async (remittanceId: string, billId: string, amountCents = 1_110, to = iban) =>
  inTrial(world.database, (tx) =>
    tx.insert(remittancePayment).values({ remittanceId, billId, amountCents, iban: to, holder: 'T' }),
  )
const read = async (id: string) => {
  const [row] = await inTrial(world.database, (tx) => tx.select().from(bill).where(eq(bill.id, id)))
  if (!row) throw new Error('no bill')
  return row
}
type Said = { on?: string; reason?: string }
const set = async (id: string, payment: 'paid' | 'returned', { on = '2026-12-01', ...rest }: Said = {}) => {
  const row = await read(id)
  return inTrial(world.database, (tx) =>
    setPayment(tx, row, { payment, on, ...rest }, { now, appOrigin: '' }),
  ).then(
    () => 'done',
    (error: { code: string; status: number; fields?: Record<string, { code: string }> }) =>
      error.fields
        ? `${error.status} ${Object.entries(error.fields).map(([name, { code }]) => `${name} ${code}`)}`
        : error.code,
  )
}
const entriesOf = (id: string) =>
  world.database.query(
    `select "from", "to", amount_cents::int as cents, day::text, reason from ledger_entry where bill_id = $1 order by at, id`,
    [id],
  )
const refusedIbans = async () => {
  const [row] = await world.database.query<{ refused_iban: string | null; refused_ibans: string[] }>(
    'select refused_iban, refused_ibans from billing_information where account_id = $1',
    [accountId],
  )
  return [row?.refused_iban, row?.refused_ibans]
}
const mails = async () => {
  const found = await world.database.query<{ kind: string; name: string }>(
    `select kind, split_part("to", '@', 1) as name from mail where "to" like $1 order by created_at, id`,
    [`%@${accountId}.test`],
  )
  return found.map(({ kind, name }) => `${kind} ${name}`)
}

describe('what may follow on what', () => {
  test('paid is what was not yet, and what came back is what was paid or is at the bank', async () => {
    const left = await file()
    const follow = async (
      payment: 'unpaid' | 'inRemittance' | 'returned' | 'paid',
      said: 'paid' | 'returned',
    ) => {
      const id = await issued({ payment, remittanceId: payment === 'inRemittance' ? left : null })
      return set(id, said, { reason: 'R' })
    }
    expect(
      await Promise.all(
        (['unpaid', 'inRemittance', 'returned', 'paid'] as const).map((was) => follow(was, 'paid')),
      ),
    ).toEqual(['done', 'done', 'done', 'billing.paymentOrder'])
    expect(
      await Promise.all(
        (['unpaid', 'inRemittance', 'returned', 'paid'] as const).map((was) => follow(was, 'returned')),
      ),
    ).toEqual(['billing.paymentOrder', 'done', 'billing.paymentOrder', 'done'])
  })

  test('nothing of what is not issued, was set against something, or comes to nothing', async () => {
    for (const status of ['Pending', 'Cancelled', 'Next'] as const)
      expect(await set(await issued({ status, number: null, type: 2 }), 'paid')).toBe('billing.paymentOrder')
    expect(await set(await issued({ offsetCents: 1_110 }), 'paid')).toBe('billing.paymentOrder')
    expect(await set(await issued({ correctsId: v7(), payment: 'paid' }), 'returned', { reason: 'R' })).toBe(
      'billing.paymentOrder',
    )
    expect(await set(await issued({ correctsId: v7() }), 'paid')).toBe('done')
  })

  test('nothing of a file that nobody has had', async () => {
    const here = await file({ downloadedAt: null })
    expect(await set(await issued({ payment: 'inRemittance', remittanceId: here }), 'paid')).toBe(
      'billing.fileHere',
    )
    expect(await set(await issued({ payment: 'inRemittance' }), 'paid')).toBe('billing.fileHere')
    expect(await set(await issued({ remittanceId: here }), 'paid')).toBe('done')
  })

  test('what came back says why', async () => {
    const id = await issued({ payment: 'paid' })
    expect(await set(id, 'returned')).toBe('422 reason validation.required')
    expect(await set(id, 'returned', { reason: '' })).toBe('422 reason validation.required')
  })
})

test('no money moves before its month, what was recorded last, and the day of its file, nor after today', async () => {
  const edge = async (row: BillRow, first: string, payment: 'paid' | 'returned' = 'paid') => {
    const before = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10)
    const said = { reason: 'R' }
    expect(await set(await issued(row), payment, { on: before, ...said }), first).toBe(
      '422 on dates.tooEarly',
    )
    expect(await set(await issued(row), payment, { on: first, ...said }), first).toBe('done')
  }
  await edge({}, '2026-10-01')
  await edge({ period: null }, '2026-01-01')
  await edge({ payment: 'returned', returnedOn: '2026-12-03' }, '2026-12-03')
  await edge({ payment: 'paid', paidOn: '2026-12-04' }, '2026-12-04', 'returned')
  await edge({ payment: 'paid', paidOn: '2026-12-04', remittanceId: await file() }, '2026-12-04', 'returned')
  await edge(
    { payment: 'inRemittance', remittanceId: await file({ executedOn: '2026-12-05' }) },
    '2026-12-05',
  )
  await edge({ remittanceId: v7() }, '2026-10-01')
  expect(await set(await issued(), 'paid', { on: '2027-01-02' })).toBe('done')
  expect(await set(await issued(), 'paid', { on: '2027-01-03' })).toBe('422 on dates.tooLate')
})

describe('what was recorded', () => {
  test('moves what is paid, less what charges have settled, on its day, and back', async () => {
    const id = await issued({ offsetCents: 110 })
    expect(await set(id, 'paid')).toBe('done')
    expect(await read(id)).toMatchObject({
      payment: 'paid',
      paidOn: '2026-12-01',
      returnedOn: null,
      version: 2,
    })
    const out = { from: 'payable', to: 'bank', cents: 1_000, day: '2026-12-01', reason: null }
    expect(await entriesOf(id)).toEqual([out])
    expect(told.mock.calls.map(([, of, turn]) => [of, turn])).toEqual([[id, 'paid']])
    told.mockClear()
    expect(await set(id, 'returned', { on: '2026-12-02', reason: 'Cuenta cerrada' })).toBe('done')
    expect(await read(id)).toMatchObject({
      ...{ payment: 'returned', paidOn: null, returnedOn: '2026-12-02', returnReason: 'Cuenta cerrada' },
      version: 3,
    })
    const back = { from: 'bank', to: 'payable', cents: 1_000, day: '2026-12-02', reason: 'Cuenta cerrada' }
    expect(await entriesOf(id)).toEqual([out, back])
    expect(told).not.toHaveBeenCalled()
    expect(await set(id, 'paid', { on: '2026-12-03' })).toBe('done')
    expect(await read(id)).toMatchObject({ payment: 'paid', returnedOn: null, returnReason: null })
  })

  test('leaves the file when it comes back, without a move where the bank had not paid', async () => {
    const left = await file()
    const id = await issued({ payment: 'inRemittance', remittanceId: left })
    expect(await set(id, 'returned', { reason: 'R' })).toBe('done')
    expect(await read(id)).toMatchObject({ payment: 'returned', remittanceId: null })
    expect(await entriesOf(id)).toEqual([])
    const paid = await issued({ payment: 'inRemittance', remittanceId: left })
    await set(paid, 'paid')
    expect((await read(paid)).remittanceId).toBe(left)
  })

  test('is recorded of all that left in the file with it, and of nobody else’s', async () => {
    const left = await file()
    const gone = (row: BillRow) => issued({ payment: 'inRemittance', remittanceId: left, ...row })
    const large = await gone({ totals: { payableCents: 1_030 }, offsetCents: 30 })
    const [small, back, before] = [
      await gone({ totals: { payableCents: 310 }, offsetCents: 10 }),
      await gone({ totals: { payableCents: -200 }, correctsId: v7() }),
      await gone({ totals: { payableCents: 70 }, payment: 'paid', paidOn: '2026-11-30' }),
    ]
    const ofOther = await gone({ information: { ...informationOfIssued, taxId: 'B' } })
    await inFile(left, large, 1_100)
    // What was paid as a whole, less what a charge had settled of it, took nothing along.
    const whole = await gone({ totals: { payableCents: 520 }, offsetCents: 20 })
    await inFile(left, whole, 500)
    expect(await set(whole, 'paid')).toBe('done')
    expect((await read(small)).payment).toBe('inRemittance')
    told.mockClear()
    expect(await set(large, 'paid')).toBe('done')
    for (const id of [large, small, back])
      expect(await read(id)).toMatchObject({ payment: 'paid', paidOn: '2026-12-01', version: 2 })
    const out = { from: 'payable', to: 'bank', day: '2026-12-01', reason: null }
    expect(await entriesOf(small)).toEqual([{ ...out, cents: 300 }])
    expect(await entriesOf(back)).toEqual([{ ...out, cents: -200 }])
    expect(told.mock.calls.map(([, of, turn]) => [of, turn]).sort()).toEqual(
      [large, small, back].map((id) => [id, 'paid']).sort(),
    )
    expect((await read(ofOther)).payment).toBe('inRemittance')
    expect(await read(before)).toMatchObject({ paidOn: '2026-11-30', version: 1 })
    expect(await entriesOf(before)).toEqual([])
    expect(await set(large, 'returned', { on: '2026-12-02', reason: 'R' })).toBe('done')
    expect(await read(large)).toMatchObject({ payment: 'returned', remittanceId: null })
    for (const id of [small, back])
      expect(await read(id)).toMatchObject({
        ...{ payment: 'unpaid', paidOn: null, remittanceId: null },
        version: 3,
      })
    expect((await entriesOf(small)).at(-1)).toMatchObject({ from: 'bank', to: 'payable', cents: 300 })
  })

  test('keeps where it came back from: where it went, or else where its person is paid, each once and last', async () => {
    expect(await refusedIbans()).toEqual([null, []])
    await set(await issued(), 'paid')
    expect(await refusedIbans()).toEqual([null, []])
    await set(await issued({ payment: 'paid' }), 'returned', { reason: 'R' })
    expect(await refusedIbans()).toEqual([iban, [iban]])
    const left = await file()
    const sent = await issued({ payment: 'inRemittance', remittanceId: left })
    await inFile(left, sent, 1_110, other)
    await set(sent, 'returned', { reason: 'R' })
    expect(await refusedIbans()).toEqual([other, [iban, other]])
    await set(await issued({ payment: 'paid' }), 'returned', { reason: 'R' })
    expect(await refusedIbans()).toEqual([iban, [other, iban]])
    const ofFormer = { ...informationOfIssued, taxId: 'B', iban: 'ES00' }
    await set(await issued({ payment: 'paid', information: ofFormer }), 'returned', { reason: 'R' })
    expect(await refusedIbans()).toEqual(['ES00', [other, iban, 'ES00']])
    const unknown = { ...informationOfIssued, taxId: 'B' }
    await set(await issued({ payment: 'paid', information: unknown }), 'returned', { reason: 'R' })
    expect(await refusedIbans()).toEqual(['ES00', [other, iban, 'ES00']])
  })

  test('is told to whom it was for, at their own address, and of what was owed to nobody', async () => {
    await set(await issued(), 'paid')
    await set(await issued({ payment: 'paid' }), 'returned', { reason: 'R' })
    const information = { ...informationOfIssued, taxId: 'B', email: `antes@${accountId}.test` }
    await set(await issued({ information }), 'paid')
    await set(await issued({ information, payment: 'paid' }), 'returned', { reason: 'R' })
    const sent = [
      ...[
        'billing.paid ahora',
        'billing.returned ahora',
        'billing.paid antes',
        'billing.returnedFormer antes',
      ],
    ]
    expect(await mails()).toEqual(sent)
    await set(await issued({ totals: { payableCents: -5 } }), 'paid')
    expect(await mails()).toEqual(sent)
  })
})
