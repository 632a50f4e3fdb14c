import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { namesOf } from '#features/account/server/names-of.ts'
import type { View } from '#platform/call.ts'
import type { Tx } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import type { SavedView, SavedViewDraft } from '../contract.ts'
import { checkQuery } from './saved-query.ts'
import { savedView } from './table.ts'

/** Whose saved views: the person's own in this account (staff: of staff), and the shared ones there. */
export interface Reader {
  personId: string
  name: string
  view: View
}

const viewsMax = 100

const accountOf = (view: View) => (view.kind === 'staff' ? null : view.portal.accountId)
/** A label's views and one portal's are apart: their figures are of different things. */
const portalOf = (view: View) => (view.kind === 'staff' ? null : view.portal.id)

const place = ({ view }: Reader): SQL | undefined => {
  const accountId = accountOf(view)
  const portalId = portalOf(view)
  return accountId && portalId
    ? and(eq(savedView.accountId, accountId), eq(savedView.portalId, portalId))
    : isNull(savedView.accountId)
}

const columns = {
  id: savedView.id,
  name: savedView.name,
  page: savedView.page,
  query: savedView.query,
  shared: savedView.shared,
  report: savedView.report,
  version: savedView.version,
  ownerId: savedView.ownerId,
}

/** In the order of their names. */
export async function listViews(tx: Tx, reader: Reader, more?: SQL): Promise<SavedView[]> {
  const found = await tx
    .select(columns)
    .from(savedView)
    .where(and(place(reader), or(eq(savedView.ownerId, reader.personId), eq(savedView.shared, true)), more))
    .orderBy(sql`lower(${savedView.name})`, savedView.id)
  const others = found.map(({ ownerId }) => ownerId).filter((id) => id !== reader.personId)
  const names = (await namesOf(tx, [...new Set(others)])).set(reader.personId, reader.name)
  return found.map(({ ownerId, ...row }) => ({
    ...row,
    owner: { id: ownerId, name: names.get(ownerId) ?? '' },
    own: ownerId === reader.personId,
  }))
}

async function one(tx: Tx, reader: Reader, viewId: string): Promise<SavedView> {
  const [row] = await listViews(tx, reader, eq(savedView.id, viewId))
  if (!row) throw new NotFound()
  return row
}

/** @throws Conflict `savedViews.tooMany` beyond 100 a person and place. @throws BadInput `query` */
export async function createView(tx: Tx, reader: Reader, draft: SavedViewDraft): Promise<SavedView> {
  checkQuery(draft)
  const own = await tx
    .select({ id: savedView.id })
    .from(savedView)
    .where(and(place(reader), eq(savedView.ownerId, reader.personId)))
  if (own.length >= viewsMax) throw new Conflict('savedViews.tooMany', { params: { most: viewsMax } })
  const [made] = await tx
    .insert(savedView)
    .values({
      ...draft,
      ownerId: reader.personId,
      accountId: accountOf(reader.view),
      portalId: portalOf(reader.view),
    })
    .returning({ id: savedView.id })
  return one(tx, reader, made?.id ?? '')
}

/** @throws NotFound when there is none, or when it is somebody else's. @throws BadInput `query`, when that changes. */
export async function updateView(tx: Tx, reader: Reader, viewId: string, draft: SavedViewDraft) {
  const before = await one(tx, reader, viewId)
  // What was kept before it was refused can still be renamed, and its report stopped.
  if (draft.query !== before.query || draft.page !== before.page) checkQuery(draft)
  const changed = await tx
    .update(savedView)
    .set({ ...draft, version: sql`${savedView.version} + 1` })
    .where(and(eq(savedView.id, viewId), place(reader), eq(savedView.ownerId, reader.personId)))
    .returning({ id: savedView.id })
  if (changed.length === 0) throw new NotFound()
  return { before, after: await one(tx, reader, viewId) }
}

/** @throws NotFound when there is none, or when it is somebody else's. */
export async function deleteView(tx: Tx, reader: Reader, viewId: string): Promise<SavedView> {
  const before = await one(tx, reader, viewId)
  const gone = await tx
    .delete(savedView)
    .where(and(eq(savedView.id, viewId), place(reader), eq(savedView.ownerId, reader.personId)))
    .returning({ id: savedView.id })
  if (gone.length === 0) throw new NotFound()
  return before
}
