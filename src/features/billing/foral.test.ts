import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import type { Database } from '#platform/db.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { agreementVersion } from './choices.ts'
import { pendingBill } from './test-bills.ts'

const world = testDatabase()
const { id: portalId, accountId } = portals.ninoLobo

async function invoice(database: Database, selfInvoice: boolean) {
  const staff = await as(database, 'super')
  const portal = ok(await staff.portals.getPortal({ portalId }))
  const { customUrl, customDomain, salesObjectiveCents, advanceLimitPct } = portal
  const settings = { customUrl, customDomain, salesObjectiveCents, advanceLimitPct, selfInvoice }
  return staff.portals.updateSettings({ portalId, ...settings }, { version: portal.version })
}
async function moveTo(database: Database, place: { postcode: string; province: string; city: string }) {
  const artist = await as(database, 'artist')
  const { version, retentionReason, ...of } = ok(await artist.billing.getBillingInformation({ portalId }))
  const { territory: _, since: _s, ...said } = of
  return artist.billing.updateBillingInformation(
    { ...said, ...place, portalId, retention: 'professional', retentionReason: retentionReason ?? '' },
    { version },
  )
}
const bilbao = { postcode: '48001', province: 'Bizkaia', city: 'Bilbao' }

test('an account in the Basque Country or Navarre issues its own invoices, whichever was said first', async () => {
  const { database } = world
  expect(await moveTo(database, bilbao)).toMatchObject({
    error: { fields: { territory: expect.any(String) } },
  })
  ok(await invoice(database, false))
  ok(await moveTo(database, bilbao))
  expect(await invoice(database, true)).toMatchObject({
    error: { code: 'invalidInput', fields: { selfInvoice: expect.any(String) } },
  })
  const artist = await as(database, 'artist')
  expect(ok(await artist.billing.getBilling({ portalId })).selfInvoice).toBe(false)
})

test('what was sold while it was there is its own to invoice, also after it has left', async () => {
  const { database } = world
  await database.query(`update portal set self_invoice = true where id = $1`, [portalId])
  await database.query(
    `update billing_information set postcode = '48001', province = 'Bizkaia', territory = 'basqueNavarre'
      where account_id = $1`,
    [accountId],
  )
  const artist = await as(database, 'artist')
  expect(ok(await artist.billing.getBilling({ portalId })).selfInvoice).toBe(false)
  expect(ok(await artist.portals.listAlerts({ portalId }))).not.toContain('agreement-pending')
  const pending = await pendingBill(database, portalId)
  expect(pending).toMatchObject({ selfInvoice: false, blocked: ['ownInvoice'] })
  ok(await artist.billing.acceptAgreement({ portalId, version: agreementVersion }))
  expect(
    failureCode(await artist.billing.approveBill({ billId: pending.id }, { version: pending.version })),
  ).toBe('billing.ownInvoiceMissing')
})
