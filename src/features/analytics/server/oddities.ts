import { type SQL, sql } from 'drizzle-orm'
import { ask } from '#platform/select.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { beganOn, leastOf, mean, standsOut } from '../odd.ts'
import type { Oddities, Oddity, OddKind } from '../why-contract.ts'
import type { Asking } from './detail.ts'
import { readSelection, type Selection } from './selection.ts'

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
  const first = last - 6 - 7 * weeks
  // Where each of the weeks begins, then each of the seven days.
  const starts = [
    ...Array.from({ length: weeks }, (_, at) => first + 7 * at),
    ...Array.from({ length: 7 }, (_, at) => last - 6 + at),
  ]
  const each = (of: (at: number) => string) => sql.raw(starts.map((_, at) => of(at)).join(', '))
  const counts = await store.counts({ selection, kind, starts })
  // One by one: left to itself, the planner reads every SKU of everybody.
  const every =
    kind === 'product'
      ? sql`select m.key, w.portal_id, w.c from (${counts}) w
          cross join lateral (select coalesce(m.product_id, m.id) as key from sku_mapping m
            where m.portal_id = w.portal_id and m.id = w.key offset 0) m`
      : counts
  const now = sql.raw(`sum(${starts.flatMap((_, at) => (at < weeks ? [] : [`c[${at + 1}]`])).join(' + ')})`)
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

const joinProducts = sql`left join product p on p.portal_id = s.portal_id and p.id = s.key
  left join sku_mapping m on m.portal_id = s.portal_id and m.id = s.key left join portal o on o.id = s.portal_id`

const names = (kind: OddKind, locale: string): SQL =>
  kind === 'product'
    ? sql`coalesce(nullif(p.name->>${locale}, ''), p.name->>'es', nullif(m.name, ''), m.sku) as name, o.name as portal_name`
    : sql`s.key as name, null as portal_name`
