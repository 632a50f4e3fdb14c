import { beforeAll, expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { closed, emptied, issued } from '#testing/bills-everywhere.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { books } from './test-bills.ts'

/**
 * What an accountant would do: add up the raw lines of orders by hand (in SQL of its own), and hold every bill against them, through a
 * year's end with another NIF, a move to the Canaries within a month, pounds, money back after the closing, and a month below zero.
 */

const world = testDatabase()
const { id: portalId, accountId } = portals.ninoLobo
const hugo = '54362315K'
const company = 'B43000025'

beforeAll(async () => {
  await emptied(world.database)
  await world.database.query(
    `insert into billing_agreement (id, account_id, text_version, text_hash, tax_id, series, person_name, address, at)
      values (gen_random_uuid(), $1, '2026-11', 'demo', $2, 2, 'Prueba', '127.0.0.1', '2020-01-01')`,
    [accountId, company],
  )
})

const sold = new Map<string, { placedAt: string; unitPrice: string; more: object }>()
async function sell(externalId: string, placedAt: string, unitPrice: string, more: object = {}) {
  sold.set(externalId, { placedAt, unitPrice, more })
  const artist = await as(world.database, 'artist')
  const { units = 1, ...rest } = more as { units?: number }
  const line = { id: '1', sku: 'SIN-PRODUCTO', name: 'Artículo', units, unitPrice }
  ok(
    await artist.orders.putOrder({
      ...{ portalId, externalId, placedAt, updatedAt: placedAt, currency: 'EUR' },
      ...{ ...rest, lines: [line] },
    }),
  )
}
/** Money back for one of them, told at its moment or later. */
async function back(externalId: string, at: string, amount: string, told = at) {
  const { placedAt, unitPrice, more } = sold.get(externalId) ?? { placedAt: at, unitPrice: '0', more: {} }
  const refunds = [{ id: `R-${at}`, at, lines: [{ id: '1', amount }] }]
  await sell(externalId, placedAt, unitPrice, { ...more, updatedAt: told, refunds })
}
const change = async (since: string, to: object) => {
  const staff = await as(world.database, 'billing')
  const { version, ...of } = ok(await staff.billing.getBillingInformation({ portalId }))
  const { givenName: _, firstSurname: _f, secondSurname: _s, retentionReason: _r, ...rest } = of
  ok(await staff.billing.updateBillingInformation({ ...rest, ...to, portalId, since } as never, { version }))
  await world.database.query('update billing_information set tax_id_shared = false where account_id = $1', [
    accountId,
  ])
}
/** The cents of a month, by raw lines: each commission's exact sum, rounded once (half away from zero, as numerics are). */
async function rawCents(month: string): Promise<number> {
  const rows = await world.database.query<{ cents: string }>(
    `select round(sum(net_micros * (100 - commission_pct) / 100) / 10000) as cents from order_line
      where portal_id = $1 and to_char(coalesce(owed_at, at) at time zone 'Europe/Madrid', 'YYYY-MM') = $2 group by commission_pct`,
    [portalId, month],
  )
  return rows.reduce((sum, { cents }) => sum + Number(cents), 0)
}
const half = (cents: number, pct: number) => Math.sign(cents) * Math.round((Math.abs(cents) * pct) / 100)
const billOf = async (billId: string) =>
  ok(await (await as(world.database, 'billing')).billing.getBill({ billId }))
/** What of a bill is in its own lines and what the ledger moved for it, by raw rows. */
async function raw(billId: string) {
  const [lines] = await world.database.query<{ cents: string }>(
    `select sum(amount_cents) as cents from bill_line where bill_id = $1`,
    [billId],
  )
  const [moved] = await world.database.query<{ cents: string }>(
    `select sum(case when "to" = 'payable' then amount_cents else -amount_cents end) as cents from ledger_entry
      where bill_id = $1 and 'payable' in ("from", "to")`,
    [billId],
  )
  return { lines: Number(lines?.cents), payable: Number(moved?.cents) }
}
async function holds(billId: string, of: { base: number; vat: number; withheld: number; taxId: string }) {
  const { totals, taxId } = await billOf(billId)
  const tax = half(of.base, of.vat)
  const withheld = half(of.base, of.withheld)
  expect({ ...totals, taxId }).toMatchObject({
    ...{ baseCents: of.base, taxCents: tax, retentionCents: withheld, taxId: of.taxId },
    ...{ totalCents: of.base + tax, payableCents: of.base + tax - withheld },
  })
  expect(await raw(billId)).toEqual({ lines: of.base, payable: of.base + tax - withheld })
}

test("a year's end with another NIF, a move within a month, pounds, late refunds: each bill is its raw lines", async () => {
  const { database } = world
  await sell('A', '2025-11-03T10:00:00Z', '33.33', { units: 3 })
  await sell('B', '2025-11-30T22:59:00Z', '19.99', { currency: 'GBP', currencyRate: '1.1575', units: 2 })
  await sell('C', '2025-11-30T23:30:00Z', '47.11')
  await holds(await issued(database, accountId, '2025-11'), {
    ...{ base: await rawCents('2025-11'), vat: 21, withheld: 15, taxId: hugo },
  })
  await sell('D', '2025-12-31T22:59:59Z', '88.87')
  await sell('E', '2025-12-31T23:00:00Z', '71.03', { units: 2 })
  await back('A', '2025-12-20T10:00:00Z', '33.33')
  await holds(await issued(database, accountId, '2025-12'), {
    ...{ base: await rawCents('2025-12'), vat: 21, withheld: 15, taxId: hugo },
  })

  // From New Year on the company has it; what is his of December and is told late is his.
  await change('2026-01-01', {
    ...{
      kind: 'company',
      taxId: company,
      legalName: 'Cruce, S. L.',
      holder: 'Cruce, S. L.',
      retention: 'none',
    },
  })
  const december = await rawCents('2025-12')
  await sell('F', '2025-12-15T10:00:00Z', '10.10')
  const late = (await rawCents('2025-12')) - december
  await sell('G', '2026-01-10T10:00:00Z', '25.00', { currency: 'GBP', currencyRate: '1.2001', units: 4 })
  await back('D', '2026-01-12T10:00:00Z', '88.87')
  const first = await issued(database, accountId, '2026-01')
  await holds(first, { base: late, vat: 21, withheld: 15, taxId: hugo })
  const second = await issued(database, accountId, '2026-01')
  await holds(second, { base: await rawCents('2026-01'), vat: 21, withheld: 0, taxId: company })
  expect((await billOf(second)).number).toMatch(/^LOBO-2-2026-00001$/)

  // In the middle of February it moves to the Canaries: the month is taxed as its last day was.
  await change('2026-02-15', {
    street: 'Calle Mar, 1',
    postcode: '35002',
    city: 'Las Palmas',
    province: 'Las Palmas',
    territory: 'canaries',
  })
  await sell('H', '2026-02-03T10:00:00Z', '60.61')
  await sell('I', '2026-02-27T10:00:00Z', '14.45', { units: 5 })
  const moved = await issued(database, accountId, '2026-02')
  await holds(moved, { base: await rawCents('2026-02'), vat: 0, withheld: 0, taxId: company })
  expect(await billOf(moved)).toMatchObject({ taxCase: 'fromCanaries', taxMention: 'reverseCharge' })

  // March is below zero, and comes off April to the cent.
  await back('H', '2026-03-05T10:00:00Z', '60.61')
  const march = await rawCents('2026-03')
  expect(march).toBeLessThan(0)
  expect(await closed(database, accountId, '2026-03')).toEqual({ left: 'negative' })
  await sell('J', '2026-04-05T10:00:00Z', '99.99', { units: 2 })
  const april = await issued(database, accountId, '2026-04')
  await holds(april, { base: (await rawCents('2026-04')) + march, vat: 0, withheld: 0, taxId: company })
  expect(await billOf(april)).toMatchObject({ periodFrom: '2026-03-01', period: '2026-04-01' })

  // All that was ever sold is on bills, and the books are zero.
  const [lines] = await database.query<{ cents: string }>(
    `select sum(l.amount_cents) as cents from bill_line l join bill b on b.id = l.bill_id
      where b.account_id = $1 and b.status = 'Approved'`,
    [accountId],
  )
  let all = 0
  for (const month of ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03', '2026-04'])
    all += await rawCents(month)
  expect(Number(lines?.cents)).toBe(all)
  expect((await books(database)).reduce((sum, { cents }) => sum + Number(cents), 0)).toBe(0)
})

test('what comes back of a month with VAT after the move corrects a bill that bore it, and comes off none without', async () => {
  const { database } = world
  const [staff, artist] = [await as(database, 'billing'), await as(database, 'artist')]
  const openCents = async () => {
    const [row] = await database.query<{ cents: string | null }>(
      `select sum(case when "to" = 'accrued' then amount_cents else -amount_cents end) as cents from ledger_entry
        where account_id = $1 and 'accrued' in ("from", "to")`,
      [accountId],
    )
    return Number(row?.cents ?? 0)
  }
  // Told after January was billed with VAT: money back of that month.
  const before = await rawCents('2026-01')
  await back('G', '2026-01-20T10:00:00Z', '25.00', '2026-05-02T10:00:00Z')
  const late = (await rawCents('2026-01')) - before
  expect(late).toBe(-2_400)
  await sell('K', '2026-05-05T10:00:00Z', '80.00')
  await holds(await issued(database, accountId, '2026-05'), {
    ...{ base: await rawCents('2026-05'), vat: 0, withheld: 0, taxId: company },
  })
  expect(await openCents()).toBe(0)
  const waiting = async () =>
    ok(await staff.billing.listAllBills({ q: 'Niño Lobo', status: 'Pending' })).items.filter(
      ({ corrective }) => corrective,
    )
  const [proposed] = await waiting()
  const corrective = await billOf(proposed?.id ?? '')
  expect(corrective).toMatchObject({
    ...{
      correction: { fault: 'returned', whole: false },
      taxCase: 'vat',
      period: '2026-01-01',
      taxId: company,
    },
    totals: { baseCents: -2_400, taxCents: -504, retentionCents: 0, payableCents: -2_904 },
  })
  expect(corrective.corrects?.number).toMatch(/^LOBO-2-2026-00001$/)
  // Sent back, what it was of is open again, and the next closing says it once more.
  const { version } = corrective
  ok(await artist.billing.disputeBill({ billId: corrective.id, reason: 'No lo veo' }, { version }))
  expect(await openCents()).toBe(-2_400)
  await sell('L', '2026-06-05T10:00:00Z', '10.00')
  await holds(await issued(database, accountId, '2026-06'), {
    ...{ base: await rawCents('2026-06'), vat: 0, withheld: 0, taxId: company },
  })
  const [again] = await waiting()
  const second = await billOf(again?.id ?? '')
  const done = ok(await artist.billing.approveBill({ billId: second.id }, { version: second.version }))
  expect(done).toMatchObject({ status: 'Approved', payment: 'unpaid', totals: { payableCents: -2_904 } })
  expect(await raw(done.id)).toEqual({ lines: -2_400, payable: -2_904 })
  expect(await openCents()).toBe(0)
  expect((await books(database)).reduce((sum, { cents }) => sum + Number(cents), 0)).toBe(0)
})

test('where no bill can be corrected by so much, it is carried forward as before', async () => {
  const { database } = world
  const before = await rawCents('2026-01')
  // More than is left of January's bill, and of no other with VAT of the company.
  await back('G', '2026-01-21T10:00:00Z', '75.00', '2026-07-02T10:00:00Z')
  expect((await rawCents('2026-01')) - before).toBeLessThan(0)
  await database.query(
    `update bill set payment = 'inRemittance' where account_id = $1 and tax->>'case' = 'vat' and corrects_id is null`,
    [accountId],
  )
  expect(await closed(database, accountId, '2026-07')).toEqual({ left: 'negative' })
  expect((await books(database)).reduce((sum, { cents }) => sum + Number(cents), 0)).toBe(0)
})
