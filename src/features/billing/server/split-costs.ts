import { and, eq, type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { PortalScope } from '#platform/actor.ts'
import type { Tx } from '#platform/db.ts'
import { NotFound, Unprocessable } from '#platform/errors.ts'
import type { FileStore } from '#platform/files.ts'
import { inAccount } from '#platform/own-reach.ts'
import { select } from '#platform/select.ts'
import { formatDay, parseDay, startOfMonth } from '#platform/time.ts'
import { dayFault, todayPlus } from '#platform/windows.ts'
import type { CostKind } from '../choices.ts'
import { isPdf, pdfMaxBytes } from './add-line.ts'
import { lockAccounts } from './ledger.ts'
import { recoupCosts } from './recoup-costs.ts'
import { split, splitCost } from './split-table.ts'
import { openFrom, type SplitSubject, subjectFault, unknownAccounts } from './splits.ts'

export interface CostDraft extends SplitSubject {
  accountId: string
  partyId?: string | null | undefined
  kind: CostKind
  day: string
  amountCents: number
  description: string
  file: { name: string; content: string }
}

const earliest = '1995-01-01'

/**
 * Enters what an account spent, with its document: it comes back from what is sold in the month of its day, or from the
 * first month that no bill has closed. @throws Unprocessable by field
 */
export async function createCost(
  tx: Tx,
  portal: PortalScope,
  { file, partyId = null, productId = null, releaseId = null, ...draft }: CostDraft,
  { now, files }: { now: Date; files: FileStore },
): Promise<string> {
  await lockAccounts(tx, [portal.accountId, draft.accountId])
  const fields = await subjectFault(tx, portal.id, { productId, releaseId })
  const dated = dayFault(draft.day, earliest, todayPlus(now))
  if (dated) fields.day = dated
  if ((await unknownAccounts(tx, [draft.accountId])).length > 0)
    fields.accountId = { code: 'billing.notThere' }
  if (partyId && !(await hasShare(tx, portal.id, { partyId, productId, releaseId })))
    fields.partyId = { code: 'billing.noShare' }
  else if (partyId === draft.accountId) fields.partyId = { code: 'billing.ownCost' }
  const pdf = Buffer.from(file.content, 'base64')
  if (!isPdf(pdf)) fields.file = { code: 'billing.notPdf' }
  else if (pdf.length > pdfMaxBytes) fields.file = { code: 'billing.pdfTooLarge' }
  if (Object.keys(fields).length > 0) throw new Unprocessable(fields)
  const open = await openFrom(tx, portal.id)
  const ofDay = formatDay(startOfMonth(parseDay(draft.day) ?? 0))
  const id = v7()
  // Not served to anybody by its name: it has none of the public files' endings.
  const fileKey = `${id}.cost`
  await files.put(fileKey, pdf)
  await tx.insert(splitCost).values({
    ...{ ...draft, id, partyId, portalId: portal.id, productId, releaseId },
    ...{ month: [ofDay, open].sort()[1] ?? open, fileName: file.name, fileKey },
  })
  await recoupCosts(tx, portal.id)
  return id
}

/** Has an account a share in this subject, by any version of it? */
async function hasShare(tx: Tx, portalId: string, of: { partyId: string } & SplitSubject): Promise<boolean> {
  const [found] = await select(
    tx,
    { id: split.id },
    sql`split join split_party y on y.split_id = split.id where split.portal_id = ${portalId}
      and y.account_id = ${of.partyId} and split.product_id is not distinct from ${of.productId}
      and split.release_id is not distinct from ${of.releaseId} limit 1`,
  )
  return found !== undefined
}

/** Withdraws a cost; it stays as a row, and what came back for it goes back. @throws NotFound without one that stands */
export async function withdrawCost(tx: Tx, portal: PortalScope, costId: string, now: Date): Promise<void> {
  await lockAccounts(tx, [portal.accountId])
  const withdrawn = await tx
    .update(splitCost)
    .set({ withdrawnAt: now })
    .where(and(eq(splitCost.id, costId), eq(splitCost.portalId, portal.id), sql`withdrawn_at is null`))
    .returning({ id: splitCost.id })
  if (withdrawn.length === 0) throw new NotFound()
  await recoupCosts(tx, portal.id)
}

/**
 * A cost's document, for who shares in what it was for; of one that comes off a single share, for whose share it is, who bore
 * it, and who pays that share. What one has been advanced is nobody else's affair. @throws NotFound for everybody else
 */
export async function costFile(tx: Tx, portal: PortalScope, costId: string, files: FileStore) {
  const me = portal.accountId
  const shares = (as: SQL) =>
    sql`exists (select from split s join split_party y on y.split_id = s.id where s.portal_id = ${splitCost.portalId}
      and s.product_id is not distinct from ${splitCost.productId}
      and s.release_id is not distinct from ${splitCost.releaseId} and ${as})`
  const owns = sql`exists (select from portal p where p.id = ${splitCost.portalId} and p.account_id = ${me})`
  const [found] = await inAccount(tx, me, () =>
    tx
      .select({ key: splitCost.fileKey, name: splitCost.fileName, portalId: splitCost.portalId })
      .from(splitCost)
      .where(
        and(
          eq(splitCost.id, costId),
          sql`(${splitCost.accountId} = ${me} or ${splitCost.partyId} = ${me}
            or ${splitCost.partyId} is null and (${owns} or ${shares(sql`y.account_id = ${me}`)})
            or ${owns} and ${shares(sql`y.account_id = ${splitCost.partyId} and s.payer = 'account'`)})`,
        ),
      ),
  )
  const bytes = found?.key ? await files.read(found.key) : undefined
  if (!bytes) throw new NotFound()
  return { name: found?.name ?? '', type: 'application/pdf', content: bytes }
}
