import type { Call } from '#platform/call.ts'

/** Whose products the caller sees: undefined for all. */
export const portalsSeen = ({ view, portals }: Pick<Call, 'view' | 'portals'>): string[] | undefined =>
  view?.kind === 'staff'
    ? undefined
    : view?.kind === 'account'
      ? portals.filter(({ accountId }) => accountId === view.accountId).map(({ id }) => id)
      : view
        ? [view.portal.id]
        : []
