import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { agreementVersion } from './choices.ts'
import { pendingBill } from './test-bills.ts'

const world = testDatabase()
const { id: portalId, accountId } = portals.ninoLobo

const agreed = async () => {
  const artist = await as(world.database, 'artist')
  return ok(await artist.billing.getBilling({ portalId })).agreed
}
async function renumber(taxId: string) {
  const artist = await as(world.database, 'artist')
  const { version, retentionReason, ...of } = ok(await artist.billing.getBillingInformation({ portalId }))
  return ok(
    await artist.billing.updateBillingInformation(
      { ...of, portalId, taxId, retention: 'professional', retentionReason: retentionReason ?? '' },
      { version },
    ),
  )
}

test('an agreement ends with the NIF that it was given for', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  expect(await agreed()).not.toBeNull()
  const { id: billId } = await pendingBill(database, portalId, 4_000)
  await renumber('00000019L')
  expect(await agreed()).toBeNull()
  expect(ok(await artist.portals.listAlerts({ portalId }))).toContain('agreement-pending')
  // What stood in it is of a month that ends under the new one.
  const pending = ok(await artist.billing.getBill({ billId }))
  expect(pending).toMatchObject({ taxId: '00000019L', status: 'Pending', blocked: ['agreement'] })
  const approve = () => artist.billing.approveBill({ billId: pending.id }, { version: pending.version })
  expect(failureCode(await approve())).toBe('billing.agreementMissing')
  ok(await artist.billing.acceptAgreement({ portalId, version: agreementVersion }))
  expect(await agreed()).toMatchObject({ version: agreementVersion, person: 'Hugo Lobo' })
  expect(ok(await approve())).toMatchObject({ taxId: '00000019L', status: 'Approved' })
  const [kept] = await database.query(
    `select tax_id, supplier_name, provider_tax_id, provider_name from billing_agreement
      where account_id = $1 order by at desc limit 1`,
    [accountId],
  )
  expect(kept).toEqual({
    ...{ tax_id: '00000019L', supplier_name: 'Hugo Lobo Marín' },
    ...{ provider_tax_id: 'B58378431', provider_name: 'Trastienda Merch, S. L.' },
  })
})

test('an agreement is withdrawn by the account, and nothing is issued in its name from then on', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const staff = await as(database, 'billing')
  expect(failureCode(await staff.billing.withdrawAgreement({ portalId }))).toBe('billing.agreementOfAccount')
  const pending = await pendingBill(database, portalId, 6_000)
  ok(await artist.billing.withdrawAgreement({ portalId }))
  expect(await agreed()).toBeNull()
  expect(failureCode(await artist.billing.withdrawAgreement({ portalId }))).toBe('billing.agreementMissing')
  expect(
    failureCode(await artist.billing.approveBill({ billId: pending.id }, { version: pending.version })),
  ).toBe('billing.agreementMissing')
  const kept = await database.query<{ withdrawn_by: string | null }>(
    'select withdrawn_by from billing_agreement where account_id = $1 and withdrawn_at is not null',
    [accountId],
  )
  expect(kept.map(({ withdrawn_by }) => withdrawn_by)).toContain('Hugo Lobo')
})

test('it names both parties, so that it waits until they are known', async () => {
  const { database } = world
  const demo = await as(database, 'demo')
  const portal = { portalId: portals.casaCal.id }
  expect(ok(await demo.billing.getBilling(portal)).agreementParties).toBeNull()
  expect(failureCode(await demo.billing.acceptAgreement({ ...portal, version: agreementVersion }))).toBe(
    'billing.informationMissing',
  )
})
