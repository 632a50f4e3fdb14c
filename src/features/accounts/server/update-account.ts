import { eq, sql } from 'drizzle-orm'
import { account } from '#features/portals/server/table.ts'
import { forgetTypes } from '#features/rollups/server/type-rollups.ts'
import type { Tx } from '#platform/db.ts'
import type { AccountDraft } from '../contract.ts'

/** Locks an account and answers its version. */
export async function accountVersion(tx: Tx, accountId: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ version: account.version })
    .from(account)
    .where(eq(account.id, accountId))
    .for('update')
  return row?.version
}

/** Changes name and kind; being a label or not bites on the next request of everybody in it. */
export async function updateAccount(tx: Tx, accountId: string, draft: AccountDraft): Promise<void> {
  const [before] = await tx.select({ type: account.type }).from(account).where(eq(account.id, accountId))
  if (before?.type !== draft.type) await forgetTypes(tx)
  await tx
    .update(account)
    .set({ ...draft, version: sql`${account.version} + 1` })
    .where(eq(account.id, accountId))
}
