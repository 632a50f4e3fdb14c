import { type SQL, sql } from 'drizzle-orm'
import { ask } from '#platform/select.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { beganOn, leastOf, mean, standsOut } from '../odd.ts'
import type { Oddities, Oddity, OddKind } from '../why-contract.ts'
import type { Asking } from './detail.ts'
import { narrowed, readSelection, type Selection } from './selection.ts'
import { skusOf } from './skus-of.ts'

const weeks = 8
/** Candidates that are looked at one by one, and what is told of them. */
const candidates = 200
const most = 5

const columns = {
  id: sql<string>`c.key::text`,
  name: sql<string>`c.name`,
  portalName: sql<string | null>`c.portal_name`,
  counts: sql<number[]>`c.counts`,
}

/** What stands out in the seven days that end yesterday; see docs/decisions/0081. */
export async function oddities(asking: Asking): Promise<Oddities> {
  const { tx, now, base } = asking
  const last = dayOf(now.getTime()) - 1
  const days = { from: formatDay(last - 6), to: formatDay(last) }
  const selection = await readSelection(tx, base, {})
  if (selection.whole) return { ...days, items: [] }
  const found: Oddity[] = []
  for (const kind of ['city', 'product', 'source'] as const)
    found.push(...(await ofKind(asking, selection, kind, last)))
  const factor = ({ now, usual }: Oddity) => now / Math.max(1, usual)
  return { ...days, items: found.sort((a, b) => factor(b) - factor(a)).slice(0, most) }
}

async function ofKind(
  { tx, store, locale }: Asking,
  selection: Selection,
  kind: OddKind,
  last: number,
): Promise<Oddity[]> {
  const looking = { tx, store }
  const first = last - 6 - 7 * weeks
  // Where each of the weeks begins, then each of the seven days.
  const starts = [
    ...Array.from({ length: weeks }, (_, at) => first + 7 * at),
    ...Array.from({ length: 7 }, (_, at) => last - 6 + at),
  ]
  const each = (of: (at: number) => string) => sql.raw(starts.map((_, at) => of(at)).join(', '))
  const now = sql.raw(`sum(${starts.flatMap((_, at) => (at < weeks ? [] : [`c[${at + 1}]`])).join(' + ')})`)
  const every =
    kind === 'product'
      ? await soldMost(looking, selection, starts)
      : await store.counts({ selection, kind, starts })
  const found = await ask(
    tx,
    columns,
    (asked) => sql`with c as (
        select s.*, ${names(kind, locale)} from (
          select key, portal_id, array[${each((at) => `sum(c[${at + 1}])`)}] as counts, ${now} as now from (${every}) e
          group by 1, 2 having ${now} >= ${leastOf[kind]} order by now desc, key limit ${candidates}) s
        ${kind === 'product' ? joinProducts : sql``})
      select ${asked} from c`,
  )
  return found.flatMap(({ id, name, portalName, counts }): Oddity[] => {
    const past = counts.slice(0, weeks)
    const days = counts.slice(weeks)
    const now = days.reduce((sum, day) => sum + day, 0)
    if (!standsOut(now, past, leastOf[kind])) return []
    const usual = mean(past)
    const since = formatDay(last - 6 + beganOn(days, usual))
    return [{ kind, id, name, portalName, now, usual, weeks: past, days, since }]
  })
}

/** Counts of SKUs as those of what they are: a product, or the SKU itself. One by one: left to itself, the planner reads every SKU. */
const asProducts = (counts: SQL) => sql`select m.key, w.portal_id, w.c from (${counts}) w
  cross join lateral (select coalesce(m.product_id, m.id) as key from sku_mapping m
    where m.portal_id = w.portal_id and m.id = w.key offset 0) m`

/**
 * Counts of the products that sold most in the last seven of the stretches. They are looked for first: all others' past would be
 * read for nothing, and a label has thousands of them.
 */
async function soldMost(
  { tx, store }: Pick<Asking, 'tx' | 'store'>,
  selection: Selection,
  starts: readonly number[],
): Promise<SQL> {
  // Two stretches of them: the last one is a day long.
  const ends = [starts[weeks], starts.at(-1)].flatMap((day) => day ?? [])
  const lately = await store.counts({ selection, kind: 'product', starts: ends })
  const now = sql`sum(c[1] + c[2])`
  const found = await ask(
    tx,
    { id: sql<string>`key::text`, portalId: sql<string>`portal_id::text` },
    (asked) => sql`select ${asked} from (${asProducts(lately)}) e
      group by key, portal_id having ${now} >= ${leastOf.product} order by ${now} desc, key limit ${candidates}`,
  )
  const skus = (await skusOf(tx, found)).map(({ id }) => id)
  const own = narrowed(selection, [...new Set(found.map(({ portalId }) => portalId))])
  return asProducts(await store.counts({ selection: own, kind: 'product', starts, skus }))
}

const joinProducts = sql`left join product p on p.portal_id = s.portal_id and p.id = s.key
  left join sku_mapping m on m.portal_id = s.portal_id and m.id = s.key left join portal o on o.id = s.portal_id`

const names = (kind: OddKind, locale: string): SQL =>
  kind === 'product'
    ? sql`coalesce(nullif(p.name->>${locale}, ''), p.name->>'es', nullif(m.name, ''), m.sku) as name, o.name as portal_name`
    : sql`s.key as name, null as portal_name`
