import { beforeAll, expect, test } from 'vitest'
import { asService } from '#platform/db.ts'
import { todayPlus } from '#platform/windows.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { pastIncome } from '#testing/past-income.ts'
import { accounts, portals } from '#testing/world/cast.ts'
import { accrueSales } from './server/accrue-sales.ts'
import { closeBill } from './server/close-bill.ts'
import { books, correctWhole, pendingBill } from './test-bills.ts'

/** One account, two persons: Hugo, and the company to which it goes over. */

const world = testDatabase()
const { id: portalId } = portals.ninoLobo
const accountId = accounts.ninoLobo.id
const on = todayPlus(new Date())
const hugosIban = 'ES1720852066623456789011'
const companys = { taxId: 'B43000025', iban: 'ES9121000418450200051332' }

const staff = () => as(world.database, 'billing')
const artist = () => as(world.database, 'artist')
const approved = async (cents: number) => {
  const { id, version } = await pendingBill(world.database, portalId, cents)
  return ok(await (await artist()).billing.approveBill({ billId: id }, { version }))
}
const billOf = async (billId: string) => ok(await (await staff()).billing.getBill({ billId }))
const due = async () => ok(await (await staff()).billing.listRemittances({})).due
const agree = (taxId: string | null, series: number | null) =>
  world.database.query(
    `insert into billing_agreement (id, account_id, text_version, text_hash, tax_id, series, person_name, address, at)
      values (gen_random_uuid(), $1, '2026-11', 'demo', $2, $3, 'Prueba', '127.0.0.1', now() - interval '1000 days')`,
    [accountId, taxId, series],
  )

/** An amount of the month before. */
const entry = (cents: number) =>
  world.database.query(
    `insert into ledger_entry (id, account_id, "from", "to", amount_cents, type, month, item_id, description)
      values (gen_random_uuid(), $1, $2, $3, $4, 'Extra', (date_trunc('month', now()) - interval '1 month')::date,
        gen_random_uuid(), 'Directo')`,
    [accountId, cents > 0 ? 'extra' : 'accrued', cents > 0 ? 'accrued' : 'extra', Math.abs(cents)],
  )
/** Closes what is open, as whoever closes the months does; undefined where that makes no bill. */
async function close() {
  const closed = await world.database.transaction(asService('trial'), (tx) =>
    closeBill(tx, accountId, { through: on, now: new Date(), appOrigin: 'http://localhost' }),
  )
  return 'closed' in closed ? closed.closed : undefined
}

async function becomeCompany() {
  const api = await artist()
  const { version, ...of } = ok(await api.billing.getBillingInformation({ portalId }))
  const { givenName: _, firstSurname: _f, secondSurname: _s, retentionReason: _r, ...rest } = of
  const company = { ...companys, kind: 'company', legalName: 'Cruce, S. L.', holder: 'Cruce, S. L.' } as const
  const draft = { ...rest, ...company, retention: 'none' as const, supply: 'services' as const }
  ok(
    await api.billing.updateBillingInformation(
      { ...draft, portalId, since: on, password: 'backline-demo-2026' },
      { version },
    ),
  )
  await world.database.query(
    'update billing_information set iban_held_until = null, tax_id_shared = false where account_id = $1',
    [accountId],
  )
}

interface Left {
  charge: string
  corrective: string
  advance: number
  owed: string
  waiting: string
}
let left: Left

beforeAll(async () => {
  const { database } = world
  await agree(null, null)
  await agree(companys.taxId, 2)
  const [api, own] = [await staff(), await artist()]
  await database.query(
    `update bill set payment = 'paid', paid_on = current_date where account_id = $1 and status = 'Approved'`,
    [accountId],
  )
  // An advance, and what it was granted on.
  await accrueSales(database)
  await pastIncome(database, 'ninoLobo', 1_800_000)
  const earned = (await close()) ?? ''
  ok(await own.billing.approveBill({ billId: earned }, { version: (await billOf(earned)).version }))
  await database.query(
    `update bill set payment = 'paid', paid_on = current_date where account_id = $1 and status = 'Approved'`,
    [accountId],
  )
  // What Hugo is owed: a bill that is issued, and one that waits for him.
  const owed = await approved(20_000)
  // … of the month before, in which he had the account for all of it.
  await entry(100_000)
  const waiting = (await close()) ?? ''
  // What he owes: a bill that was paid and is taken back, a charge, an advance, and what was carried on.
  const paid = await approved(30_000)
  const bill = ok(
    await api.billing.setPayment(
      { billId: paid.id, payment: 'paid', on },
      { version: (await billOf(paid.id)).version },
    ),
  )
  const { correctedBy } = await correctWhole(database, { id: bill.id, version: bill.version })
  await database.query(`update bill set payment = 'inRemittance' where id = $1`, [owed.id])
  const charge = ok(
    await api.billing.issueCharge({
      ...{ portalId, lines: [{ kind: 'postage', description: 'Envíos', units: 1, unitCents: 30_000 }] },
    }),
  )
  await database.query(`update bill set payment = 'unpaid' where id = $1`, [owed.id])
  await entry(-90_000)
  expect(await close()).toBeUndefined()
  const asked = ok(await own.billing.requestAdvance({ portalId, amountCents: 30_000 }))
  const reviewed = ok(await api.billing.reviewAdvance({ billId: asked.id }, { version: asked.version }))
  const offered = ok(await api.billing.grantAdvance({ billId: asked.id }, { version: reviewed.version }))
  ok(await own.billing.approveBill({ billId: asked.id }, { version: offered.version }))
  await database.query(`update bill set payment = 'paid', paid_on = current_date where id = $1`, [asked.id])
  const outstanding = ok(await own.billing.getBilling({ portalId })).outstandingCents ?? 0
  left = {
    ...{ charge: charge.id, corrective: correctedBy?.id ?? '', advance: outstanding },
    ...{ owed: owed.id, waiting },
  }
  await becomeCompany()
})

test('what one person owes is not taken off what the next one is owed', async () => {
  const [before] = await world.database.query<{ cents: string }>(
    `select sum(case when "to" = 'accrued' then amount_cents else -amount_cents end) as cents from ledger_entry
      where account_id = $1 and (("to" = 'accrued') or ("from" = 'accrued'))`,
    [accountId],
  )
  expect(Number(before?.cents)).toBeLessThan(0)
  const bill = await approved(200_000)
  expect(bill).toMatchObject({ legalName: 'Cruce, S. L.', baseCents: 200_000 })
  expect(bill.totals).toMatchObject({ settledCents: 0, payableCents: 242_000 })
  expect((await billOf(bill.id)).offsets).toEqual([])
  const charge = ok(await (await staff()).billing.getCharge({ chargeId: left.charge }))
  // His own bill went first, of 200 less 15 % and with its tax.
  expect((await billOf(left.owed)).offsets).toMatchObject([{ amountCents: 21_200 }])
  expect(charge.openCents).toBe(36_300 - 21_200)
  const { outstandingCents } = ok(await (await artist()).billing.getBilling({ portalId }))
  expect(outstandingCents).toBe(left.advance)
  expect(left.advance).toBeGreaterThan(0)
  expect((await books(world.database)).reduce((sum, { cents }) => sum + Number(cents), 0)).toBe(0)
})

test('each is paid by name, at the IBAN that they said', async () => {
  const waits = new Map((await due()).map(({ billId, waits: why }) => [billId, why]))
  expect(waits.get(left.corrective)).toBe('owes')
  const waiting = await billOf(left.waiting)
  ok(await (await artist()).billing.approveBill({ billId: left.waiting }, { version: waiting.version }))
  ok(await (await staff()).billing.createRemittance({ on }))
  const paid = await world.database.query<{ bill_id: string; iban: string; holder: string; cents: string }>(
    `select p.bill_id, p.iban, p.holder, p.amount_cents::text as cents from remittance_payment p join bill b on b.id = p.bill_id
      where b.account_id = $1`,
    [accountId],
  )
  const late = paid.find(({ bill_id }) => bill_id === left.waiting)
  expect(late).toMatchObject({ iban: hugosIban, holder: 'Hugo Lobo Marín' })
  const rest = paid.filter(({ bill_id }) => bill_id !== left.waiting)
  expect(rest).toMatchObject([{ iban: companys.iban, holder: 'Cruce, S. L.', cents: '242000' }])
})

test('what came back from the IBAN of one is waited for by their bills alone, and told to them', async () => {
  const { database } = world
  const [api, own] = [await staff(), await artist()]
  const [file] = ok(await api.billing.listRemittances({})).items
  ok(await api.billing.downloadRemittance({ remittanceId: file?.id ?? '' }))
  const send = async (billId: string) => {
    const { version } = await billOf(billId)
    const draft = { billId, payment: 'returned' as const, on, reason: 'AC04' }
    return ok(await api.billing.setPayment(draft, { version }))
  }
  const back = await send(left.waiting)
  expect(back.blocked).toEqual(['ibanReturned'])
  const why = async (billId: string) => (await due()).find((one) => one.billId === billId)?.waits
  expect(await why(left.waiting)).toBe('ibanReturned')
  // The company has nothing to change, and is paid on.
  expect(ok(await own.portals.listAlerts({ portalId }))).not.toContain('payment-returned')
  const companysBill = await approved(10_000)
  expect([companysBill.blocked, await why(companysBill.id)]).toEqual([[], null])
  const told = await database.query<{ to: string }>(
    `select "to" from mail where kind = 'billing.returnedFormer' order by "to"`,
  )
  const [hugo] = await database.query<{ email: string }>(
    `select information->>'email' as email from bill where id = $1`,
    [left.waiting],
  )
  expect(told).toEqual([{ to: hugo?.email }])
  // A new IBAN of the company holds nothing of Hugo's; one that came back of its own holds its own, and his stays refused.
  await database.query(
    `update billing_information set iban_held_until = now() + interval '1 day' where account_id = $1`,
    [accountId],
  )
  expect((await billOf(left.waiting)).blocked).toEqual(['ibanReturned'])
  expect(await why(left.owed)).not.toBe('ibanHeld')
  await database.query('update billing_information set iban_held_until = null where account_id = $1', [
    accountId,
  ])
  const made = ok(await api.billing.createRemittance({ on, billIds: [companysBill.id] }))
  ok(await api.billing.downloadRemittance({ remittanceId: made.id }))
  expect((await send(companysBill.id)).blocked).toEqual(['ibanReturned'])
  expect([await why(companysBill.id), await why(left.waiting)]).toEqual(['ibanReturned', 'ibanReturned'])
  expect(ok(await own.portals.listAlerts({ portalId }))).toContain('payment-returned')
})
