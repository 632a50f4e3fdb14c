import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { shopifyOrder } from '#features/connectors/test-orders.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { agreementVersion } from './choices.ts'
import { nextOf, pendingBill } from './test-bills.ts'
import { at, shopSecret, tell } from './test-shop-sales.ts'
import { documentOf, pdfText } from './test-taxes.ts'

const world = testDatabase()
const { id: portalId, accountId } = portals.ninoLobo
const today = formatDay(dayOf(Date.now()))

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
  // Its operation was before the agreement: it is the account's own to invoice.
  expect(failureCode(await approve())).toBe('billing.agreementMissing')
  const later = await pendingBill(database, portalId, 4_000)
  expect(
    ok(await artist.billing.approveBill({ billId: later.id }, { version: later.version })),
  ).toMatchObject({ taxId: '00000019L', status: 'Approved' })
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

test('a text that is not the one on the screen any more is not agreed to', async () => {
  const artist = await as(world.database, 'artist')
  const kept = () =>
    world.database.query('select id from billing_agreement where account_id = $1', [accountId])
  const before = await kept()
  const old = await artist.billing.acceptAgreement({ portalId, version: `${agreementVersion}-antes` })
  expect(failureCode(old)).toBe('billing.agreementChanged')
  expect(await kept()).toEqual(before)
})

test('whoever goes back to an earlier NIF agrees anew', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  expect(await agreed()).not.toBeNull()
  await renumber('00000014Z')
  await renumber('00000019L')
  expect(await agreed()).toBeNull()
  // Said before anything is sold without it, not only once a bill waits for it.
  await database.query("update bill set status = 'Cancelled' where account_id = $1 and status = 'Pending'", [
    accountId,
  ])
  const alerts = async () => ok(await artist.portals.listAlerts({ portalId }))
  expect(await alerts()).toContain('agreement-pending')
  ok(await artist.billing.acceptAgreement({ portalId, version: agreementVersion }))
  expect(await agreed()).not.toBeNull()
  expect(await alerts()).not.toContain('agreement-pending')
})

test('it covers what is sold once it is accepted, and no month in which something was sold before', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const staff = await as(database, 'billing')
  const { connector } = ok(
    await artist.connectors.createConnector({
      portalId,
      kind: 'shopify',
      name: 'Tienda',
      secret: shopSecret,
    }),
  )
  await database.query('update billing_agreement set withdrawn_at = now() where account_id = $1', [accountId])
  await tell(database, connector.id, [{ ...shopifyOrder('#A1', { id: 901 }), ...at(today) }])
  ok(await artist.billing.acceptAgreement({ portalId, version: agreementVersion, silence: true }))
  const close = async () => {
    const open = await nextOf(database, 'artist', portalId)
    return ok(await staff.billing.closeBill({ billId: open.id }, { version: open.version }))
  }
  const bill = await close()
  expect(bill).toMatchObject({ blocked: ['agreement'], silentOn: null })
  const call = { version: bill.version }
  expect(failureCode(await artist.billing.approveBill({ billId: bill.id }, call))).toBe(
    'billing.agreementMissing',
  )
  // Accepted before anything was sold, the same sales are billed by the provider.
  ok(await staff.billing.disputeBill({ billId: bill.id, reason: 'Prueba' }, call))
  const [first] = await database.query<{ at: Date }>(
    `select min(at) as at from order_line where portal_id = $1 and kind = 'sale' and at >= date_trunc('month', now() at time zone 'Europe/Madrid') at time zone 'Europe/Madrid'`,
    [portalId],
  )
  const agree = (moment: string) =>
    database.query(
      `update billing_agreement set at = $2::timestamptz ${moment} where account_id = $1 and withdrawn_at is null`,
      [accountId, first?.at.toISOString()],
    )
  await agree(`+ interval '1 second'`)
  const again = await close()
  expect(again.blocked).toEqual(['agreement'])
  await agree(`- interval '1 second'`)
  const covered = ok(await artist.billing.getBill({ billId: again.id }))
  expect(covered).toMatchObject({ blocked: [], silentOn: expect.any(String) })
  ok(await artist.billing.approveBill({ billId: covered.id }, { version: covered.version }))
})

test('months of before it and after it are bills of their own', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const staff = await as(database, 'billing')
  const month = (back: number) => formatDay(startOfMonth(dayOf(Date.now()), -back))
  for (const on of [month(2), month(1)])
    await database.query(
      `insert into ledger_entry (id, account_id, "from", "to", amount_cents, type, portal_id, month, commission_bp)
        values (gen_random_uuid(), $1, 'sales', 'accrued', 5000, 'Income', $2, $3, 2000)`,
      [accountId, portalId, on],
    )
  await database.query(
    // Those of all NIFs that the account has had.
    `update billing_agreement set at = $2::timestamptz, withdrawn_at = null where account_id = $1`,
    [accountId, `${month(1)}T12:00:00Z`],
  )
  const close = async () => {
    const open = await nextOf(database, 'artist', portalId)
    return ok(await staff.billing.closeBill({ billId: open.id }, { version: open.version }))
  }
  expect(await close()).toMatchObject({ period: month(2), blocked: ['agreement'] })
  const second = await close()
  expect(second.blocked).toEqual([])
  ok(await artist.billing.approveBill({ billId: second.id }, { version: second.version }))
})

test("what corrects a bill after the agreement was withdrawn is the account's own to issue", async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const staff = await as(database, 'billing')
  const correct = async () => {
    const pending = await pendingBill(database, portalId, 9_000)
    const call = { billId: pending.id }
    const issued = ok(await artist.billing.approveBill(call, { version: pending.version }))
    const proposed = ok(
      await staff.billing.cancelBill(
        { ...call, reason: 'Error', fault: 'detail' },
        { version: issued.version },
      ),
    )
    return proposed.correctedBy?.id ?? ''
  }
  const [agreedStill, afterwards] = [await correct(), await correct()]
  const read = async (billId: string) => ok(await artist.billing.getBill({ billId }))
  expect(await read(agreedStill)).toMatchObject({ selfInvoice: true })
  const first = await read(agreedStill)
  expect(
    ok(await artist.billing.approveBill({ billId: first.id }, { version: first.version })),
  ).toMatchObject({ selfInvoice: true, status: 'Approved' })
  ok(await artist.billing.withdrawAgreement({ portalId }))
  const left = await read(afterwards)
  expect(left).toMatchObject({ selfInvoice: false, status: 'Pending' })
  ok(await artist.billing.approveBill({ billId: left.id }, { version: left.version }))
  const facturae = await fileFor(database, people.artist.id, `/bill/${left.id}/document?format=facturae`)
  expect(await facturae.text()).toContain('billing.correctiveOfIssuer')
  expect(pdfText(await documentOf(database, left.id, 'pdf'))).toContain('Liquidación')
  const records = await database.query('select 1 from fiscal_record where bill_id = $1', [left.id])
  expect(records).toEqual([])
})

test('an agreement is withdrawn by the account, and nothing is issued in its name from then on', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const staff = await as(database, 'billing')
  expect(failureCode(await staff.billing.withdrawAgreement({ portalId }))).toBe('billing.agreementOfAccount')
  ok(await artist.billing.acceptAgreement({ portalId, version: agreementVersion }))
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
  const refused = async () =>
    failureCode(await demo.billing.acceptAgreement({ ...portal, version: agreementVersion }))
  expect(await refused()).toBe('billing.informationMissing')
  // Whose data are missing is said: nobody looks for a fault in their own where the provider has none.
  await database.query(`delete from setting where key = 'billing.provider'`)
  expect(await refused()).toBe('billing.providerMissing')
})
