import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { FrozenInformation } from '#features/billing/server/frozen.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putAgreement, putBill, putEntries, putInformation } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { approveBill, nextNumber } from './server/approve-bill.ts'
import { billTurned } from './server/occasions.ts'
import { bill, billLine } from './server/table.ts'
import { taxCaseOf } from './tax-cases.ts'

/** What a bill that was accepted becomes, and what it still waits for. */

const world = testDatabase()
const told = vi.spyOn(billTurned, 'tell')
/** The new year has begun in Madrid. */
const now = new Date('2026-12-31T23:30:00Z')
const [today, year] = ['2027-01-01', 2027]
const tax = taxCaseOf('peninsula', 'peninsula', 'services')
const informationOf = (row: Partial<FrozenInformation> = {}): FrozenInformation => ({
  ...{ legalName: 'Nombre de A', kind: 'company', taxId: 'A', street: 'Calle 1', postcode: '28001' },
  ...{ city: 'Madrid', province: 'Madrid', holder: 'Titular', territory: 'peninsula', supply: 'services' },
  ...{ retentionBp: 0, settlementBp: 10_000, email: 'a@example.com', series: 1, ...row },
})

let accountId = ''
let code = ''
beforeEach(async () => {
  told.mockClear()
  const made = await putAccount(world.database, 'Cuenta')
  accountId = made.accountId
  code = made.portalId
  await putInformation(world.database, { accountId, taxId: 'A' })
  await putAgreement(world.database, accountId)
})

type Row = Partial<Parameters<typeof putBill>[1]>
async function waiting(row: Row = {}, cents: readonly number[] = [1_000]) {
  const billId = await putBill(world.database, {
    ...{ accountId, status: 'Pending', closedAt: new Date('2026-12-05'), period: '2026-11-01' },
    ...{ information: informationOf(), ...(tax ? { tax } : {}), selfInvoice: true, ...row },
  })
  await inTrial(world.database, (tx) =>
    tx.insert(billLine).values(
      cents.map((amountCents, position) => ({
        ...{ billId, position, accountId, type: 'Extra' as const, month: '2026-11-01', taxBp: 2_100 },
        amountCents,
      })),
    ),
  )
  return billId
}
const read = async (id: string) => {
  const [row] = await inTrial(world.database, (tx) => tx.select().from(bill).where(eq(bill.id, id)))
  if (!row) throw new Error('no bill')
  return row
}
const approve = (
  id: string,
  before: (tx: Parameters<typeof approveBill>[0]) => Promise<unknown> = async () => {},
) =>
  inTrial(world.database, async (tx) => {
    const [row] = await tx.select().from(bill).where(eq(bill.id, id))
    if (!row) throw new Error('no bill')
    await before(tx)
    await approveBill(tx, row, { now, by: 'account', actorId: null, appOrigin: '' })
  })
const refused = (id: string, before?: Parameters<typeof approve>[1]) =>
  approve(id, before).then(
    () => 'issued',
    ({ code: why }: { code: string }) => why,
  )
const entriesOf = (id: string) =>
  world.database.query(
    `select "from", "to", amount_cents::int as cents, advance_id as advance from ledger_entry where bill_id = $1 order by id`,
    [id],
  )
const records = (id: string) =>
  world.database.query('select number, kind from fiscal_record where bill_id = $1', [id])
const turns = () => told.mock.calls.map(([, , turn]) => turn)

test('one by the provider gets the next number of its series, the day in Madrid, and a record', async () => {
  const id = await waiting({ information: informationOf({ retentionBp: 1_500 }) })
  await approve(id)
  const row = await read(id)
  expect(row).toMatchObject({
    ...{
      status: 'Approved',
      number: `${code}-${year}-00001`,
      issuedOn: today,
      payment: 'unpaid',
      paidOn: null,
    },
    ...{ acceptance: 'account', proof: null, approvedAt: now, version: 2 },
    totals: { baseCents: 1_000, taxCents: 210, retentionCents: 150, payableCents: 1_060, settledCents: 0 },
    information: { taxId: 'A', iban: 'ES9121000418450200051332' },
  })
  expect(row.provider?.legalName).toBeTruthy()
  expect(row.provider).not.toHaveProperty('iban')
  expect(await entriesOf(id)).toEqual([
    { from: 'held', to: 'payable', cents: 1_000, advance: null },
    { from: 'tax', to: 'payable', cents: 210, advance: null },
    { from: 'payable', to: 'retention', cents: 150, advance: null },
  ])
  expect(await records(id)).toEqual([{ number: `${code}-${year}-00001`, kind: 'alta' }])
  expect(turns()).toEqual(['approved'])
  const second = await waiting({ information: informationOf({ series: 1 }) })
  await approve(second)
  expect((await read(second)).number).toBe(`${code}-${year}-00002`)
  expect((await read(second)).hash).not.toBe(row.hash)
})

test('series of numbers are of an account, a NIF, a kind and a year', async () => {
  const numbers = await inTrial(world.database, async (tx) => {
    const made: string[] = []
    for (const [issuer, kind, of] of [
      [undefined, 'bill', 2030],
      [null, 'bill', 2030],
      [{ series: 2 }, 'bill', 2030],
      [{ series: 1 }, 'bill', 2030],
      [{ series: 1 }, 'corrective', 2030],
      [{ series: 2 }, 'corrective', 2030],
      [{}, 'bill', 2031],
    ] as const)
      made.push(
        await nextNumber(tx, { accountId, code: 'C', ...(issuer === undefined ? {} : { issuer }) }, kind, of),
      )
    return made
  })
  expect(numbers).toEqual([
    ...['C-2030-00001', 'C-2030-00002', 'C-2-2030-00001', 'C-2030-00003', 'R-C-2030-00001'],
    ...['R-C-2-2030-00001', 'C-2031-00001'],
  ])
  const counters = await world.database.query(
    'select series, year, last from bill_counter where account_id = $1 order by year, series',
    [accountId],
  )
  // The first NIF's are named as before there were others.
  expect(counters).toEqual([
    { series: 'bill', year: 2_030, last: 3 },
    { series: 'bill:2', year: 2_030, last: 1 },
    { series: 'corrective', year: 2_030, last: 1 },
    { series: 'corrective:2', year: 2_030, last: 1 },
    { series: 'bill', year: 2_031, last: 1 },
  ])
})

test('one of the account’s own keeps its number and day, and makes no record', async () => {
  const own = { selfInvoice: false, ownNumber: 'MIA-7', ownDate: '2026-12-20' }
  const id = await waiting(own)
  await approve(id)
  expect(await read(id)).toMatchObject({ number: 'MIA-7', issuedOn: '2026-12-20', status: 'Approved' })
  expect(await records(id)).toEqual([])
  const undated = await waiting({ ...own, ownNumber: 'MIA-8', ownDate: null })
  await approve(undated)
  expect((await read(undated)).issuedOn).toBe(today)
})

describe('advances', () => {
  const granted = async (amountCents: number, approvedAt: string, number: string) => {
    const id = await putBill(world.database, {
      ...{ accountId, type: 2, amountCents, number, approvedAt: new Date(approvedAt) },
      information: { taxId: 'A' },
    })
    await putEntries(world.database, [
      { accountId, advanceId: id, billId: id, from: 'advances', to: 'payable', amountCents },
    ])
    return id
  }

  test('are settled oldest first, each in a line of its own, and what they take whole is paid', async () => {
    const late = await granted(900, '2026-03-01', 'A-2')
    const early = await granted(300, '2026-02-01', 'A-1')
    const id = await waiting({}, [600, 400])
    await approve(id)
    const row = await read(id)
    expect(row).toMatchObject({
      payment: 'paid',
      paidOn: today,
      totals: { settledCents: 1_000, payableCents: 0 },
    })
    expect(await entriesOf(id)).toEqual([
      { from: 'held', to: 'advances', cents: 300, advance: early },
      { from: 'held', to: 'advances', cents: 700, advance: late },
    ])
    const lines = await world.database.query(
      `select position, type, month::text, item_id as item, reference, amount_cents::int as cents, tax_bp from bill_line
        where bill_id = $1 order by position`,
      [id],
    )
    expect(lines.slice(2)).toEqual([
      ...[
        {
          type: 'Advance',
          month: today,
          tax_bp: 2_100,
          position: 2,
          item: early,
          reference: 'A-1',
          cents: -300,
        },
      ],
      ...[
        {
          type: 'Advance',
          month: today,
          tax_bp: 2_100,
          position: 3,
          item: late,
          reference: 'A-2',
          cents: -700,
        },
      ],
    ])
    expect(turns()).toEqual(['approved', 'paid'])
  })

  test('are settled by the part that was agreed, and what waits before is served first', async () => {
    await granted(10_000, '2026-02-01', 'A-3')
    const half = informationOf({ settlementBp: 5_000 })
    await waiting({ information: half, closedAt: new Date('2026-12-04') }, [4_000])
    const id = await waiting({ information: half }, [1_000])
    await approve(id)
    expect((await read(id)).totals).toMatchObject({ settledCents: 500, baseCents: 500 })
    expect(turns()).toEqual(['approved'])
  })
})

describe('a bill waits', () => {
  test('for the account’s own invoice, and for a number that is no other’s', async () => {
    const own = { selfInvoice: false, ownNumber: 'MIA-9', ownDate: '2026-12-20' }
    expect(await refused(await waiting({ ...own, ownNumber: null }))).toBe('billing.ownInvoiceMissing')
    await waiting(own)
    const id = await waiting(own)
    expect(await refused(id)).toBe('billing.numberTaken')
    // Of what the provider issues nobody asks for a number.
    expect(await refused(await waiting({ ownNumber: 'MIA-9' }))).toBe('issued')
    expect(await refused(await waiting({ selfInvoice: null }))).toBe('issued')
  })

  test('for who provides, whom it names, and an agreement of before', async () => {
    const withoutProvider: Parameters<typeof approve>[1] = (tx) =>
      tx.execute(`delete from setting where key = 'billing.provider'`)
    const id = await waiting()
    expect(await refused(id, withoutProvider)).toBe('billing.providerMissing')
    expect(await refused(await waiting({ information: null as never }))).toBe('billing.informationMissing')
    await world.database.query('update billing_agreement set withdrawn_at = now() where account_id = $1', [
      accountId,
    ])
    expect(await refused(id)).toBe('billing.agreementMissing')
    expect((await read(id)).status).toBe('Pending')
    // An own invoice needs none.
    expect(await refused(await waiting({ selfInvoice: false, ownNumber: 'X-1' }))).toBe('issued')
  })

  test('while staff have not looked whose the NIF is, that stands on two accounts', async () => {
    const id = await waiting()
    await world.database.query('update billing_information set tax_id_shared = true where account_id = $1', [
      accountId,
    ])
    expect(await refused(id)).toBe('billing.taxIdShared')
  })

  test('to be closed again where it names who the account was not, or a tax that nobody owes', async () => {
    const other = informationOf({ kind: 'person' })
    expect(await refused(await waiting({ information: other }))).toBe('billing.closeAgain')
    const untaxed = { tax: null as never }
    expect(await refused(await waiting(untaxed))).toBe('issued')
    await world.database.query(
      `update billing_information set territory = 'canaries' where account_id = $1`,
      [accountId],
    )
    const away = informationOf({ territory: 'canaries' as never })
    expect(await refused(await waiting({ information: away }))).toBe('issued')
    expect(await refused(await waiting({ information: away, ...untaxed }))).toBe('billing.closeAgain')
    const own = { selfInvoice: false, ownNumber: v7() }
    expect(await refused(await waiting({ information: away, ...untaxed, ...own }))).toBe('issued')
    await world.database.query(
      `update billing_information set territory = 'basqueNavarre' where account_id = $1`,
      [accountId],
    )
    const foral = informationOf({ territory: 'basqueNavarre' as never })
    expect(await refused(await waiting({ information: foral }))).toBe('billing.closeAgain')
    expect(await refused(await waiting({ information: foral, ...own, ownNumber: v7() }))).toBe('issued')
  })
})
