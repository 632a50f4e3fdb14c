import { type SQL, sql } from 'drizzle-orm'
import { asJob } from '#platform/background.ts'
import { businessTimeZone } from '#platform/constants.ts'
import type { Database, Tx } from '#platform/db.ts'
import { formats } from '#platform/format.ts'
import { microsToCents } from '#platform/money.ts'
import { ask, number, type RowOf } from '#platform/select.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { words } from '#platform/words.ts'
import type { MailSettings } from './send-posts.ts'
import { dayIn, saleWords, tellTeam } from './tell-sales.ts'

/** A record needs something to break: a portal that is younger has its best day all the time. */
const daysBeforeRecords = 30
const link = '/analytics/net-sales'

const columns = {
  portalId: sql<string>`p.id`,
  name: sql<string>`p.name`,
  orders: sql<number>`d.orders::int`,
  net: number(sql<string>`d.net_micros`),
  daysBefore: sql<number>`b.days`,
  bestBefore: number(sql<string | null>`b.best`),
}
type Day = RowOf<typeof columns>

/**
 * Tells of the whole day before: what was sold, to those who want it once a day, and what it was that had never been.
 * However often it runs on a day, each is told once.
 */
export async function tellDay(database: Database, settings: MailSettings, now: Date): Promise<number> {
  const day = formatDay(dayOf(now.getTime()) - 1)
  return asJob(database, async (tx) => {
    let told = 0
    for (const sold of await daysSold(tx, day)) told += await tellOf(tx, sold, day, settings)
    for (const reached of await objectivesReached(tx, day)) {
      const about = `objective of ${reached.portalId} in ${day.slice(0, 4)}`
      told += await tellMilestone(tx, { ...reached, key: 'objective', about }, day, settings)
    }
    return told
  })
}

/** Portal by portal, by the days' totals: a portal's best day is looked for in all of its days, not in the lines of years. */
const daysSold = (tx: Tx, day: string) => {
  const start = sql`(${day}::timestamp at time zone ${sql.raw(`'${businessTimeZone}'`)})`
  const days = sql`sales_total s where s.scope_id = p.id and s.grain = 'day'`
  return ask(
    tx,
    columns,
    (asked) => sql`select ${asked} from portal p
      cross join lateral (select s.orders, s.net_micros from ${days} and s.t = ${start} offset 0) d
      cross join lateral (select count(*)::int as days, max(s.net_micros) as best from ${days} and s.t < ${start}
        and (s.orders <> 0 or s.net_micros <> 0)) b
      where p.deleted_at is null and d.orders > 0`,
  )
}

async function tellOf(tx: Tx, sold: Day, day: string, settings: MailSettings): Promise<number> {
  const { portalId, name: portal, orders, net } = sold
  let told = await tellTeam(
    tx,
    {
      kind: 'sale',
      portalId,
      about: `sales of ${portalId} on ${day}`,
      words: saleWords('dayTitle', portal, orders, net),
      link,
    },
    settings,
    ['daily'],
  )
  for (const one of milestonesOf(sold, day))
    told += await tellMilestone(tx, { ...sold, ...one }, day, settings)
  return told
}

interface Milestone {
  portalId: string
  name: string
  key: 'first' | 'best' | 'objective'
  about: string
  cents: number
}

function tellMilestone(
  tx: Tx,
  { portalId, name: portal, key, about, cents }: Milestone,
  day: string,
  settings: MailSettings,
): Promise<number> {
  return tellTeam(
    tx,
    {
      kind: 'milestone',
      portalId,
      about,
      words: (locale) => {
        const { money, date } = formats(locale)
        const params = { portal, amount: money(cents), date: date(day), year: day.slice(0, 4) }
        return {
          title: words(`inbox.milestone.${key}.title`, locale, params),
          body: words(`inbox.milestone.${key}.body`, locale, params),
        }
      },
      link,
    },
    settings,
    ['once', 'daily'],
  )
}

/** First sale ever, and best day so far. */
function milestonesOf({ portalId, net, daysBefore, bestBefore }: Day, day: string) {
  const found: Pick<Milestone, 'key' | 'about' | 'cents'>[] = []
  if (daysBefore === 0)
    found.push({ key: 'first', about: `first sale of ${portalId}`, cents: microsToCents(net) })
  if (daysBefore >= daysBeforeRecords && net > (bestBefore ?? 0))
    found.push({ key: 'best', about: `best day of ${portalId}: ${day}`, cents: microsToCents(net) })
  return found
}

const objectiveColumns = {
  portalId: sql<string>`o.id`,
  name: sql<string>`o.name`,
  cents: number(sql<string>`o.cents`),
}

/**
 * The year's objectives that were reached on this very day. A label's, which its master portal holds, is of all that its
 * portals sell, here as in the figures.
 */
const objectivesReached = (tx: Tx, day: string) => {
  const at = dayIn(sql`l.at`)
  const within = (portal: string) =>
    sql.raw(`(${portal}.id = p.id or p.master and a.type = 'master' and ${portal}.account_id = p.account_id)`)
  const net = (until: SQL) => sql`coalesce(sum(l.net_micros) filter (where ${at} ${until} ${day}::date), 0)`
  return ask(
    tx,
    objectiveColumns,
    (asked) => sql`select ${asked} from (
      select p.id, p.name, p.sales_objective_cents as cents
      from portal p join account a on a.id = p.account_id
        join portal s on ${within('s')}
        join order_line l on l.portal_id = s.id
      where p.deleted_at is null and p.sales_objective_cents > 0
        and exists (select from portal z join order_line n on n.portal_id = z.id where ${within('z')}
          and n.at > ${day}::date - interval '2 days' and n.at < ${day}::date + interval '2 days')
        and l.at > date_trunc('year', ${day}::date) - interval '1 day' and l.at < ${day}::date + interval '2 days'
        and date_trunc('year', ${at}) = date_trunc('year', ${day}::date)
      group by p.id
      having ${net(sql.raw('<='))} >= p.sales_objective_cents * 10000::bigint
        and ${net(sql.raw('<'))} < p.sales_objective_cents * 10000::bigint) o`,
  )
}
