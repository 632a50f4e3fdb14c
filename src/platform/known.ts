import type { Actor, PortalScope } from './actor.ts'

/**
 * What a page's request has found out about its caller. It asks up to a dozen operations, and each would look up the
 * same session and the same portals: half of what a page asked of the database.
 */
export interface Known {
  actor?: Promise<Actor | undefined>
  memberships?: Promise<PortalScope[]>
  portal: Map<string, Promise<PortalScope | undefined>>
}

/** Finds the caller, or takes whom this request has found. */
export const actorOnce = (known: Known | undefined, find: () => Promise<Actor | undefined>) => {
  if (!known) return find()
  known.actor ??= find()
  return known.actor
}

/** Finds where the caller belongs, or takes what this request has found. */
export const membershipsOnce = (known: Known | undefined, find: () => Promise<PortalScope[]>) => {
  if (!known) return find()
  known.memberships ??= find()
  return known.memberships
}

/** Finds one portal as the caller reaches it, or takes what this request has found. */
export const portalOnce = (
  known: Known | undefined,
  id: string,
  find: () => Promise<PortalScope | undefined>,
) => {
  if (!known) return find()
  const found = known.portal.get(id) ?? find()
  known.portal.set(id, found)
  return found
}
