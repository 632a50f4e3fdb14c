import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { person } from '#features/account/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { changedSince, pageRows } from '#platform/paging.ts'
import { keptPlan } from '#platform/prepared.ts'
import { iso, type RowOf, select } from '#platform/select.ts'
import type { AppNews, AppUpdate, AppUpdateDraft } from '../contract.ts'
import { appUpdate, appUpdateSeen } from './table.ts'

/** As much of the changelog as somebody reads at once. */
const newsShown = 20

const u = alias(appUpdate, 'u')
const news = { id: u.id, title: u.title, body: u.body, publishedAt: iso(sql<Date>`u.published_at`) }
const columns = {
  id: u.id,
  title: u.title,
  body: u.body,
  publishedAt: iso(u.publishedAt),
  seen: sql<number>`(select count(*)::int from app_update_seen s where s.until >= u.published_at)`,
  version: u.version,
  updatedAt: iso(u.updatedAt),
  total: sql<number>`count(*) over ()::int`,
}

/** What is new, newest first, whether any of it is newer than what the person has seen, and whether the tour is due. */
export async function newsFor(tx: Tx, personId: string, now: Date) {
  const items: AppNews[] = await select(
    tx,
    news,
    sql`app_update u where ${keptPlan} u.published_at <= ${now} order by u.published_at desc, u.id desc limit ${newsShown}`,
  )
  const [known] = await tx
    .select({ until: appUpdateSeen.until, tourEndedAt: person.tourEndedAt })
    .from(person)
    .leftJoin(appUpdateSeen, eq(appUpdateSeen.personId, person.id))
    .where(eq(person.id, personId))
  const [newest] = items
  return {
    showAppUpdates: !!newest && (!known?.until || Date.parse(newest.publishedAt) > known.until.getTime()),
    showTour: known?.tourEndedAt === null,
    items,
  }
}

/** Remembers that somebody has been through the first-run tour; the first time stays. */
export async function endTour(tx: Tx, personId: string, now: Date): Promise<void> {
  await tx
    .update(person)
    .set({ tourEndedAt: now })
    .where(and(eq(person.id, personId), isNull(person.tourEndedAt)))
}

/** Remembers that somebody has seen everything up to an entry; never back to an older one. */
export async function seeNews(tx: Tx, personId: string, updateId: string): Promise<void> {
  const [row] = await tx.select().from(appUpdate).where(eq(appUpdate.id, updateId))
  if (!row?.publishedAt) throw new NotFound()
  await tx
    .insert(appUpdateSeen)
    .values({ personId, until: row.publishedAt })
    .onConflictDoUpdate({
      target: appUpdateSeen.personId,
      set: { until: sql`greatest(${appUpdateSeen.until}, excluded.until)` },
    })
}

const find = (tx: Tx, page: number, updateId?: string) =>
  select(
    tx,
    columns,
    sql`app_update u where ${updateId ? sql`u.id = ${updateId}` : changedSince(sql`u.updated_at`)}
      order by u.published_at desc nulls first, u.id desc ${pageRows(page)}`,
  )

const toUpdate = ({ total: _, ...update }: RowOf<typeof columns>): AppUpdate => update

/** A page of the changelog with its drafts, drafts first. */
export async function listUpdates(tx: Tx, page: number) {
  const found = await find(tx, page)
  return { items: found.map(toUpdate), total: found[0]?.total ?? 0 }
}

/** One entry. @throws NotFound */
export async function updateById(tx: Tx, updateId: string): Promise<AppUpdate> {
  const [row] = await find(tx, 1, updateId)
  if (!row) throw new NotFound()
  return toUpdate(row)
}

const written = ({ es, en }: { es: string; en?: string | undefined }) => (en ? { es, en } : { es })

/** Writes an entry down; published ones show from now on. */
export async function createUpdate(tx: Tx, draft: AppUpdateDraft, now: Date): Promise<AppUpdate> {
  const id = v7()
  await tx.insert(appUpdate).values({
    id,
    title: written(draft.title),
    body: written(draft.body),
    publishedAt: draft.published ? now : null,
  })
  return updateById(tx, id)
}

/** Locks an entry and answers its version. */
export async function updateVersion(tx: Tx, updateId: string): Promise<number | undefined> {
  const [row] = await tx.select().from(appUpdate).where(eq(appUpdate.id, updateId)).for('update')
  return row?.version
}

/** Changes an entry; one that was published keeps its moment, so that nobody is told twice. */
export async function changeUpdate(tx: Tx, updateId: string, draft: AppUpdateDraft, now: Date) {
  await tx
    .update(appUpdate)
    .set({
      title: written(draft.title),
      body: written(draft.body),
      publishedAt: draft.published ? sql`coalesce(${appUpdate.publishedAt}, ${now})` : null,
      version: sql`${appUpdate.version} + 1`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(eq(appUpdate.id, updateId))
  return updateById(tx, updateId)
}

/** Deletes an entry and answers what it was. */
export async function deleteUpdate(tx: Tx, updateId: string) {
  const [deleted] = await tx.delete(appUpdate).where(eq(appUpdate.id, updateId)).returning()
  if (!deleted) throw new NotFound()
  return deleted
}
