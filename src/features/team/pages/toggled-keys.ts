import { type PermissionKey, type Role, roleTemplates } from '#platform/permissions.ts'

interface Given {
  role: Role
  grants: string[]
  denies: string[]
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
