import { sql } from 'drizzle-orm'
import { currentReach, elevated, rows, type Tx } from './db.ts'
import type { Seen } from './of-portals.ts'
import type { Why } from './past-policies.ts'
import { idsIn } from './tenancy.ts'

/*
 * Ways past row-level security for what a call reaches anyway: the caller names it, and what it does not reach is refused
 * before the policies are stepped over. The queries narrow themselves to what was named.
 */

const refusal = (what: string) => new Error(`Past the policies only for what the call reaches: ${what}.`)

/**
 * Rows of an account, also those of portals beside the one that the call reaches, and what others share with it. No account
 * named means all of them. @throws where the call does not reach the account.
 */
export async function inAccount<T>(tx: Tx, accountId: string | undefined, run: () => Promise<T>): Promise<T> {
  const reach = currentReach()
  const reached = reach?.role === 'member' ? accountId && reach.accounts.includes(accountId) : reach
  if (!reached) throw refusal(accountId ?? 'every account')
  return elevated(tx, 'ownAccount', run)
}

/** Rows that follow from one portal's and lie with its account or nobody. @throws where the call does not reach the portal. */
export async function inPortal<T>(tx: Tx, portalId: string, run: () => Promise<T>): Promise<T> {
  return inSeen(tx, 'ownAccount', { portals: [portalId], accounts: [] }, run)
}

/**
 * Rows of these portals, and of all portals of these accounts; undefined means everybody's. @throws where the call does not
 * reach one of them.
 */
export async function inSeen<T>(
  tx: Tx,
  why: Extract<Why, 'index' | 'ownAccount' | 'people'>,
  seen: Seen | undefined,
  run: () => Promise<T>,
): Promise<T> {
  if (!(await reaches(tx, seen))) throw refusal(JSON.stringify(seen ?? 'everybody'))
  return elevated(tx, why, run)
}

/** A label's portals are known to the database alone. */
async function reaches(tx: Tx, seen: Seen | undefined): Promise<boolean> {
  const reach = currentReach()
  if (reach?.role !== 'member') return reach !== undefined
  if (!seen || seen.accounts.some((id) => !reach.labels?.includes(id))) return false
  const others = seen.portals.filter((id) => !reach.portals.includes(id))
  if (others.length === 0) return true
  const beyond = await rows(
    tx,
    sql`select from unnest(${sql.param(`{${others.join(',')}}`)}::uuid[]) as other (id)
      where other.id not in ${idsIn('app.portals')} and other.id not in (select id from label_portal) limit 1`,
  )
  return beyond.length === 0
}
