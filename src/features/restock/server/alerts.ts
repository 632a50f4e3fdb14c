import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { rateLimit } from '#features/account/server/table.ts'
import { goodsOf } from '#features/products/server/availability.ts'
import type { CallContext } from '#platform/call.ts'
import type { Locale } from '#platform/constants.ts'
import { asService, type Database, rows, type Tx } from '#platform/db.ts'
import { type FanMailSettings, triesByAddress, triesByEmail } from '#platform/fan-links.ts'
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

/**
 * Notes a fan's address for what is sold out, and asks by mail whether it is theirs: until they say so they are not told.
 * Never tells whether it was there already, or whether there is any such thing. @throws TooMany.
 */
export async function askForRestock({ database, address, services }: Visitor, wish: Wish): Promise<void> {
  await countTry(database, rateLimit, triesByAddress, address)
  await countTry(database, rateLimit, triesByEmail, wish.email.toLowerCase())
  await database.transaction(asService('public'), async (tx) => {
    if (!(await isSoldOut(tx, wish))) return
    const { locale } = wish
    const [asked] = await tx
      .insert(restockAlert)
      .values({ ...wish, id: v7() })
      .onConflictDoUpdate({
        target: [restockAlert.portalId, restockAlert.productId, restockAlert.variantId, restockAlert.email],
        // Told of it once, it may be gone again: it is a new wish, which is confirmed again.
        set: { locale, confirmedAt: null, toldAt: null, consentAt: sql`clock_timestamp()` },
        setWhere: sql`${restockAlert.confirmedAt} is null or ${restockAlert.toldAt} is not null`,
      })
      .returning({ id: restockAlert.id })
    if (asked) await askToConfirm(tx, asked.id, services)
  })
}

async function isSoldOut(tx: Tx, { portalId, productId, variantId }: Wish): Promise<boolean> {
  const [found] = await rows<{ gone: boolean | null }>(
    tx,
    sql`select (select bool_and(g.sold_out) from ${goodsOf} g where ${variantId}::uuid is null or g.id = ${variantId}) as gone
      from product d join portal p on p.id = d.portal_id
      where d.portal_id = ${portalId} and d.id = ${productId} and d.status = 'active' and p.deleted_at is null`,
  )
  return found?.gone === true
}

const ofAlert = (portalId: string, alertId: string) =>
  and(eq(restockAlert.portalId, portalId), eq(restockAlert.id, alertId))

/** The address is theirs: they will be told. False where it has been erased since. */
export const confirmRestock = (database: Database, portalId: string, alertId: string): Promise<boolean> =>
  database.transaction(asService('public'), async (tx) => {
    const confirmed = await tx
      .update(restockAlert)
      .set({ confirmedAt: sql`coalesce(${restockAlert.confirmedAt}, clock_timestamp())` })
      .where(ofAlert(portalId, alertId))
      .returning({ id: restockAlert.id })
    return confirmed.length > 0
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
