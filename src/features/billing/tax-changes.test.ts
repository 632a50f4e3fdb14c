import { afterEach, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { asService, type Database } from '#platform/db.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { closeBill } from './server/close-bill.ts'
import { accountId, documentOf, issue, places, portalId, stand } from './test-taxes.ts'

const world = testDatabase()

afterEach(async () => {
  await stand(world.database, { from: 'madrid', reading: 'origin' })
  await world.database.query('update billing_information set since = null where account_id = $1', [accountId])
})

describe('what changes', () => {
  const today = dayOf(Date.now())
  const month = formatDay(startOfMonth(today))
  const lastMonth = formatDay(startOfMonth(today, -1))
  const day = (months: number, days: number) => formatDay(startOfMonth(today, months) + days)

  /** 1,000 € of last month and 500 € of this one, as sales are: without a rate of their own. */
  async function twoMonths(database: Database) {
    for (const [on, cents] of [
      [lastMonth, 100_000],
      [month, 50_000],
    ] as const)
      await database.query(
        `insert into ledger_entry (id, account_id, "from", "to", amount_cents, type, portal_id, month, commission_bp)
          values (gen_random_uuid(), $1, 'sales', 'accrued', $2, 'Income', $3, $4, 2000)`,
        [accountId, cents, portalId, on],
      )
  }
  async function move(database: Database, since: string, who: 'artist' | 'super' = 'artist') {
    const owner = await as(database, who)
    const { version, ...of } = ok(await owner.billing.getBillingInformation({ portalId }))
    const { retentionReason, retention, ...rest } = of
    const draft = { ...rest, retention: retention ?? 'none', retentionReason: retentionReason ?? '' }
    const [postcode, province] = places.lasPalmas
    return owner.billing.updateBillingInformation(
      { ...draft, portalId, postcode, province, city: 'Las Palmas', territory: 'canaries', since },
      { version },
    )
  }
  const closeOpen = async (database: Database) => {
    const staff = await as(database, 'billing')
    const [open] = await database.query<{ id: string; version: number }>(
      `select id, version from bill where account_id = $1 and status = 'Next' and type = 1`,
      [accountId],
    )
    return ok(await staff.billing.closeBill({ billId: open?.id ?? '' }, { version: open?.version ?? 0 }))
  }

  test('within a month, the whole of it is taxed as its last day was, and each regime has its own bill', async () => {
    const { database } = world
    await stand(database, { from: 'madrid' })
    await twoMonths(database)
    // In the days of grace somebody moves: what was sold before is billed from where they lived.
    ok(await move(database, month))
    const first = await closeOpen(database)
    expect(first).toMatchObject({ period: lastMonth, taxCase: 'vat' })
    expect(first.totals.taxCents).toBe(Math.round(first.totals.baseCents * 0.21))
    const second = await closeOpen(database)
    expect(second).toMatchObject({ period: month, taxCase: 'fromCanaries' })
    expect(second.totals.taxCents).toBe(0)
    expect(second.totals.baseCents).toBeGreaterThanOrEqual(50_000)
  })

  test('on a day within the month before, both months are of the new place', async () => {
    const { database } = world
    await stand(database, { from: 'madrid' })
    await twoMonths(database)
    // Of the month before a bill waits already.
    ok(await move(database, day(-1, 14), 'super'))
    const bill = await closeOpen(database)
    expect(bill).toMatchObject({ period: month, taxCase: 'fromCanaries' })
    expect(bill.totals.taxCents).toBe(0)
  })

  test('what was presented moves only by staff, and takes nothing along that nobody closed', async () => {
    const { database } = world
    await stand(database, { from: 'madrid' })
    await twoMonths(database)
    const staff = await as(database, 'billing')
    const closed = await database.transaction(asService('trial'), (tx) =>
      closeBill(tx, accountId, { through: lastMonth, now: new Date(), appOrigin: 'http://localhost' }),
    )
    const billId = 'closed' in closed ? closed.closed : ''
    const presented = ok(await staff.billing.getBill({ billId }))
    expect(presented).toMatchObject({ status: 'Pending', period: lastMonth, taxCase: 'vat' })
    // Something of that month comes late, and nobody has closed it.
    await twoMonths(database)
    expect(await move(database, day(-1, 9))).toMatchObject({
      error: { fields: { since: expect.any(String) } },
    })
    expect(ok(await staff.billing.getBill({ billId })).totals).toEqual(presented.totals)
    ok(await move(database, day(-1, 9), 'super'))
    const [again] = await database.query<{ id: string }>(
      `select id from bill where account_id = $1 and type = 1 and status = 'Pending' and period = $2 order by closed_at desc limit 1`,
      [accountId, lastMonth],
    )
    expect(ok(await staff.billing.getBill({ billId: again?.id ?? '' }))).toMatchObject({
      ...{ taxCase: 'fromCanaries', totals: { baseCents: presented.totals.baseCents, taxCents: 0 } },
    })
    await closeOpen(database)
  })

  test('an open bill of two regimes comes to what the bills of both will', async () => {
    const { database } = world
    await stand(database, { from: 'madrid' })
    await twoMonths(database)
    ok(await move(database, month))
    const owner = await as(database, 'artist')
    const next = ok(await owner.billing.getBilling({ portalId })).next
    const open = ok(await owner.billing.getBill({ billId: next?.id ?? '' }))
    const [first, second] = [await closeOpen(database), await closeOpen(database)]
    expect(open.totals.taxCents).toBe(first.totals.taxCents + second.totals.taxCents)
    expect(first.totals.taxCents).toBeGreaterThan(0)
    expect(open.totals.payableCents).toBe(first.totals.payableCents + second.totals.payableCents)
    expect(next?.payableCents).toBe(open.totals.payableCents)
    expect(open.lines.map(({ month: of, taxBp }) => [of, taxBp])).toEqual(
      expect.arrayContaining([
        [lastMonth, 2_100],
        [month, 0],
      ]),
    )
  })

  test('a rate from a day on changes only what accrues from then on', async () => {
    const { database } = world
    await stand(database, { from: 'madrid' })
    await twoMonths(database)
    const staff = await as(database, 'super')
    ok(await staff.billing.setRate({ key: 'default', bp: 2_200, validFrom: month }))
    const bill = await closeOpen(database)
    expect(bill.totals.groups.map(({ taxBp }) => taxBp)).toEqual([2_200, 2_100])
    const old = bill.totals.groups.find(({ taxBp }) => taxBp === 2_100)
    expect(old?.earnedCents).toBeGreaterThanOrEqual(100_000)
  })

  test('a reading or a place that changes later leaves what was issued as it was', async () => {
    const { database } = world
    await stand(database, { from: 'lasPalmas' })
    const bill = await issue(database)
    const before = await Promise.all(
      (['pdf', 'csv', 'facturae', 'verifactu'] as const).map((format) =>
        documentOf(database, bill.id, format),
      ),
    )
    await stand(database, { from: 'madrid', to: 'lasPalmas', reading: 'destination' })
    expect((await documentOf(database, bill.id, 'facturae')).equals(before[2] as Buffer)).toBe(true)
    expect((await documentOf(database, bill.id, 'verifactu')).equals(before[3] as Buffer)).toBe(true)
    const staff = await as(database, 'billing')
    expect(ok(await staff.billing.getBill({ billId: bill.id }))).toMatchObject({
      taxCase: 'fromCanaries',
      totals: bill.totals,
    })
    await expect(database.query('update bill set tax = null where id = $1', [bill.id])).rejects.toThrow()
  })

  test('what the table has no case for waits, and is said', async () => {
    const { database } = world
    await stand(database, { from: 'madrid', to: 'lasPalmas', supply: 'authorship' })
    await twoMonths(database)
    const staff = await as(database, 'billing')
    const { next } = ok(await staff.billing.getBilling({ portalId }))
    expect(next?.blocked).toEqual(['taxCase'])
    expect(
      failureCode(await staff.billing.closeBill({ billId: next?.id ?? '' }, { version: next?.version ?? 0 })),
    ).toBe('billing.noTaxCase')
    const boss = await as(database, 'super')
    const { ibanMasked: _, ...provider } = ok(await boss.billing.getProvider({}))
    expect(
      await boss.billing.setProvider({ ...provider, postcode: '51001', province: 'Ceuta' }),
    ).toMatchObject({ error: { fields: { postcode: expect.any(String) } } })
    ok(await boss.billing.setProvider({ ...provider, taxReading: 'destination' }))
    expect(ok(await boss.billing.getProvider({}))).toMatchObject({ taxReading: 'destination' })
    // Who changes something else and does not name it leaves it as it is.
    const { taxReading: _reading, ...others } = provider
    ok(await boss.billing.setProvider(others))
    expect(ok(await boss.billing.getProvider({}))).toMatchObject({ taxReading: 'destination' })
  })
})
