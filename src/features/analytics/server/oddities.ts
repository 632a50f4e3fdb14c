import { type SQL, sql } from 'drizzle-orm'
import { ask } from '#platform/select.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { beganOn, leastOf, mean, standsOut } from '../odd.ts'
import type { Oddities, Oddity, OddKind } from '../why-contract.ts'
import type { Asking } from './detail.ts'
import type { Span } from './period.ts'
import { salesFacts } from './sales-facts.ts'
import { readSelection, type Selection } from './selection.ts'
import { visitFacts } from './visit-facts.ts'

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
  { tx, locale }: Asking,
  selection: Selection,
  kind: OddKind,
  last: number,
): Promise<Oddity[]> {
  const spans: Span[] = [
    ...Array.from({ length: weeks }, (_, at) => {
      const first = last - 6 - 7 * (weeks - at)
      return { first, last: first + 6 }
    }),
    ...Array.from({ length: 7 }, (_, at) => ({ first: last - 6 + at, last: last - 6 + at })),
  ]
  const counted = (span: Span, at: number) =>
    kind === 'source'
      ? sql`select key, ${sql.raw(String(at))} as at, visits::float8 as n from (${visitFacts(selection, span, 'source')}) f where key <> ''`
      : kind === 'city'
        ? sql`select key, ${sql.raw(String(at))} as at, units::float8 as n from (${salesFacts(selection, span, 'city', undefined, ['units'])}) f where key like '%/_%'`
        : sql`select coalesce(m.product_id, m.id)::text as key, ${sql.raw(String(at))} as at, f.units::float8 as n
            from (${salesFacts(selection, span, 'sku', undefined, ['units'])}) f
            join sku_mapping m on m.id = f.key and ${selection.inPortals(sql`m.portal_id`)}`
  const every = sql.join(spans.map(counted), sql` union all `)
  const sums = sql.join(
    spans.map((_, at) => sql.raw(`coalesce(sum(n) filter (where at = ${at}), 0)`)),
    sql`, `,
  )
  const found = await ask(
    tx,
    columns,
    (asked) => sql`with c as (
        select s.*, ${names(kind, locale)} from (
          select key, array[${sums}] as counts, sum(n) filter (where at >= ${weeks}) as now from (${every}) e
          group by 1 having sum(n) filter (where at >= ${weeks}) >= ${leastOf[kind]} order by now desc, key limit ${candidates}) s
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

const joinProducts = sql`left join product p on p.id = s.key::uuid
  left join sku_mapping m on m.id = s.key::uuid left join portal o on o.id = coalesce(p.portal_id, m.portal_id)`

const names = (kind: OddKind, locale: string): SQL =>
  kind === 'product'
    ? sql`coalesce(nullif(p.name->>${locale}, ''), p.name->>'es', nullif(m.name, ''), m.sku) as name, o.name as portal_name`
    : sql`s.key as name, null as portal_name`
