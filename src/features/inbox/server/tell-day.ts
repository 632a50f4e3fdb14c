import { sql } from 'drizzle-orm'
import { asService, type Database, type Tx } from '#platform/db.ts'
import { formats } from '#platform/format.ts'
import { microsToCents } from '#platform/money.ts'
import { ask, number, type RowOf } from '#platform/select.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { words } from '#platform/words.ts'
import type { MailSettings } from './send-posts.ts'
import { dayIn, saleWords, tellTeam } from './tell-sales.ts'

/** A record needs something to break: a portal that is younger has its best day all the time. */
const daysBeforeRecords = 30

const sum = (text: string) => number(sql<string>`${sql.raw(text)}`)
const before = 'from days b where b.portal_id = d.portal_id and b.day < d.day'
const sameYear = "date_trunc('year', b.day) = date_trunc('year', d.day)"
const columns = {
  portalId: sql<string>`d.portal_id`,
  name: sql<string>`p.name`,
  orders: sql<number>`d.orders`,
  net: sum('d.net'),
  objective: sum('p.sales_objective_cents'),
  daysBefore: sql<number>`(select count(*)::int ${sql.raw(before)})`,
  bestBefore: number(sql<string | null>`(select max(b.net) ${sql.raw(before)})`),
  yearNet: sum(
    `(select sum(b.net) from days b where b.portal_id = d.portal_id and b.day <= d.day and ${sameYear})`,
  ),
  yearBefore: sum(`coalesce((select sum(b.net) ${before} and ${sameYear}), 0)`),
}
type Day = RowOf<typeof columns>

/**
 * Tells of the whole day before: what was sold, to those who want it once a day, and what it was that had never been.
 * However often it runs on a day, each is told once.
 */
export async function tellDay(database: Database, settings: MailSettings, now: Date): Promise<number> {
  const day = formatDay(dayOf(now.getTime()) - 1)
  return database.transaction(asService('job'), async (tx) => {
    let told = 0
    for (const sold of await daysSold(tx, day)) told += await tellOf(tx, sold, day, settings)
    return told
  })
}

const daysSold = (tx: Tx, day: string) =>
  ask(
    tx,
    columns,
    (asked) => sql`with days as (
        select portal_id, ${dayIn(sql`at`)} as day, sum(orders)::int as orders, sum(net_micros)::bigint as net
        from order_line where portal_id in (
          select portal_id from order_line where at > ${day}::date - interval '2 days' and at < ${day}::date + interval '2 days')
        group by 1, 2)
      select ${asked} from days d join portal p on p.id = d.portal_id and p.deleted_at is null
      where d.day = ${day}::date and d.orders > 0`,
  )

async function tellOf(tx: Tx, sold: Day, day: string, settings: MailSettings): Promise<number> {
  const { portalId, name: portal, orders, net } = sold
  const link = '/analytics/net-sales'
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
  for (const { key, about, cents } of milestonesOf(sold, day))
    told += await tellTeam(
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
  return told
}

/** First sale ever, best day so far, and the year's objective reached on this very day. */
function milestonesOf(sold: Day, day: string) {
  const { portalId, net, objective: objectiveCents, daysBefore, bestBefore } = sold
  const passed = (micros: number) => microsToCents(micros) >= objectiveCents
  const found: { key: 'first' | 'best' | 'objective'; about: string; cents: number }[] = []
  if (daysBefore === 0)
    found.push({ key: 'first', about: `first sale of ${portalId}`, cents: microsToCents(net) })
  if (daysBefore >= daysBeforeRecords && net > (bestBefore ?? 0))
    found.push({ key: 'best', about: `best day of ${portalId}: ${day}`, cents: microsToCents(net) })
  if (objectiveCents > 0 && passed(sold.yearNet) && !passed(sold.yearBefore))
    found.push({
      key: 'objective',
      about: `objective of ${portalId} in ${day.slice(0, 4)}`,
      cents: objectiveCents,
    })
  return found
}
