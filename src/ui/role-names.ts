import { m } from '#paraglide/messages.js'
import type { Role } from '#platform/permissions.ts'

/** What a role of a portal's team is called. */
export const roleNames: Record<Role, () => string> = {
  Owner: m['roles.name.Owner'],
  'Label Manager': m['roles.name.Label Manager'],
  Editor: m['roles.name.Editor'],
  Marketing: m['roles.name.Marketing'],
  Operations: m['roles.name.Operations'],
  Tech: m['roles.name.Tech'],
  Lector: m['roles.name.Lector'],
}

/** The same of a role whose answer is any text. */
export const roleName = (role: string): string => roleNames[role as Role]?.() ?? role
