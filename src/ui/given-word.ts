import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import type { Role } from '#platform/permissions.ts'
import { soleArea } from '#platform/sole-area.ts'
import { roleName } from './role-names.ts'

/** A role, and what was given beside it or taken from it, as answers tell it. */
interface Given {
  role: string
  grants: readonly string[]
  denies: readonly string[]
}

/** The areas of rights of a portal's team. */
export const groupNames: Record<string, () => string> = {
  analytics: m['roles.group.analytics'],
  events: m['roles.group.events'],
  billing: m['roles.group.billing'],
  portal: m['roles.group.portal'],
  team: m['roles.group.team'],
  stocks: m['roles.group.stocks'],
  comunity: m['roles.group.comunity'],
}

/** What somebody was given, as it is: «Editor», «Solo eventos», «Editor, 3 cambios». Wherever a role is told. */
export function givenWord({ role: kind, grants, denies }: Given): string {
  const role = roleName(kind)
  const count = grants.length + denies.length
  if (count === 0) return role
  const sole = soleArea(kind as Role, grants, denies)
  if (sole)
    return m['roles.given.only']({ area: (groupNames[sole]?.() ?? sole).toLocaleLowerCase(getLocale()) })
  return count === 1 ? m['roles.given.changedOne']({ role }) : m['roles.given.changed']({ role, count })
}
