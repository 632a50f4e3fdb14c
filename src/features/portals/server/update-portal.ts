import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { defaultPortalPicture } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { Unprocessable } from '#platform/errors.ts'
import { giveUpAddress } from './former-addresses.ts'
import { lockAddresses } from './lock-addresses.ts'
import { refuseTaken } from './refuse-taken.ts'
import { portal } from './table.ts'

/** Locks a portal and answers its version. */
export async function portalVersion(tx: Tx, portalId: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ version: portal.version })
    .from(portal)
    .where(and(eq(portal.id, portalId), isNull(portal.deletedAt)))
    .for('update')
  return row?.version
}

type Changes = Omit<PgUpdateSetSource<typeof portal>, 'id' | 'accountId' | 'version'>

/** Changes columns of a portal. @throws AppError 409 by the field when code or address are taken or reserved. */
export async function updatePortal(tx: Tx, portalId: string, changes: Changes): Promise<void> {
  if (changes.code || changes.customUrl) {
    await lockAddresses(tx)
    await refuseTaken(tx, { portalId, ...addresses(changes) })
    if (typeof changes.customUrl === 'string') await giveUpAddress(tx, portalId, changes.customUrl)
  }
  await tx
    .update(portal)
    .set({ ...changes, version: sql`${portal.version} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(eq(portal.id, portalId))
}

/**
 * The picture that an edit asks for, by whichever of its two names says another one than stands there.
 * @throws Unprocessable by the field when both do and differ.
 */
export function changedPicture(
  own: string | null,
  picture: string | null | undefined,
  pictureUrl: string | null | undefined,
): { pictureUrl?: string | null } {
  const wanted = [picture, pictureUrl === defaultPortalPicture ? null : pictureUrl]
  const [change, other] = [...new Set(wanted.filter((one) => one !== undefined && one !== own))]
  if (other !== undefined) throw new Unprocessable({ pictureUrl: { code: 'portals.pictureTwice' } })
  return change === undefined ? {} : { pictureUrl: change }
}

const addresses = ({ code, customUrl }: Changes) => ({
  ...(typeof code === 'string' ? { code } : {}),
  ...(typeof customUrl === 'string' ? { customUrl } : {}),
})
