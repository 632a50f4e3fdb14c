import { sql } from 'drizzle-orm'
import { owedIn } from '#features/orders/server/owed-from.ts'
import { uuidV7 } from '#platform/bulk.ts'
import { asService, type Database, elevated, rows, type Tx } from '#platform/db.ts'
import { lockAccount } from './ledger.ts'

/** Portals and months taken from the queue at a time; who does something with one of their accounts waits that long. */
const batch = 25

/**
 * Brings the ledger up to the order lines: for each portal, month, commission and kind it holds exactly the rounded sum
 * of them, and what is missing or too much is added as an entry of its own. So lines that come late, leave with an
 * undone import or change with a corrected SKU need no case of their own, and a repeated run adds nothing.
 * Answers how many months of portals were looked at.
 */
export async function accrueSales(database: Database): Promise<number> {
  let seen = 0
  for (;;) {
    const taken = await database.transaction(asService('job'), (tx) => accrueDue(tx))
    seen += taken
    if (taken < batch) return seen
  }
}

/**
 * The same inside an open transaction, for a part of what is due; `only` one account, and all of it. Freezing changes
 * the same balances: each account's lock is held, taken in the order of the accounts as everywhere.
 */
export async function accrueDue(tx: Tx, only?: string): Promise<number> {
  return elevated(tx, 'ownAccount', async () => {
    await tx.execute(sql`drop table if exists due_month`)
    await tx.execute(
      sql`create temporary table due_month on commit drop as
        select distinct d.portal_id, d.month, p.account_id from accrual_due d join portal p on p.id = d.portal_id
        where ${isDue} ${only ? sql.raw(`and p.account_id = '${only}'`) : sql.raw(`limit ${batch}`)}`,
    )
    const accounts = await rows<{ id: string }>(
      tx,
      sql`select distinct account_id as id from due_month order by 1`,
    )
    for (const { id } of accounts) await lockAccount(tx, id)
    // What arrives while this runs cannot be seen here yet, and stays in the queue.
    await tx.execute(
      sql`delete from accrual_due d using due_month m
        where m.portal_id = d.portal_id and m.month = d.month and ${isDue}`,
    )
    await tx.execute(adding())
    await tx.execute(
      sql`insert into bill (id, account_id) select ${sql.raw(uuidV7)}, m.account_id from (select distinct account_id from due_month) m
        where not exists (select from bill b where b.account_id = m.account_id and b.type = 1 and b.status = 'Next')
        on conflict do nothing`,
    )
    const [counted] = await rows<{ total: number }>(tx, sql`select count(*)::int as total from due_month`)
    return counted?.total ?? 0
  })
}

// As `owedIn` asks for what is owed by now.
const isDue = sql`(d.due_at is null or d.due_at <= now())`

// Half away from zero, as PostgreSQL rounds numerics.
const adding = () => sql`
  insert into ledger_entry (id, account_id, "from", "to", amount_cents, micros, type, portal_id, month, commission_bp, units)
  select ${sql.raw(uuidV7)}, x.account_id, case x.type when 'Income' then 'sales' else 'production' end, 'accrued',
    round(x.micros::numeric / 10000)::bigint - x.posted_cents, x.micros - x.posted_micros, x.type, x.portal_id, x.month,
    x.commission_bp, x.units - x.posted_units
  from (
    select coalesce(n.account_id, o.account_id) as account_id, coalesce(n.portal_id, o.portal_id) as portal_id,
      coalesce(n.month, o.month) as month, coalesce(n.type, o.type) as type,
      coalesce(n.commission_bp, o.commission_bp) as commission_bp, coalesce(n.micros, 0) as micros,
      coalesce(n.units, 0) as units, coalesce(o.micros, 0) as posted_micros, coalesce(o.cents, 0) as posted_cents,
      coalesce(o.units, 0) as posted_units
    from (
      select m.account_id, m.portal_id, m.month, k.type, l.bp as commission_bp,
        sum(case k.type when 'Income' then l.earned else l.income - l.earned end)::bigint as micros,
        sum(case k.type when 'Income' then l.units else case when l.income <> l.earned then l.units else 0 end end)::int as units
      from due_month m
      join lateral (
        select round(commission_pct * 100)::int as bp, round(net_micros * (1 - commission_pct / 100))::bigint as earned,
          income_micros as income, units
        from order_line where portal_id = m.portal_id and ${owedIn(sql`m.month`)}
      ) l on true
      cross join (values ('Income'), ('On demand')) k (type)
      group by 1, 2, 3, 4, 5
      having sum(case k.type when 'Income' then l.earned else l.income - l.earned end) <> 0
    ) n
    full join (
      select e.account_id, e.portal_id, e.month, e.type, e.commission_bp, sum(e.micros)::bigint as micros,
        sum(e.amount_cents)::bigint as cents, sum(e.units)::int as units
      from ledger_entry e join due_month m on m.account_id = e.account_id and m.portal_id = e.portal_id and m.month = e.month
      where e.micros is not null group by 1, 2, 3, 4, 5
    ) o on o.portal_id = n.portal_id and o.month = n.month and o.type = n.type and o.commission_bp = n.commission_bp
  ) x
  where x.micros <> x.posted_micros or round(x.micros::numeric / 10000)::bigint <> x.posted_cents`
