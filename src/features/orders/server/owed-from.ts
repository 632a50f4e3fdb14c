import { type SQL, sql } from 'drizzle-orm'
import { businessTimeZone } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { fileMark } from './order-snapshot.ts'
import { owedFrom } from './table.ts'

const zone = sql.raw(`'${businessTimeZone}'`)

/**
 * SQL: when a line of a product is owed that happened at a moment. What is sold before its release is owed at its release,
 * and what comes back of it before as well; null where it is owed when it happened. See decision 0074.
 * @param product alias of a row of `product`, or of one that is not there
 */
export const owedAtRelease = (product: string, at: string): string => {
  const release = `(${product}.release_on::timestamp at time zone '${businessTimeZone}')`
  return `case when ${product}.format = 'presave' and ${release} > ${at} then ${release} end`
}

/**
 * SQL: the split that a line of an order that was placed at a moment is shared by, null for none: the day of the order decides
 * for what comes back of it too. See the decision on splits, 0084.
 */
export const splitOf = (portalId: string, productId: string, placedAt: string): string =>
  `split_of(${portalId}, ${productId}, (${placedAt} at time zone '${businessTimeZone}')::date)`

/**
 * SQL: does a line count in a month of the ledger by now? In the one in which it happened, or where `owed_at` says so in
 * that one, as soon as it has come.
 * @param month its first day
 */
export const owedIn = (month: SQL): SQL => sql`(${asHappened(month)} or ${asTold(month)})`

/**
 * SQL: columns of the lines of one portal that count in a month by now, from `order_line` or a table like it. As two reads, each by
 * an index of its own: asked for with `or`, all lines of the portal are read.
 */
export const owedLines = (
  columns: SQL,
  {
    table = sql`order_line`,
    portalId,
    month,
    where = sql`true`,
  }: Record<'portalId' | 'month', SQL> & {
    table?: SQL
    where?: SQL
  },
): SQL => {
  const lines = (owed: SQL) =>
    sql`select ${columns} from ${table} where portal_id = ${portalId} and ${owed} and ${where}`
  return sql`${lines(asHappened(month))} union all ${lines(asTold(month))}`
}

const startOf = (month: SQL) => sql`(${month}::timestamp at time zone ${zone})`
const endOf = (month: SQL) => sql`((${month}::date + interval '1 month')::timestamp at time zone ${zone})`
const asHappened = (month: SQL) => sql`owed_at is null and at >= ${startOf(month)} and at < ${endOf(month)}`
const asTold = (month: SQL) =>
  sql`owed_at >= ${startOf(month)} and owed_at < ${endOf(month)} and owed_at <= now()`

/**
 * From when on the sales of a source are owed, where nothing is said of it yet: what a shop sold before it was connected was
 * settled there, or is somebody else's; see decision 0067.
 */
export const oweFrom = (tx: Tx, portalIds: readonly string[], source: string, day: string) =>
  tx
    .insert(owedFrom)
    .values(portalIds.map((portalId) => ({ portalId, source, day })))
    .onConflictDoNothing()

/** The day from which a source's sales are owed; null where all of them are. */
export async function owedFromOf(tx: Tx, portalId: string, source: string): Promise<string | null> {
  const [row] = await tx
    .select({ day: owedFrom.day })
    .from(owedFrom)
    .where(sql`${owedFrom.portalId} = ${portalId} and ${owedFrom.source} = ${source}`)
  return row?.day ?? null
}

/** Says it anew, and moves what was sold: what is owed now comes into the next bill, what is no longer owed leaves it. */
export async function changeOwedFrom(tx: Tx, portalIds: readonly string[], source: string, day: string) {
  const portals = sql`any(${`{${portalIds.join(',')}}`}::uuid[])`
  await tx
    .insert(owedFrom)
    .values(portalIds.map((portalId) => ({ portalId, source, day })))
    .onConflictDoUpdate({ target: [owedFrom.portalId, owedFrom.source], set: { day } })
  const owedAt = sql`case when (o.placed_at at time zone ${zone})::date < ${day}::date then 'infinity'::timestamptz
    when l.owed_at = 'infinity' then ${sql.raw(owedAtRelease('p', 'l.at'))} else l.owed_at end`
  await tx.execute(sql`update order_line l set owed_at = x.owed_at
    from (select l.portal_id, l.order_id, l.kind, l.ordinal, ${owedAt} as owed_at from order_line l
      join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
      left join product p on p.portal_id = l.portal_id and p.id = l.product_id
      where l.portal_id = ${portals} and o.portal_id = ${portals} and o.source = ${source}
        -- What a file had brought was owed before.
        and not exists (select from order_state t where t.portal_id = o.portal_id and t.source = o.source
          and t.external_id = o.external_id and t.firsts ? ${fileMark})) x
    where l.portal_id = x.portal_id and l.order_id = x.order_id and l.kind = x.kind and l.ordinal = x.ordinal
      and l.owed_at is distinct from x.owed_at`)
}
