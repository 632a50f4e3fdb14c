import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putInformation } from '#testing/raw-bills.ts'
import { putRecord, putSending } from '#testing/raw-fiscal.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import { why } from '#testing/why.ts'
import { type FiscalMode, system } from './fiscal-choices.ts'
import { fiscalMode } from './server/fiscal-mode-table.ts'
import { fiscalSettings, signDeclaration } from './server/fiscal-settings.ts'

/** What is told of records as a whole: modes and the next one, who is due, what waits, the agency's pause, and who has declared. */

const world = testDatabase()
/** It is the first of March in Madrid. */
const now = new Date('2030-02-28T23:30:00Z')
const query = (text: string, values: unknown[] = []) => world.database.query(text, values as never[])
const setting = (key: string, value: unknown) =>
  query(
    `insert into setting (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    [key, typeof value === 'string' ? value : JSON.stringify(value)],
  )
const mode = (of: FiscalMode | null, validFrom: string, row: Partial<typeof fiscalMode.$inferInsert> = {}) =>
  inTrial(world.database, (tx) =>
    tx.insert(fiscalMode).values({
      ...{ issuerTaxId: null, mode: of, validFrom, personName: 'P', createdAt: new Date('2030-01-01') },
      ...row,
    }),
  )
const told = (at = now) => inTrial(world.database, (tx) => fiscalSettings(tx, at))
const provider = {
  ...{ legalName: 'Trastienda, S. L.', taxId: 'B77000007', street: 'Calle 1', postcode: '28001' },
  ...{ city: 'Madrid', province: 'Madrid', iban: 'ES9121000418450200051332' },
}

beforeAll(async () => {
  // Of the world nobody issues any more but who has records, which stay: each test says who does.
  await query('update portal set self_invoice = false')
  // What is only ever added would be there in the next test too.
  for (const table of ['fiscal_mode', 'fiscal_sending'])
    await query(`alter table ${table} disable trigger user`)
})
beforeEach(async () => {
  for (const table of ['fiscal_sending', 'fiscal_mode', 'billing_information'])
    await query(`delete from ${table}`)
  await query(`delete from setting where key like 'billing.%'`)
})

const nothing = {
  ...{ mode: 'off', next: null, service: false, signable: false, waiting: 0, oldest: null, attention: 0 },
  ...{ off: { due: expect.any(Number), later: 0 }, notBefore: null, declaration: null },
  dates: { company: '2027-01-01', person: '2027-07-01', source: expect.stringContaining('RD 1007/2023') },
}

test('while nothing was said all of it is off, and nothing is declared', async () => {
  const before = await told()
  expect(before).toEqual(nothing)
  await setting('billing.provider', provider)
  expect(await told()).toEqual({ ...nothing, off: { due: before.off.due + 1, later: 0 } })
})

test('the mode of all others is the one of the latest day that has come, of one day what was said last, and so the next', async () => {
  await mode('sending', '2030-01-01')
  await mode('off', '2030-03-01', { createdAt: new Date('2030-01-02') })
  await mode('signed', '2030-03-01', { createdAt: new Date('2030-01-03') })
  await mode('sending', '2030-05-01')
  await mode('off', '2030-03-02', { createdAt: new Date('2030-01-03') })
  await mode('sending', '2030-03-02', { createdAt: new Date('2030-01-04') })
  await mode('signed', '2030-03-02', { createdAt: new Date('2030-01-02') })
  await mode('off', '2030-03-01', { issuerTaxId: 'B77000001', createdAt: new Date('2030-01-09') })
  await mode('off', '2030-03-02', { issuerTaxId: 'B77000001', createdAt: new Date('2030-01-09') })
  expect(await told()).toMatchObject({ mode: 'signed', next: { mode: 'sending', from: '2030-03-02' } })
  expect(await told(new Date('2030-02-28T22:30:00Z'))).toMatchObject({
    ...{ mode: 'sending', next: { mode: 'signed', from: '2030-03-01' } },
  })
  expect(await told(new Date('2030-05-01T12:00:00Z'))).toMatchObject({ mode: 'sending', next: null })
})

test('those who are off are counted by whether their day has come', async () => {
  const issuer = async (taxId: string, portal: object = {}) => {
    const { accountId, portalId } = await putAccount(world.database, taxId)
    await putInformation(world.database, { accountId, taxId })
    await query('update portal set self_invoice = true where id = $1', [portalId])
    for (const [column, value] of Object.entries(portal))
      await query(`update portal set ${column} = $2 where id = $1`, [portalId, value])
    return accountId
  }
  const dates = { company: '2030-03-01', person: '2030-03-02', source: 'L' }
  await setting('billing.fiscalDates', dates)
  const { due, later } = (await told()).off
  const first = await issuer('B77000001')
  await putPortal(world.database, first, { name: 'Propio' })
  await issuer('77000002X')
  await issuer('77000003X')
  await issuer('77000004X', { self_invoice: false })
  await issuer('77000005X', { deleted_at: now })
  expect(await told()).toEqual({ ...nothing, dates, off: { due: due + 1, later: later + 2 } })
  const all = due + later + 3
  expect((await told(new Date('2030-02-28T22:30:00Z'))).off).toEqual({ due: 0, later: all })
  expect((await told(new Date('2030-03-02T12:00:00Z'))).off).toEqual({ due: all, later: 0 })
  await mode('sending', '2030-02-01', { issuerTaxId: 'B77000001' })
  await mode('signed', '2030-03-01', { issuerTaxId: '77000002X' })
  await mode('sending', '2030-03-02', { issuerTaxId: '77000003X' })
  expect((await told()).off).toEqual({ due, later: later + 1 })
})

test('what waits is counted with its oldest, what was refused with what nothing was done about', async () => {
  const put = async (
    sequence: number,
    state: 'waiting' | 'accepted' | 'rejected' | 'acceptedWithErrors',
    day: string,
    issuerTaxId = 'B77000009',
  ) => {
    await putRecord(world.database, { issuerTaxId, sequence, createdAt: new Date(`${day}T10:00:00Z`) })
    await putSending(world.database, { issuerTaxId, sequence, state })
  }
  await put(1, 'accepted', '2030-01-01')
  await put(2, 'waiting', '2030-01-03')
  await put(3, 'waiting', '2030-01-02')
  await put(2, 'waiting', '2030-01-04', 'B77000008')
  await put(4, 'rejected', '2030-01-05')
  await put(5, 'acceptedWithErrors', '2030-01-05')
  await putRecord(world.database, {
    ...{ issuerTaxId: 'B77000009', sequence: 6, number: 'N-5', createdAt: new Date('2030-01-01') },
  })
  expect(await told()).toMatchObject({ waiting: 3, oldest: '2030-01-02T10:00:00.000Z', attention: 1 })
})

test('the agency’s pause is told until it is over', async () => {
  await setting('billing.verifactu.notBefore', new Date(now.getTime() + 1).toISOString())
  expect((await told()).notBefore).toBe('2030-02-28T23:30:00.001Z')
  await setting('billing.verifactu.notBefore', now.toISOString())
  expect((await told()).notBefore).toBeNull()
  await setting('billing.verifactu', 'on')
  expect(await told()).toMatchObject({ service: true })
})

test('a declaration is there while any mode is on, signed for this version alone, by whom and where', async () => {
  const sign = () => inTrial(world.database, (tx) => signDeclaration(tx, 'Madrid', { now, person: 'Nerea' }))
  expect(await why(sign())).toBe('billing.providerMissing')
  await mode('sending', '2030-03-02')
  await mode('off', '2030-02-01')
  await mode('sending', '2030-01-01', { issuerTaxId: 'B77000001' })
  await mode('off', '2030-02-01', { issuerTaxId: 'B77000001' })
  await setting('billing.provider', provider)
  expect(await why(sign())).toBe('billing.fiscal.nothingToDeclare')
  expect((await told()).declaration).toBeNull()
  // On the day from which it holds, for one issuer; what was said last of a day counts.
  await mode('signed', '2030-03-01', { issuerTaxId: 'B77000002' })
  const unsigned = {
    ...{ version: system.version, signed: null },
    producer: {
      ...{ legalName: 'Trastienda, S. L.', taxId: 'B77000007' },
      address: 'Calle 1, 28001 Madrid (Madrid)',
    },
  }
  expect((await told()).declaration).toEqual(unsigned)
  const signed = { place: 'Madrid', on: '2030-03-01', person: 'Nerea' }
  expect(await sign()).toEqual({ ...signed, version: system.version })
  expect((await told()).declaration).toEqual({ ...unsigned, signed })
  await setting('billing.fiscalDeclaration', { ...signed, version: '0.9' })
  expect((await told()).declaration).toEqual(unsigned)
  await query(`delete from setting where key = 'billing.provider'`)
  expect((await told()).declaration).toBeNull()
  await setting('billing.provider', provider)
  await mode('off', '2030-03-01', { issuerTaxId: 'B77000002', createdAt: new Date('2030-01-02') })
  expect((await told()).declaration).toBeNull()
  await mode('sending', '2030-02-01', { createdAt: new Date('2030-01-02') })
  expect((await told()).declaration).toEqual(unsigned)
})
