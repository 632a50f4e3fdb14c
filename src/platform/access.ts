import type { PermissionKey } from './permissions.ts'

/**
 * Who may call: holders of a key, of any of several keys, of all of several, staff who hold a key, any signed-in person, staff,
 * super staff, members who reach the portal (staff: any `portal` key, or the one that is named), or anybody.
 */
export type Access =
  | PermissionKey
  | { anyOf: readonly PermissionKey[] }
  | { allOf: readonly PermissionKey[] }
  | { staff: PermissionKey }
  | { reader: PermissionKey }
  | 'reader'
  | 'signedIn'
  | 'staff'
  | 'super'
  | 'public'
