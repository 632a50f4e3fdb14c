import type { Database } from '#platform/db.ts'

/**
 * What the demo's papers have to come to, by raw rows and by other rules than the program's: orders in the currency that was paid, what
 * a product costs, rates by category, splits by the day of the order. All of it in cents.
 */
export interface Raw {
  /** What each account has of each month, by `portal month type commission`, shared ones apart. */
  earned: Map<string, Map<string, number>>
  /** Of each split: by month all that was shared, and each party's part before costs and by them. */
  shared: Map<string, Map<string, { whole: number; parts: Map<string, Part> }>>
}
interface Part {
  earned: number
  recouped: number
  own: number
}
export const away = (value: number) => Math.sign(value) * Math.round(Math.abs(value) + 1e-9)
const total = (all: Iterable<number>) => [...all].reduce((sum, one) => sum + one, 0)

interface Sum {
  portal: string
  account: string
  month: string
  type: 'Income' | 'On demand'
  bp: number
  split: string | null
  cents: string
}
interface Party {
  account: string
  bp: number
}

/** A cent at a time to whoever lacks most. */
function dealt(cents: number, parties: readonly Party[]): number[] {
  const due = parties.map(({ bp }) => (Math.abs(cents) * bp) / 10_000)
  const has = due.map((one) => Math.floor(one + 1e-9))
  for (let left = Math.abs(cents) - total(has); left > 0; left--) {
    const lacks = due.map((one, at) => one - (has[at] ?? 0))
    const most = lacks.indexOf(Math.max(...lacks))
    has[most] = (has[most] ?? 0) + 1
  }
  return has.map((one) => Math.sign(cents) * one)
}

/** Order lines added up by hand; half away from zero once for each sum. */
const sums = (database: Database) =>
  database.query<Sum>(
    `with line as (
      select l.portal_id, p.account_id, to_char(coalesce(l.owed_at, l.at) at time zone 'Europe/Madrid', 'YYYY-MM') as month,
        case when l.category in ('album', 'digital', 'culture') then 1000 else 2000 end as bp,
        (select s.id from split s where s.portal_id = l.portal_id and s.product_id is null and s.release_id is null
          and s.valid_from <= (o.placed_at at time zone 'Europe/Madrid')::date order by s.valid_from desc limit 1) as split,
        round(l.net_amount * l.currency_rate * 1000000) as net,
        case when d.format = 'onDemand' and l.kind <> 'refund' then d.cost_cents * 10000 * l.units else 0 end as cost
      from order_line l join "order" o on o.portal_id = l.portal_id and o.id = l.order_id join portal p on p.id = l.portal_id
        left join product d on d.id = l.product_id
      where coalesce(l.owed_at, l.at) <= now())
    select portal_id as portal, account_id as account, month, k.type, bp, split::text,
      round(sum(case k.type when 'Income' then round(net * (10000 - bp) / 10000) else -cost end) / 10000)::text as cents
    from line cross join (values ('Income'), ('On demand')) k (type) group by 1, 2, 3, 4, 5, 6`,
  )

export async function rawOf(database: Database): Promise<Raw> {
  const earned: Raw['earned'] = new Map()
  const shared: Raw['shared'] = new Map()
  const add = (account: string, key: string, cents: number) => {
    const of = earned.get(account) ?? new Map<string, number>()
    earned.set(account, of.set(key, (of.get(key) ?? 0) + cents))
  }
  const parties = Map.groupBy(
    await database.query<Party & { split: string }>(
      'select split_id::text as split, account_id::text as account, share_bp as bp from split_party order by position',
    ),
    ({ split }) => split,
  )
  for (const { portal, account, month, type, bp, split, cents } of await sums(database)) {
    const key = (of: string) => `${portal} ${month} ${type} ${of}`
    if (!split) {
      add(account, key(`${bp}`), Number(cents))
      continue
    }
    const of = parties.get(split) ?? []
    const months = shared.get(split) ?? new Map()
    shared.set(split, months)
    const told = months.get(month) ?? { whole: 0, parts: new Map<string, Part>() }
    months.set(month, told)
    told.whole += Number(cents)
    const parts = dealt(Number(cents), of)
    for (const [at, party] of of.entries()) {
      const part = told.parts.get(party.account) ?? { earned: 0, recouped: 0, own: 0 }
      told.parts.set(party.account, { ...part, earned: part.earned + (parts[at] ?? 0) })
      add(party.account, key(`${bp} shared`), parts[at] ?? 0)
    }
  }
  await recouped(database, parties, shared, add)
  return { earned, shared }
}

/** What costs took of each month, oldest first: of all of it, and then of one party's part. */
async function recouped(
  database: Database,
  parties: Map<string, Party[]>,
  shared: Raw['shared'],
  add: (account: string, key: string, cents: number) => void,
) {
  const costs = (
    await database.query<{ portal: string; account: string; party: string | null; cents: string }>(
      `select portal_id::text as portal, account_id::text as account, party_id::text as party, amount_cents as cents from split_cost
        where withdrawn_at is null order by month, id`,
    )
  ).map((cost) => ({ ...cost, left: Number(cost.cents) }))
  const portals = new Map(
    (
      await database.query<{ id: string; portal: string }>(
        'select id::text, portal_id::text as portal from split',
      )
    ).map(({ id, portal }) => [id, portal]),
  )
  for (const [split, months] of shared)
    for (const [month, { whole, parts }] of [...months].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const portal = portals.get(split)
      const take = (party: string | null, from: number) => {
        let rest = from
        for (const cost of costs.filter((one) => one.portal === portal && one.party === party)) {
          const back = Math.min(Math.max(0, rest), cost.left)
          cost.left -= back
          rest -= back
          const bearer = parts.get(cost.account)
          if (bearer) bearer[party ? 'own' : 'recouped'] += back
        }
        return rest
      }
      const of = parties.get(split) ?? []
      const left = take(null, whole)
      // Of a month in which nothing is left to recoup each keeps what was dealt of each of its sums.
      const after =
        left === whole ? of.map(({ account }) => parts.get(account)?.earned ?? 0) : dealt(left, of)
      for (const [at, { account }] of of.entries()) {
        const part = parts.get(account)
        if (!part) continue
        part.recouped += (after[at] ?? 0) - part.earned
        part.own -= (after[at] ?? 0) - take(account, after[at] ?? 0)
      }
      for (const [account, { recouped: all, own }] of parts) {
        if (all !== 0) add(account, `${portal} ${month} Recoupment shared`, all)
        if (own !== 0) add(account, `${portal} ${month} Own recoupment shared`, own)
      }
    }
}
