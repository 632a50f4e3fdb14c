import type { Actor } from './actor.ts'
import { currentPortal, labelsOf, membershipsOf, portalOf, staffKeys } from './actor-portals.ts'
import { demand, hiddenOrForbidden, mayKnowPortals } from './admission.ts'
import type { CallContext, Scoped, View } from './call.ts'
import type { Database, Reach } from './db.ts'
import { Forbidden } from './errors.ts'
import { membershipsOnce, portalOnce } from './known.ts'
import type { OperationMeta } from './operation.ts'
import type { PlaceAsked } from './portal-rows.ts'

export interface RowOwner<Input> {
  /** Scope `row`: the portal that owns the row which the path names; undefined when there is none. */
  portalOf?: (database: Database, input: Input) => Promise<string | undefined>
}

/**
 * Where in the product a call takes place, by its declaration: one portal, the caller's view, or nowhere.
 * @throws NotFound or Forbidden, whichever the caller may know, when that place is not theirs.
 */
export async function resolveScope<I>(
  { database, known }: Pick<CallContext, 'database' | 'known'>,
  meta: OperationMeta,
  actor: Actor | undefined,
  raw: unknown,
  options: RowOwner<I>,
): Promise<Scoped> {
  const nothing: Scoped = { actor, portal: undefined, view: undefined, memberships: undefined }
  if (meta.access === 'public' || !actor) return nothing

  if (meta.scope === 'portal' || meta.scope === 'row')
    return { ...nothing, portal: await portalAsked({ database, known }, meta, actor, raw, options) }

  const memberships = needsPortals(meta)
    ? await membershipsOnce(known, () => membershipsOf(database, actor))
    : undefined
  const current = await currentPortal(database, actor, memberships ?? [])
  demand(actor, actor.person.staff ? staffKeys(actor.person) : (current?.keys ?? new Set()), meta.access)
  if (meta.scope === 'none') return { ...nothing, memberships }
  if (actor.person.staff) return { ...nothing, view: { kind: 'staff' }, memberships }
  if (!current) throw new Forbidden()
  return { ...nothing, memberships, view: viewFrom(current, actor) }
}

async function portalAsked<I>(
  { database, known }: Pick<CallContext, 'database' | 'known'>,
  meta: OperationMeta,
  actor: Actor,
  raw: unknown,
  options: RowOwner<I>,
): Promise<NonNullable<Scoped['portal']>> {
  const id = meta.scope === 'portal' ? uuidOf(raw, 'portalId') : await options.portalOf?.(database, raw as I)
  const portal = id ? await portalOnce(known, id, () => portalOf(database, actor, id)) : undefined
  if (!portal) throw hiddenOrForbidden(actor, meta.access)
  // Staff without any portal key may not know which portals exist.
  if (actor.person.staff && !mayKnowPortals(portal.keys, meta.access)) throw new Forbidden()
  demand(actor, portal.keys, meta.access)
  return portal
}

const viewFrom = (current: NonNullable<Scoped['portal']>, { person }: Actor): View =>
  current.label && !person.limits?.portalId
    ? { kind: 'account', accountId: current.accountId, portal: current }
    : { kind: 'portal', portal: current }

/** What a call will ask of its caller's place, by its declaration and what it was sent. */
export const placeAsked = (meta: OperationMeta, raw: unknown): PlaceAsked =>
  meta.scope === 'portal'
    ? { portalId: uuidOf(raw, 'portalId') }
    : { memberships: meta.scope !== 'row' && meta.access !== 'public' && needsPortals(meta) }

const needsPortals = (meta: OperationMeta) =>
  meta.scope === 'view' || !['signedIn', 'staff', 'super'].includes(meta.access as string)

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** A path's id, or undefined when it cannot be one: what is no id does not exist. */
export function uuidOf(raw: unknown, name: string): string | undefined {
  const value = (raw as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'string' && uuidPattern.test(value) ? value : undefined
}

/** Which rows the call's transaction may touch: those of its place, and for staff all. */
export function reachOf(meta: OperationMeta, scoped: Scoped): Reach {
  const { actor, portal, memberships = [], view } = scoped
  // What is for everybody is the same for everybody, signed in or not.
  if (
    meta.access === 'public' ||
    !actor ||
    actor.person.staff ||
    (meta.scope === 'none' && !needsPortals(meta))
  )
    return { role: 'service' }
  const member = { role: 'member' as const, personId: actor.person.id }
  if (portal) {
    const labels = meta.siblings ? labelsOf([portal], actor.person) : []
    return { ...member, portals: [portal.id], accounts: [portal.accountId], labels }
  }
  if (view?.kind === 'portal')
    return { ...member, portals: [view.portal.id], accounts: [view.portal.accountId] }
  if (view?.kind === 'account')
    return { ...member, portals: [], accounts: [view.accountId], labels: [view.accountId] }
  return {
    ...member,
    portals: memberships.map(({ id }) => id),
    accounts: [...new Set(memberships.map(({ accountId }) => accountId))],
    labels: labelsOf(memberships, actor.person),
  }
}
