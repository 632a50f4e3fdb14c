import { type AnyRoute, notFound } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Api } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { deniedPart } from './navigation.ts'

interface Entering {
  context: { api: Api; session: Session | null }
  location: { pathname: string }
}
type Enter = (entering: Entering) => unknown
const guarded = new WeakSet<AnyRoute['options']>()

/**
 * Before a page below the shell does anything: does its address ask for a permission that is lacking? Then `shown` stands
 * in its place and says which and who gives it. A page need not remember to.
 */
export function guardParts(routes: readonly AnyRoute[], shown: ComponentType<{ data?: unknown }>): void {
  for (const route of routes) {
    const options = route.options as { beforeLoad?: Enter; notFoundComponent?: unknown }
    if (!route.id.startsWith('/_app/') || guarded.has(route.options)) continue
    guarded.add(route.options)
    const enter = options.beforeLoad
    options.notFoundComponent ??= shown
    options.beforeLoad = (entering) => {
      const denied = deniedPart(entering.context.session, entering.location.pathname)
      if (!denied) return enter?.(entering)
      return entering.context.api.team.explainAccess(denied).then((why) => {
        throw notFound({ routeId: route.id as '/_app/account', data: { ...denied, why } })
      })
    }
  }
}

/** Was a page left out because a permission is lacking? */
export const lacksRight = (matches: readonly { status: string; error: unknown }[]): boolean =>
  matches.some(
    ({ status, error }) => status === 'notFound' && (error as { data?: unknown })?.data !== undefined,
  )
