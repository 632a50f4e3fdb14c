import { performance } from 'node:perf_hooks'
import { accrueSales } from '#features/billing/server/accrue-sales.ts'
import { addLine } from '#features/billing/server/add-line.ts'
import { closeBill, ensureNext, lockBill } from '#features/billing/server/close-bill.ts'
import { closeMonths, monthToClose } from '#features/billing/server/close-months.ts'
import { writeProvider } from '#features/billing/server/settings.ts'
import { asService, type Database } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { startCluster } from '#testing/postgres.ts'
import type { Figure } from './figures.ts'

const accounts = Number(process.env.BENCH_ACCOUNTS ?? 5_000)
const linesEach = 1_000
const now = new Date('2026-11-07T09:00:00Z')
const most = 5 * 60
const idle = '00000000-0000-7000-8000-000000000001'

/** Closing the month of 5,000 accounts with 5,000,000 order lines that nobody has added up yet, while others work. */
export async function benchBillingClose(): Promise<Figure[] | undefined> {
  const cluster = await startCluster('-c max_wal_size=4GB -c shared_buffers=256MB')
  if (!cluster) return undefined
  const database = await openDatabase({ url: cluster.url('postgres'), folder: '' })
  try {
    await migrate(database)
    await fill(database)
    return await close(database)
  } finally {
    await database.close()
    cluster.stop()
  }
}

/** Each account with its portal, who is paid, and a thousand lines of the month that is closed. */
async function fill(database: Database): Promise<void> {
  const { query } = database
  await query(`insert into account (id, name, type, organisation_type)
    select md5('account ' || n)::uuid, 'Account ' || n, 'simple', 2 from generate_series(1, ${accounts}) n`)
  await query(`insert into portal (id, account_id, code, name, custom_url, master)
    select md5('portal ' || n)::uuid, md5('account ' || n)::uuid, 'P' || lpad(n::text, 6, '0'), 'Portal ' || n,
      'portal-' || n, true from generate_series(1, ${accounts}) n`)
  await query(`insert into billing_information (account_id, legal_name, kind, tax_id, street, postcode, city, province,
      iban, holder, territory, retention_bp, email)
    select md5('account ' || n)::uuid, 'Account ' || n, 'person', '54362315K', 'Calle Olmo, 7', '28012', 'Madrid',
      'Madrid', 'ES1720852066623456789011', 'Account ' || n, 'peninsula', 1500, 'account' || n || '@bench.test'
    from generate_series(1, ${accounts}) n`)
  await database.transaction(asService('trial'), (tx) =>
    writeProvider(tx, {
      ...{ legalName: 'Provider', taxId: 'B58378431', street: 'Calle', postcode: '08018', city: 'Barcelona' },
      ...{ province: 'Barcelona', iban: 'ES9121000418450200051332' },
    }),
  )
  await query(`insert into account (id, name) values ('${idle}', 'Nothing sold')`)
  await database.transaction(asService('trial'), (tx) => ensureNext(tx, idle))
  // What the statement's own checks and triggers would do for each row is done once, below.
  for (const table of ['"order"', 'order_line']) await query(`alter table ${table} disable trigger all`)
  const kept = await query<{ definition: string; name: string }>(
    `select indexdef as definition, indexname as name from pg_indexes
     where tablename in ('order', 'order_line') and indexdef not like '%UNIQUE%'`,
  )
  for (const { name } of kept) await query(`drop index ${name}`)
  const chunk = 250
  for (let from = 1; from <= accounts; from += chunk) {
    const portals = `generate_series(${from}, ${Math.min(from + chunk - 1, accounts)}) n`
    const at = `timestamptz '2026-10-01 00:00+02' + make_interval(secs => o * 13391)`
    await query(`insert into "order" (portal_id, id, source, external_id, placed_at, currency, batch_id)
      select md5('portal ' || n)::uuid, md5(n || ' ' || o)::uuid, 'bench', o::text, ${at}, 'EUR', md5('batch')::uuid
      from ${portals}, generate_series(0, ${linesEach / 5 - 1}) o`)
    await query(`insert into order_line (portal_id, order_id, kind, ordinal, at, sku_id, units, orders, gross_amount,
        net_amount, tax_amount, currency, currency_rate, gross_micros, discounts_micros, refunds_micros, net_micros,
        tax_micros, income_micros, commission_pct, batch_id)
      select md5('portal ' || n)::uuid, md5(n || ' ' || o)::uuid, 'sale', l, ${at}, md5('sku ' || l)::uuid, 1,
        (l = 0)::int, c / 100.0, c / 100.0, 0, 'EUR', 1, c * 10000, 0, 0, c * 10000, 0,
        (c * 10000 * (1 - p / 100.0))::bigint - case when l = 4 then 3000000 else 0 end, p, md5('batch')::uuid
      from ${portals}, generate_series(0, ${linesEach / 5 - 1}) o, generate_series(0, 4) l,
        lateral (select 500 + (n * 31 + o * 7 + l * 13) % 4000 as c, case when l = 3 then 10 else 20 end as p) x`)
  }
  for (const { definition } of kept) await query(definition)
  for (const table of ['"order"', 'order_line']) await query(`alter table ${table} enable trigger all`)
  await query(`insert into accrual_due (portal_id, month) select id, '2026-10-01' from portal`)
  for (const table of ['"order"', 'order_line', 'portal', 'account', 'billing_information'])
    await query(`analyze ${table}`)
}

async function close(database: Database): Promise<Figure[]> {
  const others = bystanders(database)
  const memory = setInterval(() => {
    rss = Math.max(rss, process.memoryUsage().rss)
  }, 50)
  let rss = 0
  const cpu = process.cpuUsage()
  const started = performance.now()
  await accrueSales(database)
  const accrued = (performance.now() - started) / 1_000
  const closed = await closeMonths(database, { now, appOrigin: 'http://localhost' })
  const seconds = (performance.now() - started) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(memory)
  const waits = await others.stop()
  const [check] = await database.query<{ bills: number; lines: number; cents: string; sold: string }>(
    `select (select count(*)::int from bill where status = 'Pending' and period = $1) as bills,
       (select count(*)::int from bill_line) as lines,
       (select sum(amount_cents) from bill_line where type in ('Income', 'On demand')) as cents,
       (select sum(c) from (select round(sum(net_micros * (1 - commission_pct / 100)) / 10000)
            + round(sum(income_micros - net_micros * (1 - commission_pct / 100)) / 10000) as c
          from order_line where batch_id = md5('batch')::uuid group by portal_id, commission_pct) x) as sold`,
    [monthToClose(now)],
  )
  if (closed !== accounts || check?.bills !== accounts)
    throw new Error(`Closed ${closed} of ${accounts}, ${check?.bills} bills`)
  if (check.cents !== check.sold)
    throw new Error(`The bills hold ${check.cents} cents, sold were ${check.sold}`)
  const name = `Closing ${accounts.toLocaleString('en')} accounts with ${(accounts * linesEach).toLocaleString('en')} order lines`
  return [
    { what: name, value: seconds, unit: 's', limit: `≤ ${most} s`, met: seconds <= most },
    { what: '  of it adding up the order lines', value: accrued, unit: 's' },
    { what: '  CPU of the program', value: (user + system) / 1e6, unit: 's' },
    {
      what: '  memory of the program (RSS)',
      value: rss / 1e6,
      unit: 'MB',
      limit: '≤ 500 MB',
      met: rss <= 500e6,
    },
    {
      ...{ what: '  longest that somebody else waited', value: Math.max(...waits), unit: 'ms' },
      ...{ limit: '≤ 1,000 ms', met: Math.max(...waits) <= 1_000 },
    },
    {
      what: '  half of the others waited less than',
      value: waits.sort((a, b) => a - b)[waits.length >> 1] ?? 0,
      unit: 'ms',
    },
  ]
}

/** Somebody who adds lines to open bills, somebody whose order lines come in, and somebody who closes by hand, all the while. */
function bystanders(database: Database): { stop: () => Promise<number[]> } {
  const waits: number[] = []
  let going = true
  const timed = async (run: () => Promise<unknown>) => {
    const started = performance.now()
    await run()
    waits.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const pick = (at: number) => 1 + ((at * 7_919) % accounts)
  const line = { type: 'Extra', description: 'Meanwhile', amountCents: 100, reason: 'Bench' } as const
  const staff = async () => {
    for (let at = 0; going; at++)
      await timed(() =>
        database.transaction(asService('trial'), async (tx) => {
          const open = await tx.execute(
            `select b.id from bill b where b.account_id = md5('account ${pick(at)}')::uuid and b.type = 1 and b.status = 'Next'`,
          )
          const id = (open as unknown as { rows: { id: string }[] }).rows[0]?.id
          const row = id ? await lockBill(tx, id) : undefined
          if (row?.status === 'Next') await addLine(tx, row, line, now)
        }),
      )
  }
  const shop = async () => {
    for (let at = 0; going; at++)
      await timed(() =>
        database.query(
          `insert into order_line select portal_id, order_id, 'refund', ordinal, now(), sku_id, product_id, variant_id, category,
             0, 0, 0, 0, 0, currency, currency_rate, 0, 0, 0, 0, 0, 0, commission_pct, md5('meanwhile')::uuid
           from order_line where portal_id = md5('portal ${pick(at)}')::uuid and kind = 'sale' limit 1 on conflict do nothing`,
        ),
      )
  }
  // One that has nothing to close yet: it takes the locks of a closing, and is told so.
  const closing = async () => {
    for (; going; )
      await timed(() =>
        database.transaction(asService('trial'), (tx) =>
          closeBill(tx, idle, { through: monthToClose(now), now, appOrigin: 'http://localhost' }),
        ),
      )
  }
  const both = Promise.all([staff(), shop(), closing()])
  return {
    stop: async () => {
      going = false
      await both
      return waits
    },
  }
}
