import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import type { Role } from '#platform/permissions.ts'
import { roleNames } from '#ui/role-names.ts'
import { groupNames } from './role-words.ts'
import { soleArea } from './toggled-keys.ts'

interface Given {
  role: Role
  grants: readonly string[]
  denies: readonly string[]
}

/** What somebody was given, as it is: «Editor», «Solo eventos», «Editor, 3 cambios». */
export function givenWord(given: Given): string {
  const role = roleNames[given.role]()
  const count = given.grants.length + given.denies.length
  if (count === 0) return role
  const sole = soleArea(given)
  if (sole)
    return m['roles.given.only']({ area: (groupNames[sole]?.() ?? sole).toLocaleLowerCase(getLocale()) })
  return count === 1 ? m['roles.given.changedOne']({ role }) : m['roles.given.changed']({ role, count })
}
