import { m } from '#paraglide/messages.js'
import { permissionKeys } from '#platform/permissions.ts'

/** What a person can give a key, as things to read rather than as twenty permissions. */
export const scopes = [
  { id: 'analytics', name: m['keys.scope.analytics'], keys: ['analytics.viewanalytics'] },
  {
    id: 'content',
    name: m['keys.scope.content'],
    keys: permissionKeys.filter((key) => key.startsWith('portal.')) as string[],
  },
  { id: 'events', name: m['keys.scope.events'], keys: ['events.viewevents'] },
] as const
export type ScopeId = (typeof scopes)[number]['id']

/** Names of what a key reads. */
export const scopesOf = (permissions: readonly string[]) =>
  scopes.filter(({ keys }) => keys.some((key) => permissions.includes(key))).map(({ name }) => name())

const examples: Record<ScopeId, string> = {
  analytics: '/api/analytics/highlights?f=2026-01-01&t=2026-01-31',
  content: '/api/portals',
  events: '/api/events',
}

/** A call that a key with these scopes may make, to try it out with. */
export const examplePath = (reads: readonly ScopeId[]) => examples[reads[0] ?? 'content']
