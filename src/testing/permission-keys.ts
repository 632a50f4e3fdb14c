import { operationList } from '#api.ts'
import type { Access } from '#platform/access.ts'
import { isStaffOnly, type PermissionKey, permissionKeys } from '#platform/permissions.ts'

/** Keys of areas that are still disabled: they show a menu entry and open nothing. */
export const disabledKeys: readonly PermissionKey[] = [
  'manufacturing.viewmanufacturing',
  'comunity.viewcomunity',
]
export const openingKeys = permissionKeys.filter((key) => !disabledKeys.includes(key))

/** The keys that a declaration names. */
function keysOf(access: Access): readonly PermissionKey[] {
  if (typeof access !== 'object') return permissionKeys.filter((key) => key === access)
  if ('anyOf' in access) return access.anyOf
  if ('allOf' in access) return access.allOf
  return ['reader' in access ? access.reader : access.staff]
}

/** Every call that a key opens: for whom, which other keys it needs beside it, and which would open it too. */
export const doorsOf = (key: PermissionKey) =>
  operationList
    .filter(({ contract }) => keysOf(contract['~orpc'].meta.access).includes(key))
    .map(({ fullName, contract }) => {
      const { access } = contract['~orpc'].meta
      const ofStaff =
        isStaffOnly(key) || (typeof access === 'object' && ('staff' in access || 'reader' in access))
      const others = keysOf(access).filter((one) => one !== key)
      const needsAll = typeof access === 'object' && 'allOf' in access
      return {
        fullName,
        contract,
        holders: ofStaff ? (['staff'] as const) : (['staff', 'member'] as const),
        beside: needsAll ? others : [],
        instead: needsAll ? [] : others,
      }
    })
