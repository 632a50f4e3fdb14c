import { sql } from 'drizzle-orm'
import { asService, type Database, rows, type Tx } from '#platform/db.ts'
import { formats } from '#platform/format.ts'
import { microsToCents } from '#platform/money.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { words } from '#platform/words.ts'
import type { MailSettings } from './send-posts.ts'
import { dayIn, saleWords, tellTeam } from './tell-sales.ts'

/** A record needs something to break: a portal that is younger has its best day all the time. */
const daysBeforeRecords = 30

interface Day {
  portal_id: string
  name: string
  orders: number
  net: string | number
  days_before: number
  best_before: string | number | null
  year_net: string | number
  year_before: string | number
  objective: string | number
}

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
  rows<Day>(
    tx,
    sql`with days as (
        select portal_id, ${dayIn(sql`at`)} as day, sum(orders)::int as orders, sum(net_micros)::bigint as net
        from order_line where portal_id in (
          select portal_id from order_line where at > ${day}::date - interval '2 days' and at < ${day}::date + interval '2 days')
        group by 1, 2)
      select d.portal_id, p.name, d.orders, d.net, p.sales_objective_cents as objective,
        (select count(*)::int from days b where b.portal_id = d.portal_id and b.day < d.day) as days_before,
        (select max(b.net) from days b where b.portal_id = d.portal_id and b.day < d.day) as best_before,
        (select sum(b.net) from days b where b.portal_id = d.portal_id and b.day <= d.day
          and date_trunc('year', b.day) = date_trunc('year', d.day)) as year_net,
        coalesce((select sum(b.net) from days b where b.portal_id = d.portal_id and b.day < d.day
          and date_trunc('year', b.day) = date_trunc('year', d.day)), 0) as year_before
      from days d join portal p on p.id = d.portal_id and p.deleted_at is null
      where d.day = ${day}::date and d.orders > 0`,
  )

async function tellOf(tx: Tx, sold: Day, day: string, settings: MailSettings): Promise<number> {
  const { portal_id: portalId, name: portal, orders } = sold
  const net = Number(sold.net)
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
  const { portal_id: portalId } = sold
  const net = Number(sold.net)
  const objectiveCents = Number(sold.objective)
  const passed = (micros: string | number) => microsToCents(Number(micros)) >= objectiveCents
  const found: { key: 'first' | 'best' | 'objective'; about: string; cents: number }[] = []
  if (sold.days_before === 0)
    found.push({ key: 'first', about: `first sale of ${portalId}`, cents: microsToCents(net) })
  if (sold.days_before >= daysBeforeRecords && net > Number(sold.best_before))
    found.push({ key: 'best', about: `best day of ${portalId}: ${day}`, cents: microsToCents(net) })
  if (objectiveCents > 0 && passed(sold.year_net) && !passed(sold.year_before))
    found.push({
      key: 'objective',
      about: `objective of ${portalId} in ${day.slice(0, 4)}`,
      cents: objectiveCents,
    })
  return found
}
