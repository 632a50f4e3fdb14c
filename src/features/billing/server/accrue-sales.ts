import { sql } from 'drizzle-orm'
import { owedLines } from '#features/orders/server/owed-from.ts'
import { asJob } from '#platform/background.ts'
import { uuidV7 } from '#platform/bulk.ts'
import { countRows } from '#platform/count.ts'
import { type Database, rows, type Tx } from '#platform/db.ts'
import { inAccount } from '#platform/own-reach.ts'
import { lockAccounts } from './ledger.ts'
import { recoupCosts } from './recoup-costs.ts'

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
    const taken = await asJob(database, (tx) => accrueDue(tx))
    seen += taken
    if (taken < batch) return seen
  }
}

/**
 * The same inside an open transaction, for a part of what is due; `only` what one account has a part of, and all of it.
 * Freezing changes the same balances: the lock of each account is held, and of those who share with it.
 */
export async function accrueDue(tx: Tx, only?: string): Promise<number> {
  return inAccount(tx, only, async () => {
    await tx.execute(sql`drop table if exists due_month`)
    await tx.execute(
      sql`create temporary table due_month on commit drop as
        select distinct d.portal_id, d.month, p.account_id from accrual_due d join portal p on p.id = d.portal_id
        where ${isDue} ${only ? sql.raw(`and (p.account_id = '${only}' or ${sharesIn(only)})`) : sql.raw(`limit ${batch}`)}`,
    )
    const portals = await rows<{ id: string; account: string; shared: boolean }>(
      tx,
      sql`select distinct m.portal_id as id, m.account_id as account, exists (select from split s where s.portal_id = m.portal_id) as shared
        from due_month m order by 1`,
    )
    if (portals.length === 0) return 0
    // A temporary table is thought to have a thousand rows, and for those all of the ledger would be read.
    await tx.execute(sql`analyze due_month`)
    // Whom an account is locked with is known from its splits: those whose lock is held already are among them.
    if (!only)
      await lockAccounts(
        tx,
        portals.map(({ account }) => account),
      )
    // What arrives while this runs cannot be seen here yet, and stays in the queue.
    await tx.execute(
      sql`delete from accrual_due d using due_month m
        where m.portal_id = d.portal_id and m.month = d.month and ${isDue}`,
    )
    await tx.execute(adding())
    for (const { id } of portals.filter(({ shared }) => shared)) await recoupCosts(tx, id)
    await tx.execute(
      sql`insert into bill (id, account_id) select ${sql.raw(uuidV7)}, m.account_id
        from (select account_id from due_month union
          select e.account_id from due_month d join ledger_entry e on e.portal_id = d.portal_id and e.month = d.month
            and e.split_id is not null and e."to" = 'accrued') m
        where not exists (select from bill b where b.account_id = m.account_id and b.type = 1 and b.status = 'Next')
        on conflict do nothing`,
    )
    return countRows(tx, sql`due_month`)
  })
}

// As `owedIn` asks for what is owed by now.
const isDue = sql`(d.due_at is null or d.due_at <= now())`

/** Ids are the program's own. */
const sharesIn = (accountId: string) =>
  `exists (select from split s join split_party y on y.split_id = s.id where s.portal_id = p.id and y.account_id = '${accountId}')`

const none = sql.raw(`'00000000-0000-0000-0000-000000000000'::uuid`)

/**
 * Order lines by what they are added up by. What is shared by those whom the provider pays is theirs; what an account
 * shares out of its own is its own as a whole, and once more a debt of it to each of them.
 */
const summed = sql`
  select m.account_id, m.portal_id, m.month, k.type, l.bp as commission_bp, l.split_id, s.payer,
    sum(case k.type when 'Income' then l.earned else l.income - l.earned end)::bigint as micros,
    sum(case k.type when 'Income' then l.units else case when l.income <> l.earned then l.units else 0 end end)::int as units
  from due_month m
  join lateral (
    ${owedLines(
      sql`round(commission_pct * 100)::int as bp, round(net_micros * (1 - commission_pct / 100))::bigint as earned,
        income_micros as income, units, split_id`,
      { portalId: sql`m.portal_id`, month: sql`m.month` },
    )}
  ) l on true
  left join split s on s.id = l.split_id
  cross join (values ('Income'), ('On demand')) k (type)
  group by 1, 2, 3, 4, 5, 6, 7`

// Half away from zero, as PostgreSQL rounds numerics; shares by largest remainder, as `sharesOf` gives them.
const adding = () => sql`
  with summed as (${summed}),
  own as (
    select account_id, portal_id, month, type, commission_bp, null::uuid as split_id, null::int as share_bp,
      'accrued' as book, null::uuid as payer_id, sum(micros)::bigint as micros, sum(units)::int as units,
      round(sum(micros)::numeric / 10000)::bigint as cents
    from summed where split_id is null or payer = 'account' group by 1, 2, 3, 4, 5 having sum(micros) <> 0
  ),
  parts as (
    select y.account_id, s.portal_id, s.month, s.type, s.commission_bp, s.split_id, y.share_bp, s.account_id as owner_id, s.payer,
      round(s.micros::numeric * y.share_bp / 10000)::bigint as micros, s.units, s.cents, y.position,
      abs(s.cents) * y.share_bp / 10000 as part, abs(s.cents) * y.share_bp % 10000 as rest
    from (select *, round(micros::numeric / 10000)::bigint as cents from summed where split_id is not null and micros <> 0) s
    join split_party y on y.split_id = s.split_id
  ),
  shared as (
    select account_id, portal_id, month, type, commission_bp, split_id, share_bp,
      case payer when 'provider' then 'accrued' else 'royalties' end as book,
      case payer when 'account' then owner_id end as payer_id, micros, units,
      sign(cents)::int * (part + case when row_number() over (partition by portal_id, month, type, commission_bp, split_id
        order by rest desc, position) <= abs(cents) - sum(part) over (partition by portal_id, month, type, commission_bp, split_id)
        then 1 else 0 end)::bigint as cents
    from parts
  ),
  n as (select *, coalesce(split_id, ${none}) as of from own union all
    select account_id, portal_id, month, type, commission_bp, split_id, share_bp, book, payer_id, micros, units, cents, split_id from shared),
  o as (
    select e.account_id, e.portal_id, e.month, e.type, e.commission_bp, coalesce(e.split_id, ${none}) as of,
      max(e.share_bp) as share_bp, max(e."to") as book, max(e.payer_id::text)::uuid as payer_id,
      sum(e.micros)::bigint as micros, sum(e.amount_cents)::bigint as cents, sum(e.units)::int as units
    from due_month m join ledger_entry e on e.portal_id = m.portal_id and e.month = m.month
      and (e.split_id is not null or e.account_id = m.account_id)
    where e.micros is not null group by 1, 2, 3, 4, 5, 6
  )
  insert into ledger_entry (id, account_id, "from", "to", amount_cents, micros, type, portal_id, month, commission_bp, units,
    split_id, share_bp, payer_id)
  select ${sql.raw(uuidV7)}, x.account_id, case x.type when 'Income' then 'sales' else 'production' end, x.book,
    x.cents - x.posted_cents, x.micros - x.posted_micros, x.type, x.portal_id, x.month, x.commission_bp,
    x.units - x.posted_units, nullif(x.of, ${none}), x.share_bp, x.payer_id
  from (
    select coalesce(n.account_id, o.account_id) as account_id, coalesce(n.portal_id, o.portal_id) as portal_id,
      coalesce(n.month, o.month) as month, coalesce(n.type, o.type) as type, coalesce(n.of, o.of) as of,
      coalesce(n.commission_bp, o.commission_bp) as commission_bp, coalesce(n.share_bp, o.share_bp) as share_bp,
      coalesce(n.book, o.book) as book, coalesce(n.payer_id, o.payer_id) as payer_id, coalesce(n.micros, 0) as micros,
      coalesce(n.cents, 0) as cents, coalesce(n.units, 0) as units, coalesce(o.micros, 0) as posted_micros,
      coalesce(o.cents, 0) as posted_cents, coalesce(o.units, 0) as posted_units
    from n full join o on o.account_id = n.account_id and o.portal_id = n.portal_id and o.month = n.month
      and o.type = n.type and o.commission_bp = n.commission_bp and o.of = n.of
  ) x
  where x.micros <> x.posted_micros or x.cents <> x.posted_cents`
