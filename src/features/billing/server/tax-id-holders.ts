import { and, eq, ne, sql } from 'drizzle-orm'
import { elevated, type Tx } from '#platform/db.ts'
import { billingInformation } from './information-table.ts'

const holding = (taxId: string) => eq(billingInformation.taxId, taxId)
const bumped = { version: sql`${billingInformation.version} + 1` }

/** Those who say the same NIF at once take turns. */
export const lockTaxId = (tx: Tx, taxId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tax id ${taxId}`}, 0))`)

/**
 * An account says another NIF. Where others hold it already, each of them waits until staff have looked at it, but for
 * who was looked at before; who is left alone with the former one waits no longer. Answers whether the account waits.
 */
export const changeTaxId = (
  tx: Tx,
  accountId: string,
  { from, to }: { from: string | undefined; to: string },
): Promise<boolean> =>
  elevated(tx, 'uniqueness', async () => {
    for (const taxId of [from ?? to, to].sort()) await lockTaxId(tx, taxId)
    const others = ne(billingInformation.accountId, accountId)
    await tx
      .update(billingInformation)
      .set({ taxIdShared: true, ...bumped })
      .where(
        and(
          ...[holding(to), others, eq(billingInformation.taxIdShared, false)],
          eq(billingInformation.taxIdConfirmed, false),
        ),
      )
    const sharing = await tx
      .select({ id: billingInformation.accountId })
      .from(billingInformation)
      .where(and(holding(to), others))
      .limit(1)
    const left = from
      ? await tx
          .select({ id: billingInformation.accountId })
          .from(billingInformation)
          .where(and(holding(from), others))
          .limit(2)
      : []
    const [alone, another] = left
    if (alone && !another)
      await tx
        .update(billingInformation)
        .set({ taxIdShared: false, ...bumped })
        .where(and(eq(billingInformation.accountId, alone.id), eq(billingInformation.taxIdShared, true)))
    return sharing.length > 0
  })

/** Has an account said this NIF? Needs the service's reach. */
export async function isHeld(tx: Tx, taxId: string): Promise<boolean> {
  await lockTaxId(tx, taxId)
  const found = await tx
    .select({ id: billingInformation.accountId })
    .from(billingInformation)
    .where(holding(taxId))
    .limit(1)
  return found.length > 0
}
