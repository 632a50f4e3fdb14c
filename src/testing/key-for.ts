import { hashToken, keyPrefix, newToken } from '#features/account/server/sessions.ts'
import { apiKey } from '#features/account/server/table.ts'
import { asService, type Database } from '#platform/db.ts'
import { people, portals } from './world/cast.ts'

interface KeyWish {
  owner: keyof typeof people
  permissions?: readonly string[]
  writes?: readonly string[] | null
  portal?: keyof typeof portals | undefined
  revokedAt?: Date
  expiresAt?: Date
}

/** Makes a key without a password, and answers the header that carries it. */
export async function keyFor(
  database: Database,
  { owner, permissions, writes, portal, ...rest }: KeyWish,
): Promise<{ authorization: string }> {
  const secret = `${keyPrefix}${newToken()}`
  await database.transaction(asService('trial'), (tx) =>
    tx.insert(apiKey).values({
      personId: people[owner].id,
      name: 'matrix',
      expiresAt: new Date(Date.now() + 3_600_000),
      hash: hashToken(secret),
      ending: '',
      permissions: [...(permissions ?? people.staff.permissions)],
      writes: writes ? [...writes] : null,
      portalId: portal ? portals[portal].id : null,
      ...rest,
    }),
  )
  return { authorization: `Bearer ${secret}` }
}
