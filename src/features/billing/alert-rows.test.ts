import { beforeEach, expect, test } from 'vitest'
import { billingView } from '#platform/permissions.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putAgreement, putBill, putInformation } from '#testing/raw-bills.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import { billingAlerts } from './server/alerts.ts'

/** What a portal says is wrong with the bills of its account. */

const world = testDatabase()
const iban = 'ES9121000418450200051332'
let [accountId, portalId] = ['', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Cuenta')
  ;[accountId, portalId] = [made.accountId, made.portalId]
})
const alerts = (id = portalId, keys: readonly string[] = billingView.slice(0, 1)) =>
  inTrial(world.database, (tx) => billingAlerts(tx, id, new Set(keys)))
const put = (row: Partial<Parameters<typeof putBill>[1]>) => putBill(world.database, { accountId, ...row })
const informed = (row: Partial<Parameters<typeof putInformation>[1]> = {}) =>
  putInformation(world.database, { accountId, taxId: 'A', ...row })
const settled = async (row: Partial<Parameters<typeof putInformation>[1]> = {}) => {
  await informed(row)
  await putAgreement(world.database, accountId)
}

test('nobody can be paid of whom nothing is known, and an agreement comes after that', async () => {
  expect(await alerts()).toEqual(['no-bill-info'])
  await informed()
  expect(await alerts()).toEqual(['agreement-pending'])
  await putAgreement(world.database, accountId)
  expect(await alerts()).toEqual([])
})

test('only the master portal says so, and only to who may open billing', async () => {
  expect(await alerts(await putPortal(world.database, accountId))).toEqual([])
  expect(await alerts(portalId, [])).toEqual([])
})

test('who invoices by themselves, or is of a territory that has to, needs no agreement', async () => {
  await informed({ territory: 'basqueNavarre' })
  expect(await alerts()).toEqual([])
})

test('a bill that waits is to be accepted, and an advance once it is offered', async () => {
  await settled()
  await put({ status: 'Pending', type: 2 })
  expect(await alerts()).toEqual([])
  await put({ status: 'Pending', type: 2, closedAt: new Date() })
  expect(await alerts()).toEqual(['bill-to-accept'])
})

test('of another account nothing is said', async () => {
  await settled({ refusedIbans: [iban] })
  const other = (await putAccount(world.database, 'Otra')).accountId
  await put({ accountId: other, status: 'Pending' })
  await put({ accountId: other, payment: 'returned' })
  expect(await alerts()).toEqual([])
})

test('a payment came back where it is issued, theirs, and of the IBAN that they still have', async () => {
  await settled({ refusedIbans: [iban] })
  await put({ payment: 'unpaid' })
  await put({ payment: 'returned', status: 'Cancelled' })
  await put({ payment: 'returned', information: { taxId: 'B' } })
  expect(await alerts()).toEqual([])
  await put({ payment: 'returned', information: { taxId: 'A' } })
  expect(await alerts()).toEqual(['payment-returned'])
  await world.database.query(
    `update billing_information set refused_ibans = '{ES00}' where account_id = $1`,
    [accountId],
  )
  expect(await alerts()).toEqual([])
})
