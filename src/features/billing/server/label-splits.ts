import { sql } from 'drizzle-orm'
import type { Actor, PortalScope } from '#platform/actor.ts'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict, type FieldError, NotFound, Unprocessable } from '#platform/errors.ts'
import { contains, plain } from '#platform/like.ts'
import { inAccount } from '#platform/own-reach.ts'
import { select } from '#platform/select.ts'
import { ofMaster } from './information.ts'
import type { SplitDraft, SplitSubject } from './splits.ts'

/** Who acts, and where: staff for a portal, members for their account, which pays. */
export interface Acting {
  actor: Actor
  portal: PortalScope
}

/**
 * The portal that is shared, and how far who acts reaches: staff name it, members name their account's master portal, and
 * `of` its portals. What accounts share reaches past a member's own rows. @throws Conflict for members who name another
 * portal than the master; NotFound for one of another account
 */
export async function actingOn<T>(
  tx: Tx,
  { actor, portal }: Acting,
  of: string | undefined,
  run: (portal: PortalScope) => Promise<T>,
): Promise<T> {
  if (!actor.person.staff) ofMaster(portal)
  return inAccount(tx, portal.accountId, async () => {
    if (!of || of === portal.id) return run(portal)
    const [found] = await select(
      tx,
      { id: sql<string>`id`, name: sql<string>`name` },
      sql`portal where id = ${of} and account_id = ${portal.accountId} and deleted_at is null`,
    )
    if (!found) throw new NotFound()
    return run({ ...portal, ...found, master: false, label: false })
  })
}

/** Has account `a` a share in something of this one, or just one of these NIFs? */
const isKnown = (accountId: string, taxIds: readonly string[]) => sql`(a.id = ${accountId}
  or exists (select from split_party y join split s on s.id = y.split_id join portal p on p.id = s.portal_id
    where y.account_id = a.id and p.account_id = ${accountId}) or ${hasTaxId(taxIds)})`
const hasTaxId = (taxIds: readonly string[]) =>
  sql`exists (select from billing_information i where i.account_id = a.id and i.tax_id = any(${sql.param(`{${taxIds.join(',')}}`)}::text[]))`

/**
 * Accounts that have a share in something of this one already, the first two hundred by name (with words, of those that have
 * them in it), and before them those with just this NIF: whom its people may share with.
 */
export const sharersOf = (tx: Tx, accountId: string, taxId?: string, q = '') => {
  const taxIds = taxId ? [taxId] : []
  return inAccount(tx, accountId, () =>
    select(
      tx,
      { id: sql<string>`a.id`, name: sql<string>`a.name` },
      sql`account a where ${isKnown(accountId, taxIds)} and (${contains(sql`a.name`, q)} or ${hasTaxId(taxIds)})
        order by ${hasTaxId(taxIds)} desc, ${plain(sql`a.name`)}, a.id limit 200`,
    ),
  )
}

/** Are these all among whom an account's people may share with, however many those are? */
async function areKnown(tx: Tx, accountId: string, ids: readonly string[], taxIds: readonly string[]) {
  const found = await inAccount(tx, accountId, () =>
    select(
      tx,
      { id: sql<string>`a.id` },
      sql`account a where a.id = any(${sql.param(`{${ids.join(',')}}`)}::uuid[]) and ${isKnown(accountId, taxIds)}`,
    ),
  )
  const known = new Set(found.map(({ id }) => id))
  return ids.every((id) => known.has(id))
}

const sameSubject = ({ productId = null, releaseId = null }: SplitSubject) =>
  sql`s.product_id is not distinct from ${productId} and s.release_id is not distinct from ${releaseId}`

/**
 * Does the provider pay what is sold of this, on a day or later, by its own split or one that it would go before? Then it is
 * the provider's word with each of those who share.
 */
async function paidByProvider(
  tx: Tx,
  portalId: string,
  subject: SplitSubject,
  day: string,
): Promise<boolean> {
  const { productId = null } = subject
  const found = await rows(
    tx,
    sql`select from split s where s.portal_id = ${portalId} and s.payer = 'provider'
      and (${sameSubject(subject)} or (s.product_id is null and s.release_id is null)
        or s.release_id in (select r.id from release r where r.portal_id = s.portal_id and r.product_id = ${productId}))
      and not exists (select from split n where n.portal_id = s.portal_id and n.valid_from > s.valid_from
        and n.valid_from <= ${day}::date and n.product_id is not distinct from s.product_id
        and n.release_id is not distinct from s.release_id) limit 1`,
  )
  return found.length > 0
}

const refuse = (fields: Record<string, FieldError>) => {
  if (Object.keys(fields).length > 0) throw new Unprocessable(fields)
}

/**
 * What members may not share: what somebody else pays, with whom they do not know, or over the provider's own split.
 * @throws Unprocessable by field
 */
export async function mayShare(
  tx: Tx,
  { actor, portal }: Acting,
  { parties, payer, validFrom, ...subject }: SplitDraft & { taxIds?: readonly string[] | undefined },
): Promise<void> {
  if (actor.person.staff) return
  const { taxIds = [], ...what } = subject
  const wanted = parties.map(({ accountId }) => accountId)
  refuse({
    ...(payer === 'account' ? {} : { payer: { code: 'billing.label.payer' } }),
    ...((await areKnown(tx, portal.accountId, wanted, taxIds))
      ? {}
      : { parties: { code: 'billing.label.unknown' } }),
    ...((await paidByProvider(tx, portal.id, what, validFrom))
      ? { validFrom: { code: 'billing.label.provider' } }
      : {}),
  })
}

/** What members may not enter: what another account spent, or off what they do not pay. @throws Unprocessable by field */
export async function mayCharge(
  tx: Tx,
  { actor, portal }: Acting,
  { accountId, productId, releaseId }: { accountId: string } & SplitSubject,
): Promise<void> {
  if (actor.person.staff) return
  const payers = await rows<{ payer: string }>(
    tx,
    sql`select distinct payer from split s where s.portal_id = ${portal.id} and ${sameSubject({ productId, releaseId })}`,
  )
  const own = payers.length > 0 && payers.every(({ payer }) => payer === 'account')
  const field = productId ? 'productId' : 'releaseId'
  refuse({
    ...(accountId === portal.accountId ? {} : { accountId: { code: 'billing.label.ownCost' } }),
    ...(own ? {} : { [field]: { code: 'billing.label.notPaid' } }),
  })
}

/** Members take away what they pay, and what they spent. @throws Conflict */
export function mayTakeAway({ actor, portal }: Acting, of: { payer: string } | { account: { id: string } }) {
  if (actor.person.staff) return
  if ('payer' in of ? of.payer !== 'account' : of.account.id !== portal.accountId)
    throw new Conflict('billing.label.notYours')
}
