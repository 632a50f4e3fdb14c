import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { agreementVersion } from './choices.ts'
import { nextOf } from './test-bills.ts'

/** An agreement has to precede the sales: an open bill says that one is missing before they are closed. */

const world = testDatabase()
const { id: portalId, accountId } = portals.ninoLobo
const agreementBlocks = ['agreementMissing', 'agreementEnded', 'agreementOfOther']

/** As the list of all accounts, the account's own list, its home and the bill itself say it. */
async function said() {
  const [artist, staff] = [await as(world.database, 'artist'), await as(world.database, 'billing')]
  const { next } = ok(await artist.billing.getBilling({ portalId }))
  const billId = next?.id ?? ''
  const of = (bill: { blocked: readonly string[] } | undefined) =>
    (bill?.blocked ?? []).filter((block) => agreementBlocks.includes(block)).join()
  const all = ok(await staff.billing.listAllBills({ q: 'Niño Lobo', status: 'Next' })).items
  const own = ok(await artist.billing.listBills({ portalId })).items
  const places = [
    ...[
      of(next ?? undefined),
      of(all.find(({ id }) => id === billId)),
      of(own.find(({ id }) => id === billId)),
    ],
    of(ok(await artist.billing.getBill({ billId }))),
  ]
  expect(places).toEqual(places.map(() => places[0]))
  const waiting = ok(await staff.billing.listAllBills({ blocked: '1', q: 'Niño Lobo', status: 'Next' })).items
  expect(waiting.some(({ id }) => id === billId)).toBe(places[0] !== '')
  return places[0]
}

test('it names why: withdrawn, of another NIF, or never given; and nothing where the account invoices itself', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const { id: billId } = await nextOf(database, 'staff', portalId)
  const line = { type: 'Extra', description: 'Directo', amountCents: 1_000, reason: 'Contrato' } as const
  ok(await (await as(database, 'billing')).billing.addLine({ ...line, billId, reference: 'C-1' }))
  expect(await said()).toBe('')
  ok(await artist.billing.withdrawAgreement({ portalId }))
  expect(await said()).toBe('agreementEnded')
  ok(await artist.billing.acceptAgreement({ portalId, version: agreementVersion }))
  expect(await said()).toBe('')
  const { version, retentionReason, ...of } = ok(await artist.billing.getBillingInformation({ portalId }))
  ok(
    await artist.billing.updateBillingInformation(
      {
        ...of,
        portalId,
        taxId: '00000019L',
        retention: 'professional',
        retentionReason: retentionReason ?? '',
      },
      { version },
    ),
  )
  expect(await said()).toBe('agreementOfOther')
  await database.query('delete from billing_agreement where account_id = $1', [accountId])
  expect(await said()).toBe('agreementMissing')
  await database.query('update portal set self_invoice = false where id = $1', [portalId])
  expect(await said()).toBe('')
})

test('the list of what waits has every bill that says it waits for something, whatever its state', async () => {
  const { database } = world
  // Of those that are approved, held IBANs are told as long as nothing is paid.
  await database.query("update billing_information set iban_held_until = now() + interval '1 day'")
  const [first, second, third] = await database.query<{ id: string }>('select id from bill order by id')
  const approved =
    "update bill set status = 'Approved', number = id::text, hash = 'x', payment = $2 where id = $1"
  await database.query(approved, [first?.id, 'unpaid'])
  await database.query(approved, [second?.id, 'returned'])
  await database.query("update bill set status = 'Pending' where id = $1", [third?.id])
  const staff = await as(database, 'billing')
  const whole = async (query: { blocked?: '1' }) => {
    const first = ok(await staff.billing.listAllBills(query))
    const found = [...first.items]
    for (let page = 2; found.length < first.total; page++)
      found.push(...ok(await staff.billing.listAllBills({ ...query, page })).items)
    return found
  }
  const waiting = (await whole({})).filter(({ blocked }) => blocked.length > 0)
  const states = new Set(waiting.map(({ status, payment }) => `${status} ${payment}`))
  expect(new Set((await whole({ blocked: '1' })).map(({ id }) => id))).toEqual(
    new Set(waiting.map(({ id }) => id)),
  )
  expect([...states].sort()).toEqual(['Approved returned', 'Approved unpaid', 'Pending unpaid'])
})
