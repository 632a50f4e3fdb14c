import { beforeAll, expect, test, vi } from 'vitest'
import { failureCode } from '#client.ts'
import { asService } from '#platform/db.ts'
import { todayPlus } from '#platform/windows.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, portals } from '#testing/world/cast.ts'
import { issueCharge } from './server/issue-charge.ts'
import { billTurned } from './server/occasions.ts'
import { books, pendingBill } from './test-bills.ts'

/** What is set against what, in which order, and what is left alone. */

const world = testDatabase()
const portalId = portals.ninoLobo.id
const accountId = accounts.ninoLobo.id
const today = todayPlus(new Date())
const turns = vi.spyOn(billTurned, 'tell')
/** Bills of which others heard that they are paid, since the last look. */
function paidNow(): string[] {
  const told = turns.mock.calls.flatMap(([, billId, turn]) => (turn === 'paid' ? [billId] : []))
  turns.mockClear()
  return told
}

beforeAll(async () => {
  await world.database.query(
    `insert into billing_agreement (id, account_id, text_version, text_hash, person_name, address, at)
      values (gen_random_uuid(), $1, '2026-11', 'demo', 'Prueba', '127.0.0.1', now() - interval '1000 days')`,
    [accountId],
  )
})

const staff = () => as(world.database, 'billing')
async function approved(amountCents: number) {
  const artist = await as(world.database, 'artist')
  const { id } = await pendingBill(world.database, portalId, amountCents)
  const { version } = ok(await artist.billing.getBill({ billId: id }))
  return ok(await artist.billing.approveBill({ billId: id }, { version }))
}
const issue = async (unitCents: number) =>
  ok(
    await (await staff()).billing.issueCharge({
      ...{ portalId, lines: [{ kind: 'postage', description: 'Envíos', units: 1, unitCents }] },
    }),
  )
const chargeOf = async (chargeId: string) => ok(await (await staff()).billing.getCharge({ chargeId }))
const billOf = async (billId: string) => ok(await (await staff()).billing.getBill({ billId }))
/** Pays what is open, so that the next test begins with nothing owed either way. */
async function settleAll() {
  const api = await staff()
  const { items } = ok(await api.billing.listAllCharges({ open: '1' }))
  for (const { id, openCents } of items)
    if (openCents > 0) ok(await api.billing.payCharge({ chargeId: id, on: today }))
  await world.database.query(
    `update bill set payment = 'paid', paid_on = current_date where account_id = $1 and status = 'Approved'`,
    [accountId],
  )
  expect((await books(world.database)).reduce((sum, { cents }) => sum + Number(cents), 0)).toBe(0)
}

test('the oldest of both first: of two charges the first, of two bills the first', async () => {
  await settleAll()
  const [first, second] = [await issue(10_000), await issue(10_000)]
  const small = await approved(5_000)
  expect((await chargeOf(first.id)).openCents).toBe(12_100 - small.totals.payableCents)
  expect((await chargeOf(second.id)).openCents).toBe(12_100)
  await settleAll()
  const [one, two] = [await approved(10_000), await approved(10_000)]
  const third = await issue(1_000)
  expect((await billOf(one.id)).offsets).toMatchObject([{ chargeId: third.id, amountCents: 1_210 }])
  expect((await billOf(two.id)).offsets).toEqual([])
})

test('whoever looks at a bill while it is set off has an old one; what is paid by it is told', async () => {
  await settleAll()
  const bill = await approved(5_000)
  const api = await staff()
  paidNow()
  await issue(100)
  expect(paidNow()).toEqual([])
  expect(
    failureCode(
      await api.billing.setPayment(
        { billId: bill.id, payment: 'paid', on: today },
        { version: bill.version },
      ),
    ),
  ).toBe('stale')
  await issue(10_000)
  expect(paidNow()).toEqual([bill.id])
})

test('what is at the bank, what is being corrected and what was advanced are left alone', async () => {
  await settleAll()
  const api = await staff()
  const [atBank, wrong] = [await approved(10_000), await approved(20_000)]
  ok(await api.billing.createRemittance({ on: today, billIds: [atBank.id] }))
  ok(
    await api.billing.cancelBill(
      { billId: wrong.id, reason: 'Error', fault: 'detail' },
      { version: (await billOf(wrong.id)).version },
    ),
  )
  const artist = await as(world.database, 'artist')
  // An advance that waits to be paid.
  const [row] = await world.database.query<{ id: string }>(
    `insert into bill (id, account_id, type, status, payment, amount_cents, number, hash, issued_on, totals, information, provider)
     select gen_random_uuid(), account_id, 2, 'Approved', 'unpaid', 5000, 'A-SET-OFF', hash, issued_on, totals, information, provider
     from bill where id = $1 returning id`,
    [atBank.id],
  )
  const charge = await issue(10_000)
  expect(charge.openCents).toBe(12_100)
  for (const id of [atBank.id, wrong.id]) expect((await billOf(id)).offsets).toEqual([])
  const [advance] = await world.database.query<{ cents: string }>(
    `select offset_cents as cents from bill where id = $1`,
    [row?.id],
  )
  expect(Number(advance?.cents)).toBe(0)
  expect(ok(await artist.billing.getBilling({ portalId })).chargedCents).toBe(12_100)
  await world.database.query(`update bill set payment = 'paid' where id = $1`, [row?.id])
})

test('what is given back comes first, so that the rest finds more to be set against', async () => {
  await settleAll()
  const api = await staff()
  const before = await approved(5_000)
  const old = await issue(10_000)
  const setOff = before.totals.payableCents
  const back = ok(await api.billing.correctCharge({ chargeId: old.id, reason: 'No se envió' }))
  // What was open of it is nothing any more; what was set off is owed back.
  expect([(await chargeOf(old.id)).openCents, back.openCents]).toEqual([0, -setOff])
  const next = await issue(20_000)
  const bill = await approved(6_000)
  expect((await chargeOf(back.id)).openCents).toBe(0)
  expect((await chargeOf(next.id)).openCents).toBe(24_200 - bill.totals.payableCents - setOff)
  expect((await billOf(bill.id)).payment).toBe('paid')
  await settleAll()
})

test('a payment is of its day; a shared NIF waits; what is not taxed has no rate of its own', async () => {
  await settleAll()
  const { database } = world
  const charge = await issue(1_000)
  ok(await (await staff()).billing.payCharge({ chargeId: charge.id, on: today }))
  const [entry] = await database.query<{ day: string }>(
    `select day::text from ledger_entry where item_id = $1 and "from" = 'bank'`,
    [charge.id],
  )
  expect(entry?.day).toBe(today)
  const set = (column: string, value: unknown) =>
    database.query(`update billing_information set ${column} = $2 where account_id = $1`, [accountId, value])
  await set('tax_id_shared', true)
  const line = { kind: 'postage' as const, description: 'Envíos', units: 1, unitCents: 1_000 }
  const wish = { portalId, lines: [{ ...line, taxBp: 2_100 }] }
  expect(failureCode(await (await staff()).billing.issueCharge(wish))).toBe('billing.taxIdShared')
  await set('tax_id_shared', false)
  await set('postcode', '35001')
  await set('territory', 'canaries')
  expect(ok(await (await staff()).billing.issueCharge(wish))).toMatchObject({
    ...{ totalCents: 1_000, totals: { taxCents: 0 } },
  })
  await set('postcode', '46001')
  await set('territory', 'peninsula')
})

test('a series begins anew with the year, which is that of Madrid', async () => {
  const year = Number(today.slice(0, 4)) + 1
  // 23:30 UTC of New Year's Eve is the first day of the next year in Madrid.
  const at = (now: string) =>
    world.database.transaction(asService('job'), async (tx) => {
      const lines = [{ kind: 'postage' as const, description: 'Envíos', units: 1, unitCents: 1_000 }]
      return issueCharge(tx, accountId, lines, { now: new Date(now), actorId: null, appOrigin: '' })
    })
  const made = [await at(`${year - 1}-12-31T22:30:00Z`), await at(`${year - 1}-12-31T23:30:00Z`)]
  const [last, first] = await Promise.all(made.map(chargeOf))
  expect(last?.number).toMatch(new RegExp(`^F-${year - 1}-`))
  expect([first?.number, first?.issuedOn]).toEqual([`F-${year}-00001`, `${year}-01-01`])
})
