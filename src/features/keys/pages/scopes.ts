import { m } from '#paraglide/messages.js'

/** A permission as it may be given to a key. */
export interface Scope {
  permission: string
  read: boolean
  write: boolean
}

/** What a key may do in an area. */
export const levels = ['none', 'read', 'write'] as const
export type Level = (typeof levels)[number]

/** Permissions as things to read and to change rather than as twenty keys; areas are groups of permissions. */
const areas = [
  { id: 'analytics', name: m['keys.scope.analytics'], groups: ['analytics'] },
  { id: 'content', name: m['keys.scope.content'], groups: ['portal'] },
  { id: 'events', name: m['keys.scope.events'], groups: ['events'] },
  { id: 'products', name: m['keys.scope.products'], groups: ['products', 'manufacturing'] },
  { id: 'stocks', name: m['keys.scope.stocks'], groups: ['stocks'] },
  { id: 'billing', name: m['keys.scope.billing'], groups: ['billing'] },
  { id: 'communications', name: m['keys.scope.communications'], groups: ['communications'] },
  { id: 'activity', name: m['keys.scope.activity'], groups: ['staff'] },
] as const
export type AreaId = (typeof areas)[number]['id']
export type Levels = Partial<Record<AreaId, Level>>

const within = ({ groups }: (typeof areas)[number], permission: string) =>
  groups.some((group) => permission.startsWith(`${group}.`))

/** The areas of which somebody may give a key something, with the levels that there are. */
export function areasOf(scopes: readonly Scope[]) {
  return areas.flatMap((area) => {
    const own = scopes.filter(({ permission }) => within(area, permission))
    const offered = levels.filter(
      (level) => level === 'none' || own.some((scope) => scope[level === 'read' ? 'read' : 'write']),
    )
    return own.length > 0 ? [{ id: area.id, name: area.name, own, offered }] : []
  })
}

/** What is asked for with the chosen levels. */
export function permissionsFor(scopes: readonly Scope[], chosen: Levels) {
  const permissions: string[] = []
  const writes: string[] = []
  for (const { id, own } of areasOf(scopes)) {
    const level = chosen[id] ?? 'none'
    if (level === 'none') continue
    const changes = own.filter(({ write }) => level === 'write' && write)
    const reads = own.filter(({ read }) => read)
    permissions.push(...new Set([...reads, ...changes].map(({ permission }) => permission)))
    writes.push(...changes.map(({ permission }) => permission))
  }
  return { permissions, writes }
}

/** Names of what a key reads, and of what it also changes. */
export function areaNames({
  permissions,
  writes,
}: {
  permissions: readonly string[]
  writes: readonly string[]
}) {
  const named = (keys: readonly string[]) => areas.filter((area) => keys.some((key) => within(area, key)))
  const changed = named(writes)
  return {
    reads: named(permissions)
      .filter((area) => !changed.includes(area))
      .map(({ name }) => name()),
    changes: changed.map(({ name }) => name()),
  }
}

const examples: Partial<Record<AreaId, string>> = {
  analytics: '/api/analytics/highlights?f=2026-01-01&t=2026-01-31',
  content: '/api/portals',
  events: '/api/events',
  products: '/api/products',
  stocks: '/api/orders',
}

/** A call that a key with these levels may make, to try it out with. */
export function examplePath(chosen: Levels): string {
  const found = areas.find(({ id }) => (chosen[id] ?? 'none') !== 'none' && examples[id])
  return (found && examples[found.id]) ?? '/api/portals'
}
