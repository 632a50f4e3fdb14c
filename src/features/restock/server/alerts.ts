import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { rateLimit } from '#features/account/server/table.ts'
import { goodsOf } from '#features/products/server/availability.ts'
import { countFan } from '#features/rollups/server/count-fan.ts'
import type { CallContext } from '#platform/call.ts'
import { addressGroup } from '#platform/caller-address.ts'
import type { Locale } from '#platform/constants.ts'
import { asService, type Database, rows, type Tx } from '#platform/db.ts'
import { askedAgainBefore, type FanMailSettings, triesByAddress, triesByEmail } from '#platform/fan-links.ts'
import type { CallerPlace } from '#platform/place-headers.ts'
import { countTry } from '#platform/rate-limit.ts'
import { askToConfirm } from './restock-mail.ts'
import { restockAlert } from './table.ts'

type Visitor = Pick<CallContext, 'database' | 'address'> & { services: FanMailSettings }
interface Wish {
  portalId: string
  productId: string
  variantId: string | null
  email: string
  locale: Locale
}

/** What came of a wish: noted, or nothing to wait for. Each is to be read on the product's own page. */
export type RestockAnswer = 'asked' | 'back' | 'which' | 'gone'

/**
 * Notes a fan's address for what is sold out, and asks by mail whether it is theirs: until they say so they are not told.
 * Asked again within ten minutes, no second mail goes out. Never tells whether the address was there already. @throws TooMany.
 */
export async function askForRestock(
  { database, address, services }: Visitor,
  wish: Wish,
): Promise<RestockAnswer> {
  await countTry(database, rateLimit, triesByAddress, addressGroup(address))
  await countTry(database, rateLimit, triesByEmail, wish.email.toLowerCase())
  return database.transaction(asService('public'), async (tx) => {
    const state = await stateOf(tx, wish)
    if (state !== 'asked') return state
    const { locale } = wish
    const [asked] = await tx
      .insert(restockAlert)
      .values({ ...wish, id: v7() })
      .onConflictDoUpdate({
        target: [restockAlert.portalId, restockAlert.productId, restockAlert.variantId, restockAlert.email],
        // Told of it once, it may be gone again: it is a new wish, which is confirmed again.
        set: { locale, confirmedAt: null, toldAt: null, consentAt: sql`clock_timestamp()` },
        setWhere: sql`${restockAlert.toldAt} is not null
          or ${restockAlert.confirmedAt} is null and ${restockAlert.consentAt} < ${askedAgainBefore}`,
      })
      .returning({ id: restockAlert.id })
    if (asked) await askToConfirm(tx, asked.id, services)
    return 'asked'
  })
}

/** Without a size named, some sizes may be there and others not: which one it is about has to be said. */
async function stateOf(tx: Tx, { portalId, productId, variantId }: Wish): Promise<RestockAnswer> {
  const [found] = await rows<{ every: boolean | null; some: boolean | null }>(
    tx,
    sql`select g.every, g.some
      from product d join portal p on p.id = d.portal_id
      cross join lateral (select bool_and(x.sold_out) as every, bool_or(x.sold_out) as some from ${goodsOf} x
        where ${variantId}::uuid is null or x.id = ${variantId}) g
      where d.portal_id = ${portalId} and d.id = ${productId} and d.status = 'active' and p.deleted_at is null`,
  )
  if (!found || found.every === null) return 'gone'
  if (found.every) return 'asked'
  return found.some ? 'which' : 'back'
}

const ofAlert = (portalId: string, alertId: string) =>
  and(eq(restockAlert.portalId, portalId), eq(restockAlert.id, alertId))

/**
 * The address is theirs: they will be told. False where it has been erased since. A fan counts, where they are, with the
 * first wish that they confirm at a portal.
 */
export const confirmRestock = (
  database: Database,
  portalId: string,
  alertId: string,
  place: CallerPlace,
): Promise<boolean> =>
  database.transaction(asService('public'), async (tx) => {
    const confirmed = await tx
      .update(restockAlert)
      .set({ confirmedAt: sql`clock_timestamp()` })
      .where(and(ofAlert(portalId, alertId), isNull(restockAlert.confirmedAt)))
      .returning({ email: restockAlert.email })
    if (!confirmed[0]) return (await emailOfAlert(tx, portalId, alertId)) !== undefined
    const [before] = await tx
      .select({ id: restockAlert.id })
      .from(restockAlert)
      .where(
        and(
          eq(restockAlert.portalId, portalId),
          eq(restockAlert.email, confirmed[0].email),
          ne(restockAlert.id, alertId),
          isNotNull(restockAlert.confirmedAt),
        ),
      )
      .limit(1)
    if (!before) await countFan(tx, portalId, place)
    return true
  })

/** Whose address an alert is; undefined where it has been erased. */
export async function emailOfAlert(tx: Tx, portalId: string, alertId: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ email: restockAlert.email })
    .from(restockAlert)
    .where(ofAlert(portalId, alertId))
  return found?.email
}

/** Erases an address from every alert of the portal, and answers from how many. */
export async function eraseAlerts(tx: Tx, portalId: string, email: string): Promise<number> {
  const erased = await tx
    .delete(restockAlert)
    .where(and(eq(restockAlert.portalId, portalId), eq(restockAlert.email, email)))
    .returning({ id: restockAlert.id })
  return erased.length
}

/**
 * Erases addresses whose purpose is past: 30 days after they were told, a week after they were asked for where nobody has
 * confirmed them, and after a year without it coming back. A job calls it each night.
 */
export async function erasePastAlerts(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from restock_alert where told_at < now() - interval '30 days'
    or confirmed_at is null and consent_at < now() - interval '7 days' or consent_at < now() - interval '1 year'`)
}

/** How many fans wait for a product to come back. */
export async function countWaiting(tx: Tx, portalId: string, productId: string): Promise<number> {
  const found = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(restockAlert)
    .where(
      and(
        eq(restockAlert.portalId, portalId),
        eq(restockAlert.productId, productId),
        isNotNull(restockAlert.confirmedAt),
        isNull(restockAlert.toldAt),
      ),
    )
  return found[0]?.count ?? 0
}
