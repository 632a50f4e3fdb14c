import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putAgreement, putBill, putEntries, putInformation } from '#testing/raw-bills.ts'
import { informationOfIssued, taxOfIssued } from '#testing/raw-issued.ts'
import { putAccount } from '#testing/raw-sales.ts'
import type { FrozenInformation } from './server/frozen.ts'
import { findHeads } from './server/heads.ts'
import { listBills } from './server/queries.ts'
import { createRemittance, executionDays, listRemittances } from './server/remittance.ts'
import { remittance } from './server/remittance-table.ts'
import { settingsOf, taxOfBill } from './server/settings.ts'
import { billLine } from './server/table.ts'

/** What lists of bills and of payment files say of each, and what of an account's settings decides it. */

const world = testDatabase()
const now = new Date('2031-06-15T22:30:00Z')
let [accountId, portalId] = ['', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Cuenta')
  accountId = made.accountId
  portalId = made.portalId
})
type Row = Partial<Parameters<typeof putBill>[1]>
const put = (row: Row = {}) => putBill(world.database, { accountId, ...row })
const heads = (where = sql`b.account_id = ${accountId}`, orderBy = sql`b.created_at, b.id`) =>
  inTrial(world.database, (tx) => findHeads(tx, where, { orderBy, limit: 10, now }))
const headOf = async (row: Row) => {
  const id = await put(row)
  const [head] = await heads(sql`b.id = ${id}`)
  if (!head) throw new Error('no such bill')
  return head
}
const inform = (row: object = {}) => putInformation(world.database, { accountId, taxId: 'A', ...row })

describe('a bill of a list', () => {
  test('is offered where an advance was granted and waits', async () => {
    const closedAt = new Date('2031-01-01')
    const of = async (row: Row) => (await headOf(row)).offered
    const advance = { type: 2, amountCents: 1, status: 'Pending', closedAt } as const
    expect(await of(advance)).toBe(true)
    expect(await of({ ...advance, type: 1 })).toBe(false)
    expect(await of({ ...advance, closedAt: null })).toBe(false)
    expect(await of({ ...advance, status: 'Cancelled' })).toBe(false)
    expect(await of({ ...advance, status: 'Approved' })).toBe(false)
  })

  test('tells its months from its closing on, and what it corrects', async () => {
    const months = { period: '2026-11-01', periodFrom: '2026-10-01' }
    expect(await headOf({ ...months, status: 'Pending' })).toMatchObject({ ...months, corrective: false })
    expect(await headOf({ ...months, status: 'Next' })).toMatchObject({ period: null, periodFrom: null })
    expect(await headOf({ correctsId: v7(), issuedOn: '2026-12-01' })).toMatchObject({
      ...{ corrective: true, issuedOn: '2026-12-01', version: 1 },
      account: { id: accountId, name: 'Cuenta', portalId },
    })
    await world.database.query('update portal set deleted_at = now() where id = $1', [portalId])
    expect((await headOf({})).account.portalId).toBeNull()
  })

  test('comes to what was frozen, or would come to by today’s rates, less advances of who it is of', async () => {
    await inform({ retention: 'imageRights', retentionBp: 280 })
    for (const [taxId, amountCents] of [
      ['A', 100],
      ['Z', 300],
    ] as const) {
      const advanceId = await put({ type: 2, information: { taxId } })
      await putEntries(world.database, [
        { accountId, advanceId, from: 'advances', to: 'payable', amountCents },
      ])
    }
    const pending = async (information?: Partial<FrozenInformation>) => {
      const id = await put({ status: 'Pending', ...(information ? { information } : {}) })
      await inTrial(world.database, (tx) =>
        tx.insert(billLine).values({
          ...{ billId: id, position: 0, accountId, type: 'Extra', month: '2031-01-01', taxBp: 2_100 },
          amountCents: 1_000,
        }),
      )
      const [head] = await heads(sql`b.id = ${id}`)
      return [head?.baseCents, head?.retentionBp, head?.totals.settledCents]
    }
    expect(await pending()).toEqual([900, 2_400, 100])
    expect(await pending({ ...informationOfIssued, taxId: 'Z', settlementBp: 1_000 })).toEqual([
      900, 1_000, 100,
    ])
    expect((await headOf({ totals: { baseCents: 7, payableCents: 8 } })).payableCents).toBe(8)
    const asked = await headOf({ type: 2, status: 'Next', amountCents: 700 })
    expect([asked.baseCents, asked.taxBp, asked.charged]).toEqual([700, 2_100, true])
    expect((await headOf({ type: 2, status: 'Next', amountCents: null })).baseCents).toBe(0)
    await world.database.query(
      `update billing_information set retention = null, retention_bp = 600, supply = 'authorship' where account_id = $1`,
      [accountId],
    )
    const plain = await headOf({ type: 2, status: 'Next', amountCents: 700 })
    expect([plain.taxBp, plain.charged, plain.retentionBp]).toEqual([0, false, 600])
  })

  test('that is open says which agreement is missing, ended or of somebody else', async () => {
    await inform()
    const id = await put({ status: 'Next' })
    const said = async () => {
      const [head] = await heads(sql`b.id = ${id}`)
      return head?.blocked
    }
    const set = (table: string, what: string) =>
      world.database.query(`update ${table} set ${what} where account_id = $1`, [accountId])
    expect(await said()).toEqual(['agreementMissing'])
    await putAgreement(world.database, accountId)
    expect(await said()).toEqual([])
    await set('billing_agreement', `tax_id = 'B'`)
    expect(await said()).toEqual(['agreementOfOther'])
    await set('billing_agreement', 'withdrawn_at = now()')
    expect(await said()).toEqual(['agreementEnded'])
    await set('portal', 'self_invoice = false')
    expect(await said()).toEqual([])
    await set('portal', 'deleted_at = now()')
    expect(await said()).toEqual(['agreementEnded'])
    await set('billing_information', `territory = 'basqueNavarre'`)
    expect(await said()).toEqual([])
  })
})

describe('settings', () => {
  const of = () => inTrial(world.database, (tx) => settingsOf(tx, accountId, now))

  test('tell until when an IBAN is held, and since when all this is so', async () => {
    await inform()
    expect((await of()).information).toMatchObject({ ibanHeldUntil: null, since: null, retention: null })
    await world.database.query(
      `update billing_information set iban_held_until = '2031-01-01T10:00:00Z', since = '2031-01-01' where account_id = $1`,
      [accountId],
    )
    expect((await of()).information).toMatchObject({
      ...{ ibanHeldUntil: new Date('2031-01-01T10:00:00Z'), since: '2031-01-01' },
    })
  })

  test('tax a bill as was kept with it, by its territory where nothing was, or as of today', () => {
    const canaries = { ...informationOfIssued, territory: 'canaries' as const }
    const settings = { tax: taxOfIssued }
    expect(taxOfBill({ tax: taxOfIssued ?? null, information: canaries }, { tax: undefined })?.case).toBe(
      'vat',
    )
    expect(taxOfBill({ tax: null, information: canaries }, settings)?.name).toBe('IGIC')
    expect(taxOfBill({ tax: null, information: null }, settings)?.case).toBe('vat')
  })
})

describe('payment files', () => {
  const by = { now, actorId: null }

  test('of one moment stand by their ids, the later first', async () => {
    const [first, second] = [v7(), v7()]
    const file = {
      bills: 1,
      totalCents: 1,
      executedOn: '2031-06-16',
      file: Buffer.from('x'),
      createdAt: new Date('2040-01-01'),
    }
    await inTrial(world.database, (tx) =>
      tx.insert(remittance).values([second, first].map((id) => ({ ...file, id }))),
    )
    const { items } = await inTrial(world.database, (tx) => listRemittances(tx, 1, by))
    expect(items.slice(0, 2).map(({ id }) => id)).toEqual([second, first])
    expect((await inTrial(world.database, (tx) => executionDays(tx, []))).size).toBe(0)
  })

  test('are refused by status and field', async () => {
    const make = (on: string, billIds?: string[]) =>
      inTrial(world.database, (tx) => createRemittance(tx, { on, billIds, ...by }))
    await expect(make('2031-06-15')).rejects.toMatchObject({ status: 422, fields: { on: {} } })
    await expect(make('2031-06-16', [v7()])).rejects.toMatchObject({
      ...{ status: 422, fields: { billIds: { code: 'billing.notPayable' } } },
    })
  })
})

test('one that closes no month is of the year in which it began in Madrid', async () => {
  await put({ type: 1, number: 'LAST', createdAt: new Date('2031-12-31T22:59:59Z') })
  await put({ type: 1, number: 'FIRST', createdAt: new Date('2031-12-31T23:00:00Z') })
  const of = (year?: number) =>
    inTrial(world.database, (tx) => listBills(tx, accountId, year === undefined ? {} : { year }, now))
  expect((await of()).years).toEqual([2032, 2031])
  for (const [year, number] of [
    [2032, 'FIRST'],
    [2031, 'LAST'],
  ] as const)
    expect((await of(year)).items).toMatchObject([{ number }])
})
