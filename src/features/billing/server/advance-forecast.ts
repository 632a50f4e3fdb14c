import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { microsToCents } from '#platform/money.ts'
import { inAccount } from '#platform/own-reach.ts'
import { number, select } from '#platform/select.ts'
import { dayMs, dayNumber, dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import type { Coming } from '../advances-contract.ts'
import { shareOf } from '../totals.ts'
import { earnedUnbilled } from './forecast.ts'
import { heldSales } from './held-sales.ts'

/** Months that a release is told apart from what sells anyway: its own, and the two after it. */
const launchMonths = 3
/** Months that the pace is taken from, at most. */
export const paceMonths = 6
/** How far back releases are compared with, and how far ahead they are counted. */
const comparedMonths = 24
const aheadMonths = 12

interface Launch {
  productId: string
  on: string
  title: { es: string; en?: string }
  portal: string
  coming: boolean
}
const launches = {
  productId: sql<string | null>`r.product_id`,
  on: sql<string>`(min(r.release_at) at time zone 'Europe/Madrid')::date::text`,
  title: sql<{ es: string; en?: string }>`(array_agg(r.title order by r.release_at))[1]`,
  portal: sql<string>`p.name`,
  coming: sql<boolean>`min(r.release_at) > now()`,
}

/** What an account has of lines `l` of its portals: all of it, or its share where the provider pays each. */
const own = (accountId: string) => sql`sum(l.income_micros * case when s.id is null then 10000
  else coalesce((select y.share_bp from split_party y where y.split_id = s.id and y.account_id = ${accountId}), 0) end / 10000)`

/** Income of a product in each of the months after a day, the month of that day first. */
async function launchIncome(tx: Tx, accountId: string, launch: Launch): Promise<number[]> {
  const first = startOfMonth(dayNumber(launch.on))
  const [from, to] = [formatDay(first), formatDay(startOfMonth(first, launchMonths))]
  const moment = (day: string) => sql`(${day}::timestamp at time zone 'Europe/Madrid')`
  const found = await select(
    tx,
    {
      month: sql<string>`to_char(coalesce(l.owed_at, l.at) at time zone 'Europe/Madrid', 'yyyy-MM-01')`,
      micros: number(sql<string>`${own(accountId)}`),
    },
    sql`product g join sku_mapping m on m.portal_id = g.portal_id and m.product_id = g.id
      join order_line l on l.portal_id = g.portal_id and l.sku_id = m.id
      left join split s on s.id = l.split_id and s.payer = 'provider'
      where g.id = ${launch.productId} and coalesce(l.owed_at, l.at) >= ${moment(from)}
        and coalesce(l.owed_at, l.at) < ${moment(to)} group by 1`,
  )
  return Array.from({ length: launchMonths }, (_, at) => {
    const sold = found.find(({ month }) => month === formatDay(startOfMonth(first, at)))
    return sold ? microsToCents(sold.micros) : 0
  })
}

/** What is to come, and what it is reckoned from. */
export interface Outlook {
  /** A month without releases, by the months that are over. */
  monthlyCents: number
  paceMonths: number
  compared: number
  coming: Coming[]
  /** What is earned and not issued yet, this month's included. */
  earnedCents: number
  /** What each coming month brings, this one first. */
  incomeOf: (monthsAhead: number) => number
}

/**
 * What an account's next months will bring, with what it has earned and is not issued yet: the pace of its last months, without what releases brought in their first three; and
 * each release to come as those before it did on average, or what of it is presold where that is more.
 */
export async function outlookOf(
  tx: Tx,
  accountId: string,
  months: readonly { month: string; cents: number }[],
  now: Date,
): Promise<Outlook> {
  const held = await heldSales(tx, accountId)
  const { earlierCents, thisMonthCents } = await earnedUnbilled(tx, accountId, now)
  return inAccount(tx, accountId, async () => {
    const thisMonth = startOfMonth(dayOf(now.getTime()))
    const all = await select(
      tx,
      launches,
      sql`release r join portal p on p.id = r.portal_id and p.deleted_at is null
          where p.account_id = ${accountId} and r.status = 'published'
            and r.release_at >= now() - make_interval(months => ${comparedMonths})
            and r.release_at < now() + make_interval(months => ${aheadMonths})
          group by r.product_id, p.name, case when r.product_id is null then r.id end`,
    )
    const past = all.filter((one): one is Launch => !one.coming && one.productId !== null)
    const brought: (Launch & { cents: number[] })[] = []
    for (const one of past) brought.push({ ...one, cents: await launchIncome(tx, accountId, one) })
    const last = months.slice(-paceMonths)
    // What they brought is told apart, so that nothing is counted twice.
    const ofLaunches = brought.reduce((sum, { on, cents }) => {
      const first = startOfMonth(dayNumber(on))
      return (
        sum +
        cents.reduce(
          (part, one, at) =>
            last.some(({ month }) => month === formatDay(startOfMonth(first, at))) ? part + one : part,
          0,
        )
      )
    }, 0)
    const whole = last.reduce((sum, { cents }) => sum + cents, 0)
    const monthlyCents = last.length > 0 ? Math.max(0, Math.round((whole - ofLaunches) / last.length)) : 0
    // Only those whose three months are over tell what one brings; what sold nothing here was sold elsewhere.
    const over = brought.filter(
      ({ on, cents }) =>
        startOfMonth(dayNumber(on), launchMonths) <= thisMonth && cents.some((one) => one !== 0),
    )
    const average = Array.from({ length: launchMonths }, (_, at) =>
      Math.round(over.reduce((sum, { cents }) => sum + (cents[at] ?? 0), 0) / Math.max(over.length, 1)),
    )
    const presold = new Map<string | null, (typeof held)[number]>(held.map((one) => [one.product.id, one]))
    const released = all.filter(({ coming }) => coming)
    const coming = [
      ...released.map(({ productId, on, title, portal }) => {
        const sold = presold.get(productId)
        return {
          title,
          portal,
          on: sold?.on ?? on,
          presoldCents: sold?.incomeCents ?? 0,
          compared: over.length,
        }
      }),
      // What is presold without being announced as a release.
      ...held
        .filter(({ product }) => !released.some(({ productId }) => productId === product.id))
        .map(({ product, portal, on, incomeCents }) => ({
          ...{ title: product.name, portal: portal.name, on, presoldCents: incomeCents, compared: 0 },
        })),
    ].sort((a, b) => a.on.localeCompare(b.on))
    const monthsOf = (one: (typeof coming)[number]) =>
      one.compared > 0
        ? average.map((cents, at) => (at === 0 ? Math.max(cents, one.presoldCents) : cents))
        : [one.presoldCents]
    const aheadOf = (on: string) => {
      const [day, from] = [new Date(startOfMonth(dayNumber(on)) * dayMs), new Date(thisMonth * dayMs)]
      return (day.getUTCFullYear() - from.getUTCFullYear()) * 12 + day.getUTCMonth() - from.getUTCMonth()
    }
    return {
      ...{ monthlyCents, paceMonths: last.length, compared: over.length },
      earnedCents: earlierCents + thisMonthCents,
      coming: coming.map((one) => ({
        ...one,
        expectedCents: monthsOf(one).reduce((sum, cents) => sum + cents, 0),
      })),
      incomeOf: (monthsAhead) =>
        // What this month has brought already counts where it is more than the pace, and what earlier ones left comes with it.
        (monthsAhead === 0 ? earlierCents + Math.max(monthlyCents, thisMonthCents) : monthlyCents) +
        coming.reduce((sum, one) => sum + (monthsOf(one)[monthsAhead - aheadOf(one.on)] ?? 0), 0),
    }
  })
}

const farthestMonths = 600

/** The month whose bill settles the last cent, as `yyyy-MM`; null when it never does within fifty years. */
export function settledIn(
  cents: number,
  outlook: Pick<Outlook, 'incomeOf'>,
  settlementBp: number,
  now: Date,
): string | null {
  const first = startOfMonth(dayOf(now.getTime()))
  let left = cents
  for (let ahead = 0; ahead < farthestMonths; ahead++) {
    left -= shareOf(Math.max(0, outlook.incomeOf(ahead)), settlementBp)
    if (left <= 0) return formatDay(startOfMonth(first, ahead)).slice(0, 7)
  }
  return null
}
