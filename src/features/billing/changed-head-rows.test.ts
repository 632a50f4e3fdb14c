import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putAgreement, putBill, putEntries, putInformation, putPast } from '#testing/raw-bills.ts'
import { informationOfIssued } from '#testing/raw-issued.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { findHeads } from './server/heads.ts'

/** The open bill of who has changed: what its months come to by what its account was, and where nothing says how it is taxed. */

const world = testDatabase()
const now = new Date('2031-06-15T10:00:00Z')
let [accountId, portalId] = ['', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Cuenta')
  ;[accountId, portalId] = [made.accountId, made.portalId]
  await putAgreement(world.database, accountId)
})
async function headOf(row: Partial<Parameters<typeof putBill>[1]> = {}) {
  // An account has one open bill.
  await world.database.query('delete from bill where account_id = $1', [accountId])
  const id = await putBill(world.database, { accountId, status: 'Next', ...row })
  const [head] = await inTrial(world.database, (tx) =>
    findHeads(tx, sql`b.id = ${id}`, { orderBy: sql`b.id`, limit: 1, now }),
  )
  if (!head) throw new Error('no such bill')
  return head
}
/** Moved to the Canaries on a day; before it was Madrid. */
async function moved(since: string) {
  await putInformation(world.database, { accountId, taxId: 'A', territory: 'canaries', since })
  await putPast(world.database, accountId, informationOfIssued, { at: new Date('2031-06-01') })
}
const earn = (month: string, amountCents: number) => {
  const of = { from: 'sales', to: 'accrued', type: 'Income', commissionBp: 2_000, portalId } as const
  return putEntries(world.database, [{ accountId, amountCents, month, ...of }])
}
const taxed = async (row?: Parameters<typeof headOf>[0]) => {
  const { totals } = await headOf(row)
  return [totals.baseCents, totals.taxCents]
}

test('has each month by what its account was then', async () => {
  await moved('2031-06-01')
  await earn('2031-06-01', 2_000)
  expect(await taxed()).toEqual([2_000, 0])
  await earn('2031-05-01', 1_000)
  expect(await taxed()).toEqual([3_000, 210])
})

test('has all of it by what its account is, where that was so from its first month on', async () => {
  await moved('2031-05-01')
  await earn('2031-06-01', 2_000)
  await earn('2031-05-01', 1_000)
  expect(await taxed()).toEqual([3_000, 0])
})

test('looks back as far as something is open', async () => {
  await moved('2031-06-01')
  await earn('2031-06-01', 2_000)
  await earn('2019-06-01', 1_000)
  expect(await taxed()).toEqual([3_000, 210])
  await earn('2030-07-01', 1_000)
  expect(await taxed()).toEqual([4_000, 420])
})

test('is no bill that waits already, no advance, and no other account’s', async () => {
  await moved('2031-06-01')
  const other = await putAccount(world.database, 'Otra')
  const of = { from: 'sales', to: 'accrued', type: 'Income', portalId } as const
  await putEntries(world.database, [
    { ...of, accountId: other.accountId, amountCents: 9_000, month: '2031-03-01' },
  ])
  await earn('2031-06-01', 2_000)
  expect(await taxed()).toEqual([2_000, 0])
  await earn('2031-05-01', 1_000)
  expect(await taxed({ status: 'Pending' })).toEqual([0, 0])
  expect(await taxed({ type: 2, amountCents: 700 })).toEqual([700, 0])
})

test('waits where no rule taxes what goes from where the provider is', async () => {
  await putInformation(world.database, { accountId, taxId: 'A' })
  const [kept] = await world.database.query<{ value: string }>(
    `select value from setting where key = 'billing.provider'`,
  )
  const from = async (postcode: string, supply: string) => {
    await world.database.query(
      `update setting set value = jsonb_set(value::jsonb, '{postcode}', to_jsonb($1::text))::text where key = 'billing.provider'`,
      [postcode],
    )
    await world.database.query(`update billing_information set supply = $2 where account_id = $1`, [
      accountId,
      supply,
    ])
    const { blocked } = await headOf()
    return blocked.includes('taxCase')
  }
  try {
    for (const [postcode, services, authorship] of [
      ['28001', false, false],
      ['35001', false, true],
      ['38001', false, true],
      ['51001', true, true],
      ['52001', true, true],
    ] as const)
      expect([postcode, await from(postcode, 'services'), await from(postcode, 'authorship')]).toEqual([
        ...[postcode, services, authorship],
      ])
  } finally {
    await world.database.query(`update setting set value = $1 where key = 'billing.provider'`, [kept?.value])
  }
})
