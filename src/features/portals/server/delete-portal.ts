import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { PortalScope } from '#platform/actor.ts'
import type { Tx } from '#platform/db.ts'
import { Conflict, Unprocessable } from '#platform/errors.ts'
import { inAccount } from '#platform/own-reach.ts'
import { giveUpAddress } from './former-addresses.ts'
import { isEmptyPortal } from './is-empty.ts'
import { deletingPortal } from './occasions.ts'
import { portal } from './table.ts'

/**
 * Takes a portal away softly: nobody reaches it any more, its orders and bills stay. Its code has to be typed unless it is empty.
 * @throws Unprocessable by the field `code`; Conflict for a master portal while its account has others, and while the
 * portal has amounts that are not billed or not accepted.
 */
export async function deletePortal(
  tx: Tx,
  target: PortalScope,
  typedCode: string | undefined,
): Promise<void> {
  if (typedCode === undefined && !(await isEmptyPortal(tx, target.id)))
    throw new Unprocessable({ code: { code: 'portals.codeNeeded', params: { code: target.code } } })
  if (typedCode !== undefined && typedCode !== target.code)
    throw new Unprocessable({ code: { code: 'portals.codeMismatch' } })
  if (target.master) {
    const others = await inAccount(tx, target.accountId, () =>
      tx
        .select({ id: portal.id })
        .from(portal)
        .where(
          and(eq(portal.accountId, target.accountId), ne(portal.id, target.id), isNull(portal.deletedAt)),
        )
        .limit(1),
    )
    if (others.length > 0) throw new Conflict('portals.masterInUse')
  }
  await deletingPortal.tell(tx, target.id)
  await giveUpAddress(tx, target.id)
  await tx
    .update(portal)
    .set({ deletedAt: sql`clock_timestamp()`, version: sql`${portal.version} + 1` })
    .where(eq(portal.id, target.id))
}
