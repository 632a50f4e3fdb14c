import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { microsToCents } from '#platform/money.ts'
import { number, select } from '#platform/select.ts'
import type { DetailAnswer } from '../detail-contract.ts'
import { momentsOf, type Question } from './period.ts'
import type { FilterQuery, Selection } from './selection.ts'

const ofGoodsAndPlaces = [
  'countries',
  'categories',
  'addedCategories',
  'products',
  'excludedProducts',
] as const

/** Bills hold all that a portal sells: of a part of it, nobody can tell what is on them. */
const narrows = (query: FilterQuery): boolean =>
  ofGoodsAndPlaces.some((name) => [query[name] ?? []].flat().length > 0)

/**
 * The way from the income of a period to what bills of its months hold: less what was sold in it and is owed later or
 * never, more what was sold before and is owed in it, less what others have a share in. Undefined where they are the same, and for everything at once, which
 * nobody is billed. Sums are rounded once; bills round each month and rate.
 */
export async function owingOf(
  tx: Tx,
  { span, now }: Question,
  selection: Selection,
  query: FilterQuery,
  incomeCents: number,
): Promise<DetailAnswer['owing']> {
  if (selection.whole || narrows(query)) return undefined
  const { from, until } = momentsOf(span)
  const by = until < now ? until : now
  const sold = sql`at >= ${from} and at < ${until}`
  const income = (which: ReturnType<typeof sql>) =>
    number(sql<string>`coalesce(sum(income_micros) filter (where ${which}), 0)`)
  const [found] = await select(
    tx,
    {
      later: income(sql`${sold} and owed_at >= ${by} and isfinite(owed_at)`),
      never: income(sql`${sold} and not isfinite(owed_at)`),
      released: income(sql`at < ${from}`),
    },
    sql`order_line where ${selection.inPortals(sql`portal_id`)} and owed_at is not null
      and (${sold} or at < ${from} and owed_at >= ${from} and owed_at < ${by})`,
  )
  const heldBackCents = microsToCents(found?.later ?? 0)
  const neverOwedCents = microsToCents(found?.never ?? 0)
  const releasedCents = microsToCents(found?.released ?? 0)
  const sharedCents = await sharedOf(tx, selection, { from, until, by })
  if ([heldBackCents, neverOwedCents, releasedCents, sharedCents].every((cents) => cents === 0))
    return undefined
  const owedCents = incomeCents - heldBackCents - neverOwedCents + releasedCents - sharedCents
  return { incomeCents, heldBackCents, neverOwedCents, releasedCents, sharedCents, owedCents }
}

/**
 * What others are paid of what is owed of a period; see decision 0084. What costs bring back or take, and what comes from
 * portals of others, are of months and of nobody's sales here: they are lines of their own on the bill.
 */
async function sharedOf(
  tx: Tx,
  selection: Selection,
  { from, until, by }: Record<'from' | 'until' | 'by', ReturnType<typeof momentsOf>['from']>,
): Promise<number> {
  const [found] = await select(
    tx,
    {
      micros: number(
        sql<string>`coalesce(sum(round(l.income_micros * (10000 - coalesce(y.share_bp, 0)) / 10000)), 0)`,
      ),
    },
    sql`split s join portal p on p.id = s.portal_id
      left join split_party y on y.split_id = s.id and y.account_id = p.account_id
      join order_line l on l.portal_id = s.portal_id and l.split_id = s.id
      where ${selection.inPortals(sql`s.portal_id`)} and s.payer = 'provider'
        and (l.owed_at is null and l.at >= ${from} and l.at < ${until} or l.owed_at >= ${from} and l.owed_at < ${by})`,
  )
  return microsToCents(found?.micros ?? 0)
}
