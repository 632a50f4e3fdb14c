import { and, count, eq, getTableColumns, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Tx } from '#platform/db.ts'
import { BadInput, Conflict, NotFound } from '#platform/errors.ts'
import { keyedOrder, withoutKeys } from '#platform/keyed-order.ts'
import { ownPath } from '#platform/own-path.ts'
import { changedSince, pageSize, pageStart } from '#platform/paging.ts'
import { comingBack } from '#platform/undo.ts'
import type { Redirect, RedirectDraft } from '../contract.ts'
import { redirect } from './table.ts'

type Row = typeof redirect.$inferSelect
const isExternal = (to: string) => !to.startsWith('/')

const toRedirect = ({ id, path, to, reason, version, updatedAt }: Row): Redirect => ({
  id,
  path,
  to,
  external: isExternal(to),
  reason,
  version,
  updatedAt: updatedAt.toISOString(),
})

/** As redirects are stored: without language, lower case, no slash at the end. */
export const plainPath = (path: string) => {
  const bare = path
    .replace(/[?#].*$/s, '')
    .replace(/^\/(en|es)(?=\/|$)/i, '')
    .toLowerCase()
    .replace(/\/+$/, '')
  return bare || '/'
}

/**
 * Where a path leads instead, or null. A target outside Backline counts only while its host is on the allow-list: a host
 * that was taken off it is no longer followed, whatever is stored.
 */
export async function redirectOf(tx: Tx, path: string, hosts: readonly string[]) {
  const [row] = await tx
    .select()
    .from(redirect)
    .where(eq(redirect.path, plainPath(path)))
  if (!row) return null
  if (isExternal(row.to) && !allowed(row.to, hosts)) return null
  return { to: row.to, external: isExternal(row.to), reason: row.reason }
}

/** Is this an https address of a host that is on the list, and nothing that only looks like one? */
function allowed(to: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(to)) return false
  const { protocol, host, username, password } = new URL(to)
  return protocol === 'https:' && !username && !password && hosts.includes(host.toLowerCase())
}

/** Nothing else than a path of this program. */
const isPath = (to: string) => /^[\w\-./?=&%]*$/.test(to) && ownPath(to) === to

async function refuseBad(tx: Tx, { path, to }: RedirectDraft, hosts: readonly string[], ownId?: string) {
  const from = plainPath(path)
  if (from === '/' || from === '/login')
    throw new BadInput('invalidInput', { path: { code: 'app.redirectNever' } })
  if (!isPath(to) && !allowed(to, hosts))
    throw new BadInput('invalidInput', {
      to: {
        code: hosts.length > 0 ? 'app.redirectHost' : 'app.redirectNoHosts',
        params: { hosts: hosts.join(', ') },
      },
    })
  await refuseCircle(tx, from, to, ownId)
}

async function refuseCircle(tx: Tx, from: string, to: string, ownId?: string) {
  const others = (await tx.select().from(redirect)).filter(({ id }) => id !== ownId)
  if (others.some((other) => other.path === from)) throw new Conflict('app.redirectTaken', { field: 'path' })
  const next = new Map(others.map((other) => [other.path, other.to]))
  next.set(from, to)
  const passed = new Set<string>()
  for (let at: string | undefined = from; at?.startsWith('/'); at = next.get(plainPath(at))) {
    if (passed.has(plainPath(at))) throw new BadInput('invalidInput', { to: { code: 'app.redirectCircle' } })
    passed.add(plainPath(at))
  }
}

/** Changes take turns: two halves of a circle saved at once would close it. */
const lock = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('redirects', 0))`)

/** A page of the redirects by their path. */
export async function listRedirects(tx: Tx, page: number) {
  const since = changedSince(sql`${redirect.updatedAt}`)
  const { order, after, key } = keyedOrder([{ by: sql`${redirect.path}`, as: 'text' }])
  const found = await tx
    .select({ ...getTableColumns(redirect), key })
    .from(redirect)
    .where(and(since, after))
    .orderBy(order)
    .limit(pageSize())
    .offset(pageStart(page))
  const items = withoutKeys(found)
  const [counted] = await tx.select({ total: count() }).from(redirect).where(since)
  return { items: items.map(toRedirect), total: counted?.total ?? 0 }
}

/** Leads a path elsewhere. @throws BadInput for a target off the allow-list or a circle, Conflict for a path that has one. */
export async function createRedirect(tx: Tx, draft: RedirectDraft, hosts: readonly string[]) {
  await lock(tx)
  await refuseBad(tx, draft, hosts)
  const [row] = await tx
    .insert(redirect)
    .values({ ...draft, id: v7(), path: plainPath(draft.path) })
    .returning()
  return toRedirect(row as Row)
}

/** Locks a redirect and answers its version. */
export async function redirectVersion(tx: Tx, redirectId: string): Promise<number | undefined> {
  const [row] = await tx.select().from(redirect).where(eq(redirect.id, redirectId)).for('update')
  return row?.version
}

/** Changes a redirect and answers what it was and is. @throws as `createRedirect` does. */
export async function changeRedirect(
  tx: Tx,
  redirectId: string,
  draft: RedirectDraft,
  hosts: readonly string[],
) {
  await lock(tx)
  const [before] = await tx.select().from(redirect).where(eq(redirect.id, redirectId))
  if (!before) throw new NotFound()
  await refuseBad(tx, draft, hosts, redirectId)
  const [after] = await tx
    .update(redirect)
    .set({
      ...draft,
      path: plainPath(draft.path),
      version: sql`${redirect.version} + 1`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(eq(redirect.id, redirectId))
    .returning()
  return { before: toRedirect(before), after: toRedirect(after as Row) }
}

/** Deletes a redirect and answers what it was. */
export async function deleteRedirect(tx: Tx, redirectId: string) {
  const [deleted] = await tx.delete(redirect).where(eq(redirect.id, redirectId)).returning()
  if (!deleted) throw new NotFound()
  return deleted
}

// Others may have closed the circle meanwhile.
comingBack.set('redirect', async (tx, was) => {
  await lock(tx)
  await refuseCircle(tx, String(was.path), String(was.to), String(was.id))
  return was
})
