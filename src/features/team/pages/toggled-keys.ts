import {
  memberKeys,
  type PermissionGroup,
  type PermissionKey,
  permissionGroups,
  type Role,
  roleTemplates,
} from '#platform/permissions.ts'

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

/** Keys of other areas without which one of these is done by halves: an event that one may not show on the portal. */
const alsoOf: Partial<Record<PermissionGroup, readonly PermissionKey[]>> = { events: ['portal.editevents'] }

/** Every key of an area, and those without which it is done by halves. */
const keysOfArea = (area: PermissionGroup): PermissionKey[] => [
  ...permissionGroups[area].map((action) => `${area}.${action}` as PermissionKey),
  ...(alsoOf[area] ?? []),
]

/** The one area that all of somebody's keys belong to; undefined where there are none, or of several. */
export function soleArea({ role, grants, denies }: Given): PermissionGroup | undefined {
  const keys = [...memberKeys(role, grants, denies)]
  const areas = Object.keys(permissionGroups) as PermissionGroup[]
  return areas.find((area) => {
    const own: readonly string[] = keysOfArea(area)
    return keys.some((key) => key.startsWith(`${area}.`)) && keys.every((key) => own.includes(key))
  })
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
