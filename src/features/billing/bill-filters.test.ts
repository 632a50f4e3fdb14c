import { beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { closed, emptied, issued } from '#testing/bills-everywhere.ts'
import { testDatabase } from '#testing/database.ts'
import { everyRow, expectFilters, holds, type Meanings, saysNothing } from '#testing/every-row.ts'
import { accounts, portals } from '#testing/world/cast.ts'
import type { BillHead, OwnBillHead } from './bill-shapes.ts'
import { billStatuses, paymentFilters } from './choices.ts'
import { accrueSales } from './server/accrue-sales.ts'

const world = testDatabase()
type Query = Omit<Parameters<Api['billing']['listAllBills']>[0], 'page'>
type Shared = Pick<Query, 'status' | 'payment' | 'period'>

const isOpen = ({ status, payment }: BillHead) =>
  status === 'Approved' && (payment === 'unpaid' || payment === 'returned')
const shared: Meanings<Shared, BillHead> = {
  status: (status, row) => row.status === status,
  payment: (payment, row) =>
    payment === 'open' ? isOpen(row) : row.status === 'Approved' && row.payment === payment,
  period: (period, row) =>
    row.period !== null && (row.periodFrom ?? row.period) <= `${period}-01` && `${period}-01` <= row.period,
}
const named = [
  ...billStatuses.map((status) => ({ status })),
  ...paymentFilters.map((payment) => ({ payment })),
]
const monthsOf = (rows: readonly BillHead[]) => {
  const several = rows.find(({ periodFrom, period }) => periodFrom !== null && periodFrom !== period)
  const found = [several?.periodFrom, several?.period, ...rows.slice(0, 5).map(({ period }) => period)]
  return [...new Set(found.flatMap((day) => (day ? [{ period: day.slice(0, 7) }] : [])))].slice(0, 3)
}

/** Bills of years, states and payments, all made the usual way but for what became of them. */
beforeAll(async () => {
  const { database } = world
  await emptied(database)
  const staff = await as(database, 'super')
  const sell = async (portalId: string, month: string) => {
    const line = { id: '1', sku: 'SUELTO', name: 'Pegatina', units: 1, unitPrice: '121.00', tax: '21.00' }
    const placedAt = `${month}-10T10:00:00Z`
    const order = { portalId, externalId: `B-${month}`, placedAt, updatedAt: placedAt, currency: 'EUR' }
    ok(await staff.orders.putOrder({ ...order, lines: [line] }))
  }
  const become = (id: string, what: string) => database.query(`update bill set ${what} where id = $1`, [id])
  const left = { '2025-11': 'unpaid', '2025-12': 'returned', '2026-01': 'inRemittance', '2026-02': 'paid' }
  for (const [month, payment] of Object.entries(left)) {
    await sell(portals.ninoLobo.id, month)
    await become(await issued(database, accounts.ninoLobo.id, month), `payment = '${payment}'`)
  }
  // One bill of two months, a part of which charges have settled.
  for (const month of ['2026-03', '2026-04']) await sell(portals.ninoLobo.id, month)
  await become(await issued(database, accounts.ninoLobo.id, '2026-04'), 'offset_cents = 700')
  for (const [month, what] of [
    ['2026-01', `payment = 'paid'`],
    ['2026-02', `status = 'Cancelled'`],
  ] as const) {
    await sell(portals.hotelLevante.id, month)
    await become(await issued(database, accounts.bajamar.id, month), what)
  }
  await sell(portals.hotelLevante.id, '2026-03')
  const waits = await closed(database, accounts.bajamar.id, '2026-03')
  await become('closed' in waits ? waits.closed : '', `own_number = 'Propia 00001'`)
  // Nobody may be billed for whose agreement has ended.
  await database.query('update billing_agreement set withdrawn_at = now() where account_id = $1', [
    accounts.bajamar.id,
  ])
  await sell(portals.ninoLobo.id, '2026-05')
  await accrueSales(database)
  for (const status of ['Pending', 'Cancelled'])
    await database.query(
      `insert into bill (id, account_id, type, status, amount_cents, reason) values (gen_random_uuid(), $1, 2, $2, 5000, 'Disco')`,
      [accounts.ninoLobo.id, status],
    )
}, 60_000)

describe('bills of all accounts', () => {
  let rows: BillHead[] = []
  let api: Api
  const ask = (query: Query) => everyRow(api.billing.listAllBills, query)
  beforeAll(async () => {
    api = await as(world.database, 'billing')
    rows = await ask({})
  })
  const means: Meanings<Query, BillHead> = {
    ...shared,
    q: (q, row) => holds(row.account.name, q) || holds(row.number, q),
    type: (type, row) => String(row.type) === type,
    blocked: (_, row) => row.blocked.length > 0,
  }

  test('are what the filters say, each by itself and each with another', async () => {
    const values: Query[] = [
      ...named,
      ...monthsOf(rows),
      ...['lobo', 'NIÑO', '2026-0000', 'bajamar', '%'].map((q) => ({ q })),
      ...(['1', '2'] as const).map((type) => ({ type })),
      { blocked: '1' },
    ]
    await expectFilters(rows, values, means, ask)
    expect(saysNothing(rows, values, means)).toEqual([{ q: '%' }])
  })

  test('come to what is open of those that were found', async () => {
    const { billing } = await as(world.database, 'billing')
    for (const query of [
      {},
      { payment: 'open' },
      { payment: 'paid' },
      { q: 'lobo' },
      { type: '2' },
      { blocked: '1' },
    ] as Query[]) {
      const wanted = (await ask(query))
        .filter(isOpen)
        .reduce((sum, { payableCents }) => sum + payableCents, 0)
      expect([query, ok(await billing.listAllBills(query)).sumPayableCents]).toEqual([query, wanted])
    }
  })

  test('stand by what they wait for, then by their month, then by name', () => {
    const place = ({ status }: BillHead) => (status === 'Pending' ? 0 : status === 'Next' ? 1 : 2)
    expect(rows.map(place)).toEqual(rows.map(place).toSorted())
    for (const at of [0, 2]) {
      const months = rows.filter((row) => place(row) === at && row.period).map(({ period }) => period ?? '')
      expect(months).toEqual(months.toSorted().reverse())
    }
  })

  test('open ones are left out where nothing is on them', async () => {
    const begun = await world.database.query<{ id: string }>(
      `select b.id from bill b where b.status <> 'Next' or b.type = 2 or exists
        (select from ledger_entry e where e.account_id = b.account_id)`,
    )
    expect(rows.map(({ id }) => id).toSorted()).toEqual(begun.map(({ id }) => id).toSorted())
    const [{ count } = { count: 0 }] = await world.database.query<{ count: number }>(
      'select count(*)::int as count from bill',
    )
    expect(count).toBeGreaterThan(rows.length)
  })
})

describe.each(['bajamar', 'ninoLobo'] as const)('bills of the account of %s', (key) => {
  const { id: portalId } = portals[key]
  type OwnQuery = Omit<Parameters<Api['billing']['listBills']>[0], 'page' | 'portalId'>
  const ask = async (query: OwnQuery) =>
    everyRow((await as(world.database, 'billing')).billing.listBills, { portalId, ...query })

  test('are what the filters say, with the sums of what is still to be paid', async () => {
    const rows = await ask({})
    expect(rows.length).toBeGreaterThan(1)
    const raw = await world.database.query<{ id: string; own: string | null; year: number; due: number }>(
      `select id, own_number as own, extract(year from coalesce(period, (created_at at time zone 'UTC')::date))::int as year,
        (coalesce((totals->>'payableCents')::int, 0) - offset_cents)::int as due from bill`,
    )
    const of = new Map(raw.map((row) => [row.id, row]))
    const means: Meanings<OwnQuery, OwnBillHead> = {
      ...shared,
      q: (q, row) => holds(row.number, q) || holds(of.get(row.id)?.own, q),
      year: (year, row) => of.get(row.id)?.year === year,
    }
    const years = [...new Set(rows.map(({ id }) => of.get(id)?.year ?? 0))].toSorted((a, b) => b - a)
    const values: OwnQuery[] = [
      ...named,
      ...monthsOf(rows),
      ...['00001', '%'].map((q) => ({ q })),
      ...years.map((year) => ({ year })),
      { year: 2019 },
    ]
    await expectFilters(rows, values, means, ask as never)
    const { billing } = await as(world.database, 'billing')
    for (const query of [{}, ...values]) {
      const told = ok(await billing.listBills({ portalId, ...query }))
      const approved = (await ask(query)).filter(({ status }) => status === 'Approved')
      const sum = (some: readonly BillHead[]) => some.reduce((all, { id }) => all + (of.get(id)?.due ?? 0), 0)
      expect([query, told.sumPayableCents, told.sumAtBankCents, told.years]).toEqual([
        query,
        sum(approved.filter(isOpen)),
        sum(approved.filter(({ payment }) => payment === 'inRemittance')),
        years,
      ])
    }
    // The open one first, then the newest.
    expect(rows.map(({ status }) => status !== 'Next')).toEqual(rows.map((_, at) => at > 0))
    const months = rows.slice(1).map(({ period }) => period ?? '')
    expect(months).toEqual(months.toSorted().reverse())
  })
})
