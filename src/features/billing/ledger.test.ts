import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { asService, rows } from '#platform/db.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { accrueDue, accrueSales } from './server/accrue-sales.ts'
import { closeMonths, monthToClose } from './server/close-months.ts'
import { books, nextOf } from './test-bills.ts'

const world = testDatabase()

describe('the ledger', () => {
  test('holds what the order lines come to, and a second run adds nothing', async () => {
    const { database } = world
    await accrueSales(database)
    const [due] = await database.query<{ n: number }>('select count(*)::int as n from accrual_due')
    expect(due?.n).toBe(0)
    const posted = await database.query<{ portal_id: string; cents: string }>(
      `select portal_id, sum(amount_cents) as cents from ledger_entry where micros is not null group by 1`,
    )
    expect(posted.length).toBeGreaterThan(3)
    for (const { portal_id, cents } of posted) {
      const [lines] = await database.query<{ micros: string; groups: number }>(
        `select sum(income_micros) as micros, count(distinct commission_pct)::int * 4 as groups from order_line where portal_id = $1`,
        [portal_id],
      )
      // Each month, rate and kind is rounded once.
      expect(Math.abs(Number(cents) - Number(lines?.micros) / 10_000)).toBeLessThan(lines?.groups ?? 0)
    }
    const [before] = await database.query<{ n: number }>('select count(*)::int as n from ledger_entry')
    await database.query(
      `insert into accrual_due (portal_id, month) select portal_id, date_trunc('month', at)::date from order_line`,
    )
    await accrueSales(database)
    const [after] = await database.query<{ n: number }>('select count(*)::int as n from ledger_entry')
    expect(after).toEqual(before)
  })

  test('follows lines that change or go, and is zero together', async () => {
    const { database } = world
    const sum = async () => {
      await accrueSales(database)
      const [row] = await database.query<{ cents: string }>(
        `select sum(amount_cents) as cents from ledger_entry where micros is not null and portal_id = $1`,
        [portals.claraVentisca.id],
      )
      return Number(row?.cents)
    }
    const before = await sum()
    await database.query(
      `update order_line set income_micros = income_micros + 5000000
       where ctid = (select ctid from order_line where portal_id = $1 limit 1)`,
      [portals.claraVentisca.id],
    )
    expect(await sum()).toBe(before + 500)
    const total = (await books(database)).reduce((all, { cents }) => all + Number(cents), 0)
    expect(total).toBe(0)
  })

  test('is only ever added to', async () => {
    await expect(world.database.query('update ledger_entry set amount_cents = 1')).rejects.toThrow()
    await expect(world.database.query('delete from ledger_entry')).rejects.toThrow()
  })

  test('opens down to order lines that come to the line', async () => {
    const { database } = world
    const label = await as(database, 'label')
    const next = await nextOf(database, 'label', portals.bajamar.id)
    const bill = ok(await label.billing.getBill({ billId: next.id }))
    const automatic = bill.lines.filter(({ opens }) => opens)
    expect(automatic.length).toBeGreaterThan(0)
    // A label's bill holds the sales of all its portals.
    expect(new Set(automatic.map(({ portal }) => portal?.name)).size).toBeGreaterThan(1)
    for (const line of automatic) {
      const orders = ok(await label.billing.listLineOrders({ billId: bill.id, position: line.position }))
      expect(orders.sumCents).toBe(line.amountCents)
      expect(orders.total).toBeGreaterThan(0)
    }
  })
})

describe('the closing of months', () => {
  test('comes after five days of grace, by the clock of Madrid', () => {
    expect(monthToClose(new Date('2026-11-05T22:59:00Z'))).toBe('2026-09-01')
    expect(monthToClose(new Date('2026-11-05T23:01:00Z'))).toBe('2026-10-01')
    expect(monthToClose(new Date('2026-07-05T22:01:00Z'))).toBe('2026-06-01')
    expect(monthToClose(new Date('2027-01-03T12:00:00Z'))).toBe('2026-11-01')
  })

  test('closes each account once, catches up, and leaves what is of this month', async () => {
    const { database } = world
    const first = formatDay(startOfMonth(dayOf(Date.now())))
    const [before] = await database.query<{ n: number }>(
      `select count(*)::int as n from bill where status = 'Pending'`,
    )
    // Two months on, with nobody having run it meanwhile.
    const now = new Date(
      Date.parse(`${formatDay(startOfMonth(dayOf(Date.now()), 2))}T12:00:00Z`) + 6 * 86_400_000,
    )
    const told: [number, number][] = []
    const progress = (done: number, of: number) => void told.push([done, of])
    const closed = await closeMonths(database, { now, appOrigin: 'http://localhost', progress })
    expect(closed).toBeGreaterThan(0)
    // How far it is, now and then, and once all are looked at.
    expect(told).toEqual([[expect.any(Number), told[0]?.[0]]])
    expect(told[0]?.[0]).toBeGreaterThanOrEqual(closed)
    expect(await closeMonths(database, { now, appOrigin: 'http://localhost' })).toBe(0)
    const pending = await database.query<{ period: string }>(
      `select period::text from bill where status = 'Pending'`,
    )
    expect(pending.length).toBe((before?.n ?? 0) + closed)
    expect(pending.map(({ period }) => period)).toContain(first)
  })

  test('what is owed to the house goes on in the month of its closing, once', async () => {
    const { database } = world
    const staff = await as(database, 'billing')
    const { id: billId } = await nextOf(database, 'staff', portals.orquestaPoniente.id)
    const { totals } = ok(await staff.billing.getBill({ billId }))
    const charge = { type: 'Extra' as const, description: 'Taller', reason: 'Cargo' }
    ok(await staff.billing.addLine({ billId, ...charge, amountCents: -(totals.earnedCents + 2_500) }))
    const start = (months: number) => formatDay(startOfMonth(dayOf(Date.now()), months))
    const from = start(0)
    const carriedTo = start(3)
    for (const month of [carriedTo, start(4)]) {
      const now = new Date(Date.parse(`${month}T12:00:00Z`) + 6 * 86_400_000)
      await closeMonths(database, { now, appOrigin: 'http://localhost' })
      const { lines, status } = ok(await staff.billing.getBill({ billId }))
      expect(status).toBe('Next')
      expect(lines).toMatchObject([
        { type: 'Adjustment', amountCents: -2_500, month: carriedTo, reference: from.slice(0, 7) },
      ])
    }
    const total = (await books(database)).reduce((all, { cents }) => all + Number(cents), 0)
    expect(total).toBe(0)
  })
})

test('while what was sold comes in, nobody else moves the money of its account', async () => {
  const { database } = world
  const { id: portalId, accountId } = portals.ninoLobo
  const held = (only?: string) =>
    database.transaction(asService('trial'), async (tx) => {
      await tx.execute(sql`insert into accrual_due (portal_id, month) values (${portalId}, date_trunc('month', now())::date)
        on conflict do nothing`)
      expect(await accrueDue(tx, only)).toBeGreaterThan(0)
      const [locks] = await rows<{ own: boolean }>(
        tx,
        sql`select exists (select from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid()
          and ((classid::bigint << 32) | objid::bigint) = hashtextextended(${`billing ${accountId}`}, 0)) as own`,
      )
      return locks?.own
    })
  expect(await held()).toBe(true)
  // Who brings in one account's has locked it before, and asks for no lock out of turn.
  expect(await held(accountId)).toBe(false)
})
