import { type PermissionGroup, type PermissionKey, type Role, roleTemplates } from '#platform/permissions.ts'
import { keysOfArea } from '#platform/sole-area.ts'

interface Given {
  role: Role
  grants: readonly string[]
  denies: readonly string[]
}

/** What is added to a role and taken from it once a key is given or not: what the role says already needs no entry. */
export function toggledKeys({ role, grants, denies }: Given, key: PermissionKey, on: boolean) {
  const inRole = roleTemplates[role].includes(key)
  const [added, taken] = [grants, denies].map((keys) => keys.filter((one) => one !== key)) as [
    string[],
    string[],
  ]
  return {
    grants: on && !inRole ? [...added, key] : added,
    denies: !on && inRole ? [...taken, key] : taken,
  }
}

/** One area and nothing else, as far as the reader may give it: what is added to the role for it and taken from it. */
export function onlyArea(
  { role }: Pick<Given, 'role'>,
  area: PermissionGroup,
  mayGive: (key: PermissionKey) => boolean,
) {
  const template = roleTemplates[role]
  const wanted = keysOfArea(area).filter((key) => template.includes(key) || mayGive(key))
  return {
    grants: wanted.filter((key) => !template.includes(key)),
    denies: template.filter((key) => !wanted.includes(key)),
  }
}
