import { v7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putInformation, putPast } from '#testing/raw-bills.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import { billingAgreement } from './server/information-table.ts'
import { frozenOf, frozenProvider, maskedIban, settingsOf } from './server/settings.ts'
import { taxBefore, taxCaseOf } from './tax-cases.ts'

/** All that decides how an account is billed: whose portal, who it is on which day, by which agreement, and at which rates. */

const world = testDatabase()
/** It is the first day of 2031 in Madrid. */
const now = new Date('2030-12-31T23:30:00Z')
const query = (text: string, values: unknown[] = []) => world.database.query(text, values as never[])
const provider = {
  ...{ legalName: 'Trastienda', taxId: 'B77000007', street: 'Calle 1', postcode: '28001', city: 'Madrid' },
  ...{ province: 'Madrid', iban: 'ES7921000813610123456789' },
}
const providedBy = (more: object = {}) =>
  query(
    `insert into setting (key, value) values ('billing.provider', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ ...provider, ...more })],
  )

let [accountId, portalId] = ['', '']
beforeAll(() =>
  query(
    `insert into rate (key, kind, pct, valid_from) values ('default', 'vat', 22, '2031-01-01'),
      ('default', 'vat', 23, '2031-01-02'), ('default', 'vat', 20.555, '2030-06-01')`,
  ),
)
beforeEach(async () => {
  await providedBy()
  const made = await putAccount(world.database, 'Cuenta')
  ;[accountId, portalId] = [made.accountId, made.portalId]
  await query('update account set settlement_bp = 2500 where id = $1', [accountId])
  await query(`update portal set code = $2 where id = $1`, [portalId, `C-${accountId}`])
})
const of = (on?: string, at = now) => inTrial(world.database, (tx) => settingsOf(tx, accountId, at, on))
const inform = (row: object = {}) => putInformation(world.database, { accountId, taxId: 'A', ...row })
const held = new Date('2031-01-02T10:00:00Z')
const said = {
  ...{
    legalName: 'Ana Río Mar',
    givenName: 'Ana',
    firstSurname: 'Río',
    secondSurname: 'Mar',
    kind: 'person',
  },
  ...{ taxId: '12345678Z', series: 3, street: 'Calle 9', postcode: '08001', city: 'Barcelona' },
  ...{ province: 'Barcelona', holder: 'Ana', territory: 'peninsula', supply: 'authorship' },
  ...{ retention: 'beginner', retentionYear: 2030, email: 'ana@example.com' },
} as const

test('of nobody who is known all is as it is for everybody', async () => {
  const id = v7()
  expect(await inTrial(world.database, (tx) => settingsOf(tx, id, now))).toEqual({
    ...{ accountId: id, name: '', portalId: null, code: id.slice(0, 8).toUpperCase(), selfInvoice: true },
    ...{ information: undefined, taxIdShared: false, agreed: undefined, provider, tax: taxBefore(undefined) },
    ...{ taxBp: 2_200, retentionBp: 0, settlementBp: 10_000 },
  })
})

test('of an account that has said all, all is told, with the rates of the day in Madrid', async () => {
  await inform({ ...said, ibanHeldUntil: held, taxIdShared: true, since: '2030-01-01' })
  const all = {
    ...{ accountId, name: 'Cuenta', portalId, code: `C-${accountId}`, selfInvoice: true },
    information: {
      ...{ ...said, retentionBp: 700, settlementBp: 2_500, iban: 'ES9121000418450200051332' },
      ...{ ibanHeldUntil: held, since: '2030-01-01' },
    },
    ...{ taxIdShared: true, agreed: undefined, provider, settlementBp: 2_500, retentionBp: 700 },
    tax: taxCaseOf('peninsula', 'peninsula', 'authorship'),
  }
  const { taxBp, ...rest } = await of()
  expect(rest).toEqual(all)
  expect(taxBp).toBe(rest.tax?.rate === null ? 0 : 2_200)
  const frozen = frozenOf(rest.information as never)
  expect(frozen).toEqual({ ...said, retentionBp: 700, settlementBp: 2_500 })
  const { iban: _, ...parties } = provider
  expect(frozenProvider({ ...provider, taxReading: 'x' as never })).toEqual(parties)
  expect([maskedIban(provider.iban), maskedIban(''), maskedIban(null), maskedIban(undefined)]).toEqual([
    ...['ES•• •••• 6789', null, null, null],
  ])
})

describe('what it has not said', () => {
  test('is empty, and what is withheld is the rate that was said as one', async () => {
    await inform({ retentionBp: 1_900 })
    const { information, ...rest } = await of()
    expect(information).toEqual({
      ...{ legalName: 'Nombre de A', givenName: null, firstSurname: null, secondSurname: null, since: null },
      ...{ kind: 'company', taxId: 'A', series: 1, street: 'Calle 1', postcode: '28001', city: 'Madrid' },
      ...{ province: 'Madrid', holder: 'Titular', territory: 'peninsula', supply: 'services' },
      ...{ retention: null, retentionYear: null, retentionBp: 1_900, settlementBp: 2_500 },
      ...{ email: 'a@example.com', iban: 'ES9121000418450200051332', ibanHeldUntil: null },
    })
    expect(rest).toMatchObject({ taxIdShared: false, retentionBp: 1_900, taxBp: 2_200 })
  })

  test('of a rate that ends is by the year in Madrid', async () => {
    await inform({ ...said, retentionYear: 2028 })
    expect((await of(undefined, new Date('2030-12-31T22:30:00Z'))).retentionBp).toBe(700)
    expect((await of()).retentionBp).toBe(1_500)
  })
})

test('its portal is the master that is there; without the provider’s say it invoices itself, as in the Basque Country', async () => {
  await query('update portal set self_invoice = false where id = $1', [portalId])
  expect(await of()).toMatchObject({ portalId, selfInvoice: false })
  await query('update portal set self_invoice = true where id = $1', [portalId])
  await inform({ territory: 'basqueNavarre' })
  expect(await of()).toMatchObject({ portalId, selfInvoice: false })
  await query('delete from billing_information where account_id = $1', [accountId])
  expect(await of()).toMatchObject({ portalId, selfInvoice: true })
  await putPortal(world.database, accountId, { name: 'Segundo', selfInvoice: false })
  await query('update portal set deleted_at = now(), self_invoice = false where id = $1', [portalId])
  expect(await of()).toMatchObject({
    ...{ name: 'Cuenta', portalId: null, code: accountId.slice(0, 8).toUpperCase(), selfInvoice: true },
  })
})

test('on a day of before it is who had it then, taxed as then, and settled and looked at as now', async () => {
  await inform({ ...said, since: '2030-06-02', taxIdShared: true })
  const before = {
    ...{ ...said, legalName: 'Antes', taxId: 'B20000048', kind: 'company', territory: 'canaries' },
    ...{ supply: 'services', retention: null, retentionBp: 1_900, settlementBp: 9_999, series: 2 },
  } as const
  await putPast(world.database, accountId, { ...before, iban: 'ES00' } as never)
  const then = await of('2030-06-01')
  expect(then.information).toEqual({
    ...{ ...before, settlementBp: 2_500, iban: 'ES9121000418450200051332', ibanHeldUntil: null },
    since: '2030-06-02',
  })
  const tax = taxCaseOf('canaries', 'peninsula', 'services')
  expect(then).toMatchObject({ taxIdShared: false, retentionBp: 1_900, settlementBp: 2_500, tax })
  expect(await of('2030-06-02')).toMatchObject({
    ...{ taxIdShared: true, information: { taxId: '12345678Z' } },
  })
})

test('it is taxed at the rate of the day, by where the provider is and how it reads the law', async () => {
  await inform()
  const rates = ['2030-05-31', '2030-06-01', '2030-12-31', '2031-01-01', '2031-01-02']
  const found: number[] = []
  for (const day of rates) found.push((await of(day)).taxBp)
  expect(found).toEqual([2_100, 2_056, 2_056, 2_200, 2_300])
  await providedBy({ postcode: '35001' })
  expect((await of()).tax).toEqual(taxCaseOf('peninsula', 'canaries', 'services'))
  // One whose postcode was never looked at is on the peninsula.
  await providedBy({ postcode: '' })
  expect((await of()).tax).toEqual(taxCaseOf('peninsula', 'peninsula', 'services'))
  await query(`delete from setting where key = 'billing.provider'`)
  const alone = await of()
  expect([alone.provider, alone.tax]).toEqual([undefined, taxBefore('peninsula')])
})

test('its agreement is the newest in force of its NIF and series', async () => {
  await inform({ series: 2 })
  const agree = (row: Partial<typeof billingAgreement.$inferInsert>) =>
    inTrial(world.database, (tx) =>
      tx.insert(billingAgreement).values({
        ...{ accountId, textVersion: '1', textHash: 'h', personName: 'P', address: '::1', taxId: 'A' },
        ...{ series: 2, at: new Date('2030-02-01T10:00:00Z'), ...row },
      }),
    )
  await agree({ taxId: 'B', at: new Date('2030-09-01') })
  await agree({ series: 1, at: new Date('2030-09-01') })
  await agree({ withdrawnAt: now, at: new Date('2030-09-01') })
  expect((await of()).agreed).toBeUndefined()
  await agree({ textVersion: '3', personName: 'Última', silence: true })
  await agree({ textVersion: '2', at: new Date('2030-01-31T10:00:00Z') })
  expect((await of()).agreed).toEqual({
    ...{ version: '3', person: 'Última', at: '2030-02-01T10:00:00.000Z', silence: true },
  })
})
