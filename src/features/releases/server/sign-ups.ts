import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { rateLimit } from '#features/account/server/table.ts'
import { countFan } from '#features/rollups/server/count-fan.ts'
import type { Call, CallContext, Services } from '#platform/call.ts'
import { addressGroup } from '#platform/caller-address.ts'
import { countRows } from '#platform/count.ts'
import { pointMarks } from '#platform/csv-out.ts'
import { selectInBatches } from '#platform/cursor.ts'
import { asService, type Database, type Tx } from '#platform/db.ts'
import { askedAgainBefore, triesByAddress, triesByEmail } from '#platform/fan-links.ts'
import { listOf, pageSize, pageStart } from '#platform/paging.ts'
import type { CallerPlace } from '#platform/place-headers.ts'
import { countTry } from '#platform/rate-limit.ts'
import { iso, select } from '#platform/select.ts'
import { sheetFile } from '#platform/sheet-out.ts'
import { askToConfirm } from './fan-mail.ts'
import { presave, release } from './table.ts'

const r = alias(release, 'r')
const s = alias(presave, 's')

type Visitor = Pick<CallContext, 'database' | 'address'> & {
  services: Pick<Services, 'secret' | 'portalsOrigin'>
}
interface SignUp {
  releaseId: string
  email: string
  locale?: 'es' | 'en' | undefined
}

/**
 * Notes a fan's address for a release that is counting down, and asks by mail whether it is theirs: until they say so it is
 * on no list. Asked once more until then, ten minutes apart and at most five times a day. Never tells whether it was there already, or
 * whether the release takes any. @throws TooMany.
 */
export async function signUp(
  { database, address, services }: Visitor,
  { releaseId, email, locale = 'es' }: SignUp,
): Promise<void> {
  await countTry(database, rateLimit, triesByAddress, addressGroup(address))
  await countTry(database, rateLimit, triesByEmail, email.toLowerCase())
  await database.transaction(asService('public'), async (tx) => {
    const [open] = await select(
      tx,
      { portalId: r.portalId },
      sql`release r join portal p on p.id = r.portal_id
        where r.id = ${releaseId} and r.status = 'published' and r.presave and r.release_at > now() and p.deleted_at is null`,
    )
    if (!open) return
    const [asked] = await tx
      .insert(presave)
      .values({ portalId: open.portalId, id: v7(), releaseId, email, locale })
      .onConflictDoUpdate({
        target: [presave.portalId, presave.releaseId, presave.email],
        set: { locale, consentAt: sql`clock_timestamp()` },
        setWhere: sql`${presave.confirmedAt} is null and ${presave.consentAt} < ${askedAgainBefore}`,
      })
      .returning({ id: presave.id })
    if (asked) await askToConfirm(tx, asked.id, services)
  })
}

/**
 * The address is theirs: they will be told. False where it has been erased since. A fan counts, where they are, with the
 * first address that they confirm at a portal.
 */
export const confirmByMail = (
  database: Database,
  portalId: string,
  presaveId: string,
  place: CallerPlace,
): Promise<boolean> =>
  database.transaction(asService('public'), async (tx) => {
    const confirmed = await tx
      .update(presave)
      .set({ confirmedAt: sql`clock_timestamp()` })
      .where(and(eq(presave.portalId, portalId), eq(presave.id, presaveId), isNull(presave.confirmedAt)))
      .returning({ email: presave.email })
    if (!confirmed[0]) return (await emailOfSignUp(tx, portalId, presaveId)) !== undefined
    const [before] = await tx
      .select({ id: presave.id })
      .from(presave)
      .where(
        and(
          eq(presave.portalId, portalId),
          eq(presave.email, confirmed[0].email),
          ne(presave.id, presaveId),
          isNotNull(presave.confirmedAt),
        ),
      )
      .limit(1)
    if (!before) await countFan(tx, portalId, place)
    return true
  })

const ofRelease = (portalId: string, releaseId: string) =>
  and(eq(presave.portalId, portalId), eq(presave.releaseId, releaseId), isNotNull(presave.confirmedAt))

/** A page of who signed up and confirmed it, in the order they came. */
export async function listSignUps(tx: Tx, portalId: string, releaseId: string, page: number) {
  const where = ofRelease(portalId, releaseId)
  const total = await countRows(tx, sql`${presave} where ${where}`)
  const found = await tx
    .select()
    .from(presave)
    .where(where)
    .orderBy(asc(presave.consentAt), asc(presave.id))
    .limit(pageSize())
    .offset(pageStart(page))
  return listOf(
    found.map(({ id, email, locale, consentAt }) => ({
      id,
      email,
      locale,
      consentAt: consentAt.toISOString(),
    })),
    total,
    page,
  )
}

const proofs = {
  email: s.email,
  locale: s.locale,
  consentAt: iso(s.consentAt),
  confirmedAt: iso(s.confirmedAt),
}

/**
 * Everybody who signed up and confirmed it, with a header: what Mailchimp and Brevo import, with the proof of both
 * consents.
 */
export async function exportSignUps(
  call: Pick<Call, 'tx' | 'locale' | 'headers' | 'signal'> & { portal: { id: string; code: string } },
  releaseId: string,
) {
  const { tx, portal } = call
  async function* lines() {
    const found = selectInBatches(
      tx,
      proofs,
      sql`presave s where s.portal_id = ${portal.id} and s.release_id = ${releaseId} and s.confirmed_at is not null
        order by s.consent_at, s.id`,
    )
    for await (const some of found)
      yield some.map(({ email, locale, consentAt, confirmedAt }) => [email, locale, consentAt, confirmedAt])
  }
  const heading = ['EMAIL', 'LOCALE', 'CONSENT_AT', 'CONFIRMED_AT']
  return sheetFile(call, {
    name: `presave-${portal.code.toLowerCase()}`,
    ...{ as: 'csv', marks: pointMarks, heading, lines: lines() },
  })
}

/** Erases an address from every release of the portal, and answers from how many. */
export async function eraseSignUps(tx: Tx, portalId: string, email: string): Promise<number> {
  const erased = await tx
    .delete(presave)
    .where(and(eq(presave.portalId, portalId), eq(presave.email, email)))
    .returning({ id: presave.id })
  return erased.length
}

/** Whose address a sign-up is; undefined where it has been erased. */
export async function emailOfSignUp(
  tx: Tx,
  portalId: string,
  presaveId: string,
): Promise<string | undefined> {
  const [found] = await tx
    .select({ email: presave.email })
    .from(presave)
    .where(and(eq(presave.portalId, portalId), eq(presave.id, presaveId)))
  return found?.email
}
