import { sql } from 'drizzle-orm'
import { account, portal as portalTable } from '#features/portals/server/table.ts'
import { product } from '#features/products/server/table.ts'
import type { PortalScope } from '#platform/actor.ts'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { contains, plain } from '#platform/like.ts'
import { select } from '#platform/select.ts'
import { todayPlus } from '#platform/windows.ts'
import type { Cost, Split, Splits } from '../splits-contract.ts'
import { recoupedBy, subjectKey, versionsOf } from './recoup-costs.ts'
import { openFrom } from './splits.ts'

type Name = { es: string; en?: string | undefined }
type OfSubject = { productId: string | null; releaseId: string | null }

/** Names of what a portal sells and brings out, by id. */
async function namesIn(tx: Tx, portalId: string) {
  const products = await select(
    tx,
    { id: product.id, name: product.name },
    sql`product where portal_id = ${portalId} order by ${plain(sql`name->>'es'`)}, id`,
  )
  const releases = await select(
    tx,
    { id: sql<string>`r.id`, name: sql<Name>`r.title` },
    sql`release r where r.portal_id = ${portalId} order by r.title->>'es', r.id`,
  )
  const all = new Map<string, Name>([...products, ...releases].map(({ id, name }) => [id, name]))
  const subjectOf = ({ productId, releaseId }: OfSubject) => {
    const id = productId ?? releaseId
    return { productId, releaseId, name: id ? (all.get(id) ?? { es: '–' }) : null }
  }
  return { products, releases, subjectOf }
}

/** Names of accounts, by id. */
export async function accountNames(tx: Tx, ids: readonly string[]) {
  const found = await select(
    tx,
    { id: account.id, name: account.name },
    sql`account where id = any(${`{${[...new Set(ids)].join(',')}}`}::uuid[])`,
  )
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return (id: string) => ({ id, name: names.get(id) ?? '' })
}

/** Accounts with these letters in their name, by name. */
export const findAccounts = (tx: Tx, q: string) =>
  select(
    tx,
    { id: account.id, name: account.name },
    sql`account where ${contains(sql`name`, q)} order by ${plain(sql`name`)}, id limit 20`,
  )

/** All that a portal shares, and how far its costs have come back: by now, or at the end of a day. */
export async function sharedBy(tx: Tx, portalId: string, until?: string) {
  const versions = await versionsOf(tx, portalId)
  const { costs, recouped } = await recoupedBy(tx, portalId, versions, until)
  const named = await accountNames(tx, [
    ...versions.flatMap(({ parties }) => parties.map(({ accountId }) => accountId)),
    ...costs.flatMap(({ accountId, partyId }) => (partyId ? [accountId, partyId] : [accountId])),
  ])
  const { subjectOf, ...choices } = await namesIn(tx, portalId)
  const told = costs.map(
    ({ id, accountId, partyId, kind, day, month, amountCents, description, fileName, ...of }): Cost => ({
      ...{ id, subject: subjectOf(of), account: named(accountId), party: partyId ? named(partyId) : null },
      ...{ kind, day, month, amountCents, description, fileName, recoupedCents: recouped.get(id) ?? 0 },
      withdrawnAt: of.stands ? null : (of.withdrawnAt?.toISOString() ?? null),
    }),
  )
  return { versions, costs: told, named, subjectOf, ...choices }
}

/** How a portal is shared, the newest first, and the costs that come back first. */
export async function listSplits(tx: Tx, portal: PortalScope, now: Date): Promise<Splits> {
  const { versions, costs, named, subjectOf, products, releases } = await sharedBy(tx, portal.id)
  const [own] = await select(
    tx,
    { name: portalTable.name, accountName: account.name },
    sql`portal join account on account.id = portal.account_id where portal.id = ${portal.id}`,
  )
  const portals = await select(
    tx,
    { id: portalTable.id, name: portalTable.name },
    sql`portal where account_id = ${portal.accountId} and deleted_at is null order by master desc, ${plain(sql`name`)}, id`,
  )
  const from = await openFrom(tx, portal.id)
  const today = todayPlus(now)
  const newest = new Map<string, string>()
  for (const one of versions) if (one.validFrom <= today) newest.set(subjectKey(one), one.id)
  return {
    portal: {
      ...{ id: portal.id, name: own?.name ?? '' },
      account: { id: portal.accountId, name: own?.accountName ?? '' },
    },
    portals,
    openFrom: from,
    splits: [...versions].reverse().map(
      ({ id, validFrom, payer, parties, ...of }): Split => ({
        ...{ id, subject: subjectOf(of), validFrom, payer, current: newest.get(subjectKey(of)) === id },
        parties: parties.map(({ accountId, shareBp }) => ({ account: named(accountId), shareBp })),
        removable: validFrom >= from,
      }),
    ),
    costs: [...costs].reverse(),
    ...{ products, releases },
  }
}

/** One version. @throws NotFound */
export async function getSplit(tx: Tx, portal: PortalScope, splitId: string, now: Date): Promise<Split> {
  const found = (await listSplits(tx, portal, now)).splits.find(({ id }) => id === splitId)
  if (!found) throw new NotFound()
  return found
}

/** One cost. @throws NotFound */
export async function getCost(tx: Tx, portalId: string, costId: string): Promise<Cost> {
  const found = (await sharedBy(tx, portalId)).costs.find(({ id }) => id === costId)
  if (!found) throw new NotFound()
  return found
}
