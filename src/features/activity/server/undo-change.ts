import { eq, type SQL, sql } from 'drizzle-orm'
import { writeActivity } from '#platform/activity.ts'
import type { OpenCall } from '#platform/call.ts'
import type { Locale } from '#platform/constants.ts'
import { asService, elevated, rows, type Tx } from '#platform/db.ts'
import { AppError, Conflict, type FieldError, NotFound } from '#platform/errors.ts'
import { reachOf, resolveScope } from '#platform/scope.ts'
import { select } from '#platform/select.ts'
import { keptRow } from '#platform/table.ts'
import { comingBack, type KeptTable, keptTables } from '#platform/undo.ts'
import { columnWords, fieldOf } from './activity-words.ts'
import { nameIn, said } from './changes.ts'
import { inOnePortal, stillKept, undoableOf } from './undoable.ts'

type Kept = typeof keptRow.$inferSelect
type Values = Record<string, unknown>

/** What one row was before the change, and what the change left of it. */
interface Changed {
  table: KeptTable
  was: Values
  /** Null: nothing. */
  became: Values | null
}

/**
 * Takes a change back, all of it or nothing: what was deleted is there again under its own id, what was changed is what it
 * was, unless somebody has changed it since. It happens where the change happened and under its policies, for whoever
 * may do what was done. @throws NotFound, Forbidden; Conflict for what is done already or stands against it.
 */
export async function undoChange(call: OpenCall, requestId: string): Promise<null> {
  const { database, actor } = call
  const kept = await database.transaction(asService('undo'), (tx) =>
    tx.select().from(keptRow).where(eq(keptRow.requestId, requestId)).orderBy(keptRow.id),
  )
  const [first] = kept
  const meta = first && undoableOf(first.action)
  if (!first || !meta || !actor) throw new NotFound()
  const one = inOnePortal(meta)
  if (!one && first.actorId !== actor.person.id) throw new NotFound()
  const where = one ? { ...meta, scope: 'portal' as const } : meta
  const scoped = await resolveScope(call, where, actor, { portalId: first.portalId }, {})
  await database.transaction(reachOf(where, scoped), async (tx) => {
    if (!(await isMine(tx, requestId))) throw new Conflict('activity.undone')
    const changes = changesIn(kept)
    for (const change of changes)
      await (change.became ? setBack(tx, change, call.locale) : bringBack(tx, change))
    const portals = await portalsOf(tx, kept)
    const told = toldOf(first.action, changes)
    const entries = portals.length === 0 ? [told] : portals.map((portal) => ({ ...told, portal }))
    await writeActivity({ ...call, ...scoped, tx }, entries)
  })
  return null
}

/** Each hears of it, for its page shows what was changed. */
const portalsOf = (tx: Tx, kept: readonly Kept[]) => {
  const ids = new Set(kept.flatMap(({ portalId }) => portalId ?? []))
  return select(
    tx,
    { id: sql<string>`id`, accountId: sql<string>`account_id` },
    sql`portal where id = any(${sql.param(`{${[...ids].join(',')}}`)}::uuid[])`,
  )
}

/** Of two who take the same change back at once, one does. */
const isMine = (tx: Tx, requestId: string): Promise<boolean> =>
  elevated(tx, 'undo', async () => {
    const found = await rows(
      tx,
      sql`update kept_row set undone_at = clock_timestamp() where request_id = ${requestId} and ${stillKept} returning 1`,
    )
    return found.length > 0
  })

/** A row that was changed several times was what it was first, and is what it became last. Parents come first. */
function changesIn(kept: readonly Kept[]): Changed[] {
  const found = new Map<string, Changed>()
  for (const { inTable: table, was, became } of kept) {
    const key = `${table} ${was.id}`
    found.set(key, { table, was: found.get(key)?.was ?? was, became })
  }
  return [...found.values()].sort((a, b) => keptTables.indexOf(a.table) - keptTables.indexOf(b.table))
}

const asItMayBe = async (tx: Tx, table: KeptTable, was: Values): Promise<Values> =>
  (await comingBack.get(table)?.(tx, was)) ?? was

async function bringBack(tx: Tx, { table, was }: Changed) {
  const name = sql.identifier(table)
  await standing(async () => {
    const back = await asItMayBe(tx, table, was)
    await tx.execute(
      sql`insert into ${name} select * from jsonb_populate_record(null::${name}, ${JSON.stringify(back)}::jsonb)`,
    )
  })
}

/** Counted on: who edits it still holds the version before. */
const moving = ['version', 'updated_at']

async function setBack(tx: Tx, { table, was: before, became }: Changed, locale: Locale) {
  const was = await standing(() => asItMayBe(tx, table, before))
  const differs = Object.keys(was).filter(
    (column) => !moving.includes(column) && JSON.stringify(was[column]) !== JSON.stringify(became?.[column]),
  )
  if (differs.length === 0) return
  const name = sql.identifier(table)
  const list = (columns: SQL[]) => sql.join(columns, sql`, `)
  const counted = 'version' in was ? [sql`version = t.version + 1`] : []
  const touched = 'updated_at' in was ? [sql`updated_at = clock_timestamp()`] : []
  const set = differs.map((column) => sql`${sql.identifier(column)} = w.${sql.identifier(column)}`)
  const same = differs.map((column) => sql`to_jsonb(t.${sql.identifier(column)})`)
  const left = differs.map((column) => sql`to_jsonb(b.${sql.identifier(column)})`)
  const record = (values: Values | null) =>
    sql`jsonb_populate_record(null::${name}, ${JSON.stringify(values)}::jsonb)`
  const done = await standing(() =>
    rows(
      tx,
      sql`update ${name} t set ${list([...set, ...counted, ...touched])} from ${record(was)} w, ${record(became)} b
        where t.id = w.id and (${list(same)}) is not distinct from (${list(left)}) returning 1`,
    ),
  )
  if (done.length > 0) return
  const now = await rows<{ now: Values }>(
    tx,
    sql`select to_jsonb(t) as now from ${name} t where t.id = ${String(was.id)}::uuid`,
  )
  throw new AppError(409, 'activity.changedSince', {
    fields: writtenSince(differs, became, now[0]?.now, locale),
  })
}

/** What somebody has written over it, field by field with what stands there now. */
function writtenSince(
  columns: string[],
  became: Values | null,
  now: Values | undefined,
  locale: Locale,
): Record<string, FieldError> {
  const since = columns.filter((column) => JSON.stringify(now?.[column]) !== JSON.stringify(became?.[column]))
  return Object.fromEntries(
    (now ? since : []).map((column): [string, FieldError] => {
      const field = columnWords(column, locale)
      const value = said(fieldOf(column), now?.[column], locale)
      return [
        fieldOf(column),
        value === null
          ? { code: 'activity.emptySince', params: { field } }
          : { code: 'activity.writtenSince', params: { field, value } },
      ]
    }),
  )
}

/** A name that somebody took meanwhile, or a thing that it belonged to and that is gone. */
async function standing<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const { code } = ((error as { cause?: unknown }).cause ?? error) as { code?: string }
    if (error instanceof AppError || code === '23505' || code === '23503')
      throw new Conflict('activity.standsAgainst')
    throw error
  }
}

/** Of several rows none has the name of what was undone. */
function toldOf(undone: string, changes: ReturnType<typeof changesIn>) {
  const [row] = changes
  const name = changes.length === 1 ? nameIn(null, row?.was) : null
  return { targetId: String(row?.was.id), after: { undone, ...(name ? { name } : {}) } }
}
