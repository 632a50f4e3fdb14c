import { eq } from 'drizzle-orm'
import { safeParse } from 'zod/v4/core'
import type { MembersCall } from '#platform/call.ts'
import type { Tx } from '#platform/db.ts'
import { describeIssue } from '#platform/validation.ts'
import { type CheckedField, checkedFields, PortalDraft } from '../draft-contract.ts'
import { checkAddresses, type FieldAnswer } from './check-portal.ts'
import { mayChooseInvoicing, selfInvoiceRefused } from './create-portal.ts'
import { makerOf } from './prepare-portals.ts'
import { account } from './table.ts'

type Question = { [name in CheckedField]?: unknown } & { portalId?: string | undefined }
type Answers = { [name in CheckedField]?: FieldAnswer }

/**
 * Answers for each field of a draft that is asked about: what its shape says, and for code, address, account and type
 * what stands there already. Nothing is fetched and nobody is invited: a picture's address or a person may still turn
 * out not to do when the portal is made.
 */
export async function checkDraft(
  { tx, actor, memberships }: Pick<MembersCall, 'tx' | 'actor' | 'memberships'>,
  { portalId, ...draft }: Question,
): Promise<Answers> {
  const asked = checkedFields.filter((name) => draft[name] !== undefined)
  const answers: Answers = Object.fromEntries(asked.map((name) => [name, ofShape(name, draft[name])]))
  const { name, code, customUrl } = draft as Record<'name' | 'code' | 'customUrl', string | undefined>
  Object.assign(answers, await checkAddresses(tx, { portalId, name, code, customUrl }))
  const known = !answers.accountId?.ok || (await isAccount(tx, draft.accountId as string))
  if (!known) answers.accountId = { ok: false, reason: 'portals.accountUnknown' }
  // A label's first portal makes its account: staff only, and not where there is one.
  if (answers.type?.ok && draft.type === 'master' && (draft.accountId || !actor.person.staff))
    answers.type = { ok: false, reason: 'portals.masterTaken' }
  if (answers.selfInvoice?.ok && !mayChooseInvoicing(makerOf({ actor, memberships }), draft as Invoicing))
    answers.selfInvoice = { ok: false, reason: selfInvoiceRefused.code }
  return answers
}
type Invoicing = Parameters<typeof mayChooseInvoicing>[1]

function ofShape(name: CheckedField, value: unknown): FieldAnswer {
  const parsed = safeParse(PortalDraft.shape[name], value, { reportInput: true })
  if (parsed.success) return { ok: true }
  const [issue] = parsed.error.issues
  return {
    ok: false,
    reason: `validation.${issue ? describeIssue(issue, PortalDraft.shape[name]).key : 'format'}`,
  }
}

async function isAccount(tx: Tx, accountId: string): Promise<boolean> {
  const found = await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId))
  return found.length > 0
}
