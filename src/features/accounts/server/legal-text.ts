import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { account, portal } from '#features/portals/server/table.ts'
import type { PortalScope } from '#platform/actor.ts'
import type { Tx } from '#platform/db.ts'
import { Conflict } from '#platform/errors.ts'
import { maybe, select } from '#platform/select.ts'
import type { BilingualText } from '#platform/table.ts'
import type { LegalText, StoredLegalText } from '../contract.ts'
import { legalText } from './table.ts'

const [a, p, t] = [alias(account, 'a'), alias(portal, 'p'), alias(legalText, 't')]
const columns = {
  account: a.name,
  customUrl: p.customUrl,
  notice: maybe(t.notice),
  privacy: maybe(t.privacy),
  version: maybe(t.version),
}
const nothing: BilingualText = { es: '' }

/** The words that the portal's account added to its legal pages. */
export async function getLegalText(
  tx: Tx,
  scope: PortalScope,
  portalsOrigin: string,
): Promise<StoredLegalText> {
  const [row] = await select(
    tx,
    columns,
    sql`portal p join account a on a.id = p.account_id left join legal_text t on t.account_id = a.id
      where p.id = ${scope.id}`,
  )
  const page = (path: string) => `${portalsOrigin}/${row?.customUrl}/${path}`
  return {
    notice: row?.notice ?? nothing,
    privacy: row?.privacy ?? nothing,
    account: row?.account ?? '',
    editable: scope.master,
    noticeUrl: page('legal'),
    privacyUrl: page('privacy'),
    version: row?.version ?? 1,
  }
}

/** Locks an account's texts, also those that are not there yet, and answers their version. */
export async function legalTextVersion(tx: Tx, accountId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`legal ${accountId}`}, 0))`)
  const [row] = await tx
    .select({ version: legalText.version })
    .from(legalText)
    .where(eq(legalText.accountId, accountId))
  return row?.version ?? 1
}

const inBoth = ({ es, en }: LegalText['notice']): BilingualText => (en ? { es, en } : { es })

/**
 * Replaces the texts of the whole account. @throws Conflict from a portal that is not its master: whoever configures
 * one portal of a label does not speak for all.
 */
export async function updateLegalText(tx: Tx, scope: PortalScope, texts: LegalText): Promise<void> {
  if (!scope.master) throw new Conflict('accounts.legalOfMaster')
  const values = { notice: inBoth(texts.notice), privacy: inBoth(texts.privacy) }
  await tx
    .insert(legalText)
    .values({ ...values, accountId: scope.accountId, version: 2 })
    .onConflictDoUpdate({
      target: legalText.accountId,
      set: { ...values, version: sql`${legalText.version} + 1`, updatedAt: sql`clock_timestamp()` },
    })
}
