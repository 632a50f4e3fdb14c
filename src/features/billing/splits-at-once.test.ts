import { expect, test } from 'vitest'
import { failureCode, isFailure } from '#client.ts'
import { shopifyOrder } from '#features/connectors/test-orders.ts'
import { todayPlus } from '#platform/windows.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, portals } from '#testing/world/cast.ts'
import { accrueSales } from './server/accrue-sales.ts'
import { books, nextOf } from './test-bills.ts'
import { at, shopSecret, tell } from './test-shop-sales.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const today = todayPlus(new Date())
const sides = [portalId, portals.bajamar.id, portals.orquestaPoniente.id]

test('those who share close, are sent back and get costs at once, and no cent is on two bills', async () => {
  const { database } = world
  const staff = await as(database, 'billing')
  const owner = await as(database, 'artist')
  const { connector } = ok(
    await owner.connectors.createConnector({
      ...{ portalId, kind: 'shopify', name: 'Tienda', secret: shopSecret },
    }),
  )
  ok(
    await staff.billing.createSplit({
      ...{ portalId, validFrom: today, payer: 'provider' },
      parties: [
        { accountId: accounts.ninoLobo.id, shareBp: 3_334 },
        { accountId: accounts.bajamar.id, shareBp: 3_333 },
        { accountId: accounts.orquestaPoniente.id, shareBp: 3_333 },
      ],
    }),
  )
  const file = { name: 'f.pdf', content: Buffer.from('%PDF-1.4\n%%EOF').toString('base64') }
  for (let round = 0; round < 4; round++) {
    await tell(database, connector.id, [shopifyOrder(`#C${round}`, { id: 41_000 + round, ...at(today) })])
    const close = async (side: string) => {
      const { id: billId, version } = await nextOf(database, 'staff', side)
      return staff.billing.closeBill({ billId }, { version })
    }
    const cost = (side: number) =>
      staff.billing.createCost({
        ...{ portalId, accountId: accounts[(['ninoLobo', 'bajamar'] as const)[side] ?? 'bajamar'].id },
        ...{ kind: 'other', day: today, amountCents: 700 + round, description: 'Coste', file },
      })
    const answers = await Promise.all([
      ...sides.map(close),
      ...[0, 1].map(cost),
      // All of them at once, in whatever order they come.
      ...[...sides].reverse().map(close),
      accrueSales(database).then(() => null),
    ])
    // Whoever comes second meets what has changed; on a slow machine somebody gives up waiting, and tries again.
    const told = ['stale', 'billing.notOpen', 'billing.nothingOpen', 'unavailable']
    for (const answer of answers)
      if (answer && isFailure<unknown>(answer)) expect(told).toContain(failureCode(answer))
    await accrueSales(database)
    const [found] = await database.query<{ moved: string; lines: string; recouped: string }>(
      `select coalesce((select sum(case when "to" = 'held' then amount_cents else -amount_cents end) from ledger_entry
          where split_id is not null and 'held' in ("from", "to")), 0) as moved,
        coalesce((select sum(l.amount_cents) from bill_line l join bill b on b.id = l.bill_id
          where l.split_id is not null and b.status = 'Pending'), 0) as lines,
        coalesce((select sum(amount_cents) from ledger_entry where "from" = 'recouped'), 0) as recouped`,
    )
    expect(found?.moved).toBe(found?.lines)
    expect(Number(found?.recouped)).toBe(0)
    // Nobody waited for somebody who waited for them.
    if (database.kind === 'postgres')
      expect(
        await database.query(
          `select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`,
        ),
      ).toEqual([{ deadlocks: 0 }])
    expect((await books(database)).reduce((all, { cents }) => all + Number(cents), 0)).toBe(0)
  }
}, 240_000)
