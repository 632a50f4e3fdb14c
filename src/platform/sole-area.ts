import {
  memberKeys,
  type PermissionGroup,
  type PermissionKey,
  permissionGroups,
  type Role,
} from './permissions.ts'

/** Keys of other areas without which one of these is done by halves: an event that one may not show on the portal. */
const alsoOf: Partial<Record<PermissionGroup, readonly PermissionKey[]>> = { events: ['portal.editevents'] }

/** Every key of an area, and those without which it is done by halves. */
export const keysOfArea = (area: PermissionGroup): PermissionKey[] => [
  ...permissionGroups[area].map((action) => `${area}.${action}` as PermissionKey),
  ...(alsoOf[area] ?? []),
]

/** The one area that all of somebody's keys belong to; undefined where there are none, or of several. */
export function soleArea(
  role: Role,
  grants: readonly string[],
  denies: readonly string[],
): PermissionGroup | undefined {
  const keys = [...memberKeys(role, grants, denies)]
  const areas = Object.keys(permissionGroups) as PermissionGroup[]
  return areas.find((area) => {
    const own: readonly string[] = keysOfArea(area)
    return keys.some((key) => key.startsWith(`${area}.`)) && keys.every((key) => own.includes(key))
  })
}
