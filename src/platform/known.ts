import type { Actor, PortalScope } from './actor.ts'

/**
 * What a page's request has found out about its caller. It asks up to a dozen operations, and each would look up the
 * same session and the same portals: half of what a page asked of the database.
 */
export interface Known {
  actor?: Promise<Actor | undefined>
  portals?: Promise<PortalScope[]>
  portal: Map<string, Promise<PortalScope | undefined>>
}

/** Finds the caller, or takes whom this request has found. */
export const actorOnce = (known: Known | undefined, find: () => Promise<Actor | undefined>) => {
  if (!known) return find()
  known.actor ??= find()
  return known.actor
}

/** Finds the caller's portals, or takes those that this request has found. */
export const portalsOnce = (known: Known | undefined, find: () => Promise<PortalScope[]>) => {
  if (!known) return find()
  known.portals ??= find()
  return known.portals
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
