import type { Access } from './access.ts'
import { permissionGroups } from './permissions.ts'

/** Tags of what no key opens: who people are, what they hold, and keys. */
const personal: readonly string[] = ['account', 'calendars', 'keys', 'spy', 'staff', 'team', 'contacts']

const portalKeys = permissionGroups.portal.map((action) => `portal.${action}`)

/** Permissions of which one, or all, are asked for; none where no permission decides. */
function guardsOf(access: Access): readonly string[] {
  if (access === 'reader') return portalKeys
  if (typeof access === 'string') return access.includes('.') ? [access] : []
  if ('anyOf' in access) return access.anyOf
  if ('allOf' in access) return access.allOf
  return 'staff' in access ? [access.staff] : [...portalKeys, access.reader]
}

/** Who may call, and whether it changes something. */
interface Declared {
  access: Access
  read?: boolean | undefined
}

const scopes = () => ({ read: new Set<string>(), write: new Set<string>() })
const opened = { members: scopes(), staff: scopes() }

/** Permissions that open something to a program with a key: of a member, or of staff. */
export const openedByKeys = (staff: boolean) => (staff ? opened.staff : opened.members)

/**
 * May programs with a key call what is declared? Unless it says so itself: what a permission guards, but for what is
 * personal and for writes of billing. Notes which permissions open it.
 */
export function openToKeys(declared: Declared & { tag: string; apiKey?: boolean | undefined }): boolean {
  const { access, tag, read } = declared
  const guards = guardsOf(access)
  const open =
    declared.apiKey ?? (guards.length > 0 && !personal.includes(tag) && (read === true || tag !== 'billing'))
  if (!open) return false
  const kind = read ? 'read' : 'write'
  const ofStaff = typeof access === 'object' && 'staff' in access
  for (const guard of guards) {
    opened.staff[kind].add(guard)
    if (!ofStaff) opened.members[kind].add(guard)
  }
  return true
}

/**
 * What a key needs for an operation: each of these sets is enough. Writes need a permission to change with; what whoever
 * reaches a portal may read opens with any permission of portals, and what no permission guards with any key.
 */
export function keyScopesOf({ access, read }: Declared): string[][] {
  const guards = guardsOf(access).map((guard) => (read ? guard : `${guard}:write`))
  if (guards.length === 0) return [[]]
  return typeof access === 'object' && 'allOf' in access ? [guards] : guards.map((guard) => [guard])
}
