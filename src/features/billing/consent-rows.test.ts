import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill, putInformation } from '#testing/raw-bills.ts'
import { informationOfIssued } from '#testing/raw-issued.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { why } from '#testing/why.ts'
import { acceptAgreement, isCovered, partiesOf, withdrawAgreement } from './server/agreement.ts'
import { billingAgreement } from './server/information-table.ts'
import { isOfItsMonths } from './server/months-of-bill.ts'
import { settingsOf } from './server/settings.ts'
import { bill, billLine } from './server/table.ts'

/** An account that lets the provider issue its invoices, takes that back, and is who its bills name. */

const world = testDatabase()
const now = new Date('2026-06-01T10:00:00Z')
let account = { accountId: '', portalId: '' }
beforeEach(async () => {
  account = await putAccount(world.database, 'Cuenta')
})
const run = <T>(of: Parameters<typeof inTrial<T>>[1]) => inTrial(world.database, of)
const inform = (row: object = {}) =>
  putInformation(world.database, { accountId: account.accountId, taxId: 'A', ...row })
const master = () => ({ id: account.portalId, accountId: account.accountId, master: true }) as never
const given = { version: '7', offered: '7', silence: false, personName: 'Quien firma', address: '::1', now }
const accept = (more: object = {}) =>
  run((tx) => acceptAgreement(tx, master(), { ...given, personId: null as never, ...more }))
const agreements = () =>
  run((tx) => tx.select().from(billingAgreement).where(eq(billingAgreement.accountId, account.accountId)))
const billOf = async (id: string) => {
  const [row] = await run((tx) => tx.select().from(bill).where(eq(bill.id, id)))
  if (!row) throw new Error('no bill')
  return row
}
const put = (row: Partial<Parameters<typeof putBill>[1]> = {}) =>
  putBill(world.database, { accountId: account.accountId, status: 'Pending', ...row })

describe('an agreement', () => {
  test('is of the text that is offered, between two who are known', async () => {
    expect(await why(accept({ version: '6' }))).toBe('billing.agreementChanged')
    expect(await why(accept())).toBe('billing.informationMissing')
    expect(await run((tx) => partiesOf(tx, account.accountId, now))).toBeNull()
    await inform({ series: 3 })
    expect(await run((tx) => partiesOf(tx, account.accountId, now))).toMatchObject({
      ...{ supplier: 'Nombre de A', supplierTaxId: 'A', provider: expect.any(String) },
    })
    expect(await accept({ silence: true })).toEqual({
      ...{ version: '7', person: 'Quien firma', at: now.toISOString(), silence: true },
    })
    const [kept] = await agreements()
    expect(kept).toMatchObject({
      ...{ textVersion: '7', personName: 'Quien firma', address: '::1', at: now, silence: true, series: 3 },
      ...{ supplierName: 'Nombre de A', taxId: 'A', providerName: expect.any(String), withdrawnAt: null },
    })
    const [key, value] = ['billing.provider', 'billing.away']
    await world.database.query('update setting set key = $2 where key = $1', [key, value])
    expect(await why(accept())).toBe('billing.providerMissing')
    await world.database.query('update setting set key = $2 where key = $1', [value, key])
  })

  test('has a proof of its own for each text, with the clause of silence or without', async () => {
    await inform()
    for (const more of [{}, {}, { silence: true }, { version: '8', offered: '8' }]) await accept(more)
    const hashes = (await agreements())
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ textHash }) => textHash)
    expect(hashes[0]).toMatch(/^[\da-f]{64}$/)
    expect(hashes[1]).toBe(hashes[0])
    expect(new Set(hashes).size).toBe(3)
  })

  test('has what waits looked at again, of this account alone', async () => {
    await inform()
    const other = await putAccount(world.database, 'Otra')
    const lookOn = '2026-07-01'
    const [waits, approved, others] = [
      await put({ lookOn }),
      await put({ lookOn, status: 'Approved' }),
      await putBill(world.database, { accountId: other.accountId, status: 'Pending', lookOn }),
    ]
    await accept()
    expect([
      (await billOf(waits)).lookOn,
      (await billOf(approved)).lookOn,
      (await billOf(others)).lookOn,
    ]).toEqual([...[null, lookOn, lookOn]])
  })

  test('covers what is sold after it, for its NIF and series', async () => {
    const covered = async (first: string) =>
      run(async (tx) => isCovered(tx, await settingsOf(tx, account.accountId, now), new Date(first)))
    const after = '2026-06-01T10:00:00.001Z'
    expect(await covered(after)).toBe(false)
    await inform({ series: 2 })
    await accept()
    expect([await covered(after), await covered(now.toISOString())]).toEqual([true, false])
    await world.database.query('update billing_information set series = 3 where account_id = $1', [
      account.accountId,
    ])
    expect(await covered(after)).toBe(false)
    await world.database.query(
      `update billing_information set series = 2, tax_id = 'B' where account_id = $1`,
      [account.accountId],
    )
    expect(await covered(after)).toBe(false)
  })

  test('withdrawn ends with all others of the account, in the name of who says so', async () => {
    await inform()
    const withdraw = () => run((tx) => withdrawAgreement(tx, master(), { personName: 'Quien la deja', now }))
    expect(await why(withdraw())).toBe('billing.agreementMissing')
    await accept()
    await accept()
    const original = await put({ status: 'Approved' })
    const rows = {
      corrects: await put({ correctsId: original, selfInvoice: true }),
      own: await put({ correctsId: await put({ status: 'Approved' }), selfInvoice: false }),
      plain: await put({ selfInvoice: true }),
    }
    await withdraw()
    expect((await agreements()).map(({ withdrawnAt, withdrawnBy }) => [withdrawnAt, withdrawnBy])).toEqual([
      [now, 'Quien la deja'],
      [now, 'Quien la deja'],
    ])
    const state = async (id: string) => {
      const { selfInvoice, version } = await billOf(id)
      return [selfInvoice, version]
    }
    expect([await state(rows.corrects), await state(rows.own), await state(rows.plain)]).toEqual([
      ...[
        [false, 2],
        [false, 1],
        [true, 1],
      ],
    ])
    expect(await why(withdraw())).toBe('billing.agreementMissing')
  })
})

describe('a bill that is closed', () => {
  const months = (id: string, ...all: string[]) =>
    run((tx) =>
      tx.insert(billLine).values(
        all.map((month, position) => ({
          ...{ billId: id, position, accountId: account.accountId, type: 'Extra' as const, month },
          ...{ taxBp: 2_100, amountCents: 100 },
        })),
      ),
    )
  const same = async (id: string) => {
    const row = await billOf(id)
    return run((tx) => isOfItsMonths(tx, row, now))
  }
  const past = (since: string | null, information: object) =>
    world.database.query(
      `insert into billing_information_past (id, account_id, since, information, at) values (gen_random_uuid(), $1, $2, $3, now())`,
      [account.accountId, since, JSON.stringify({ ...informationOfIssued, ...information })],
    )

  test('names who the account was in each of its months', async () => {
    const nobody = await put()
    await months(nobody, '2026-03-01')
    expect(await same(nobody)).toBe(true)
    const named = await put({ information: informationOfIssued })
    await months(named, '2026-03-01', '2026-04-01')
    expect(await same(named)).toBe(true)
    await inform()
    expect(await same(named)).toBe(true)
    for (const change of [
      { taxId: 'B' },
      { kind: 'person' },
      { territory: 'canaries' },
      { supply: 'authorship' },
    ] as const) {
      const other = await put({ information: { ...informationOfIssued, ...change } })
      expect(await same(other)).toBe(true)
      await months(other, '2026-03-01')
      expect(await same(other)).toBe(false)
    }
    expect(await same(await put({ information: { ...informationOfIssued, holder: 'Otro' } }))).toBe(true)
    const { supply: _, ...before } = informationOfIssued
    const old = await put({ information: before })
    await months(old, '2026-03-01')
    expect(await same(old)).toBe(true)
    // Since April it is another: of March it was who it was.
    await world.database.query(
      `update billing_information set tax_id = 'B', since = '2026-04-15' where account_id = $1`,
      [account.accountId],
    )
    await past(null, {})
    expect(await same(named)).toBe(false)
    const march = await put({ information: informationOfIssued })
    await months(march, '2026-03-01')
    expect(await same(march)).toBe(true)
  })
})
