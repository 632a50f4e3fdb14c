import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import QrCode from 'qrcode'
import { limitOwnPassword, limitSecondFactor } from '#features/account/server/limits.ts'
import { mustHaveSecondFactor } from '#features/account/server/own-account.ts'
import { verifyPassword } from '#features/account/server/password.ts'
import { readSession } from '#features/account/server/read-session.ts'
import { closeSessionsOf, openSession } from '#features/account/server/sessions.ts'
import { person, recoveryCode } from '#features/account/server/table.ts'
import { writeActivity } from '#platform/activity.ts'
import type { Actor } from '#platform/actor.ts'
import type { OpenCall } from '#platform/call.ts'
import type { Tx } from '#platform/db.ts'
import { Conflict, NotSignedIn, Unprocessable } from '#platform/errors.ts'
import { newRecoveryCodes, newSeed, recoveryHash, seal, seedUri, stepOf, unseal } from './totp.ts'

const wrong = (field: 'password' | 'code') =>
  new Unprocessable({ [field]: { code: field === 'code' ? 'account.wrongCode' : 'account.wrongPassword' } })

function caller({ actor }: OpenCall): Actor {
  if (!actor) throw new NotSignedIn()
  return actor
}

async function ownRow(call: OpenCall) {
  const [found] = await call.transaction((tx) =>
    tx
      .select()
      .from(person)
      .where(eq(person.id, caller(call).person.id)),
  )
  if (!found) throw new NotSignedIn()
  return found
}

/** Wrong tries are limited like a sign-in's. @throws Unprocessable by the field `password`. */
async function demandPassword(call: OpenCall, stored: string | null, password: string) {
  const { right } = await limitOwnPassword(call, caller(call).person)
  if (!(await verifyPassword(stored, password))) throw wrong('password')
  await right()
}

/** A new seed, of no effect until its first code is given. @throws Conflict when a second factor is on already. */
export async function startTwoFactor(call: OpenCall, { password }: { password: string }) {
  const { actor } = call
  const own = await ownRow(call)
  if (own.totpConfirmedAt) throw new Conflict('account.twoFactorOn')
  if (actor?.pending !== 'enrol' || !(await signedInJustNow(call)))
    await demandPassword(call, own.passwordHash, password)
  const secret = newSeed()
  const totpSeed = seal(call.services.secret, own.id, secret)
  await call.transaction(async (tx) => {
    await tx
      .update(person)
      .set({ totpSeed, totpStep: null })
      .where(and(eq(person.id, own.id), isNull(person.totpConfirmedAt)))
    await writeActivity({ ...call, tx }, [{ targetId: own.id }])
  })
  const uri = seedUri(secret, own.email)
  const qr = await QrCode.toDataURL(uri, { errorCorrectionLevel: 'M', margin: 2, width: 336 })
  return { secret, uri, qr }
}

/** A session that was open before a second factor was demanded may be in other hands: it shows the password again. */
async function signedInJustNow({ database, sessionHash }: OpenCall): Promise<boolean> {
  const [row] = await database.query<{ fresh: boolean }>(
    `select created_at > clock_timestamp() - interval '10 minutes' as fresh from session where token_hash = $1`,
    [sessionHash],
  )
  return row?.fresh ?? false
}

/** @throws Unprocessable by the field `code`; Conflict when nothing was started or it is on already. */
export async function confirmTwoFactor(call: OpenCall, { code }: { code: string }) {
  const own = await ownRow(call)
  if (own.totpConfirmedAt) throw new Conflict('account.twoFactorOn')
  if (!own.totpSeed) throw new Conflict('account.twoFactorNotStarted')
  await limitSecondFactor(call, own.id)
  const recoveryCodes = newRecoveryCodes()
  const hash = await call.transaction(async (tx) => {
    if (!(await takeCode(tx, call, own, code))) throw wrong('code')
    await tx.update(person).set({ totpConfirmedAt: call.now }).where(eq(person.id, own.id))
    await replaceCodes(tx, call, own.id, recoveryCodes)
    await closeSessionsOf(tx, own.id, call.sessionHash)
    const opened = await openSession(tx, call, own.id, call.now)
    await writeActivity({ ...call, tx }, [{ targetId: own.id }])
    return opened
  })
  return { recoveryCodes, session: await readSession(call.database, hash, call.services.environment) }
}

/** @throws Conflict for staff, for the team of an account that requires it, and for whoever was told to have one. */
export async function disableTwoFactor(call: OpenCall, { password }: { password: string }): Promise<null> {
  const own = await ownRow(call)
  await demandPassword(call, own.passwordHash, password)
  const required = await call.transaction((tx) => mustHaveSecondFactor(tx, own.id))
  if (required) throw new Conflict('account.twoFactorRequired')
  await call.transaction(async (tx) => {
    const off = { totpSeed: null, totpConfirmedAt: null, totpStep: null }
    await tx.update(person).set(off).where(eq(person.id, own.id))
    await tx.delete(recoveryCode).where(eq(recoveryCode.personId, own.id))
    await closeSessionsOf(tx, own.id, call.sessionHash)
    await writeActivity({ ...call, tx }, [{ targetId: own.id }])
  })
  return null
}

export async function renewRecoveryCodes(call: OpenCall, { password }: { password: string }) {
  const own = await ownRow(call)
  await demandPassword(call, own.passwordHash, password)
  if (!own.totpConfirmedAt) throw new Conflict('account.twoFactorNotStarted')
  const recoveryCodes = newRecoveryCodes()
  await call.transaction(async (tx) => {
    await replaceCodes(tx, call, own.id, recoveryCodes)
    await writeActivity({ ...call, tx }, [{ targetId: own.id }])
  })
  return { recoveryCodes }
}

/** The second step of signing in. @throws Conflict when the session owes nothing; Unprocessable by the field `code`. */
export async function giveCode(call: OpenCall, { code }: { code: string }) {
  if (caller(call).pending !== 'code') throw new Conflict('account.nothingPending')
  const own = await ownRow(call)
  await limitSecondFactor(call, own.id)
  const hash = await call.transaction(async (tx) => {
    const taken = (await takeCode(tx, call, own, code)) || (await spendRecoveryCode(tx, call, own.id, code))
    if (!taken) throw wrong('code')
    const opened = await openSession(tx, call, own.id, call.now)
    await tx.update(person).set({ lastSeenAt: call.now }).where(eq(person.id, own.id))
    await writeActivity({ ...call, tx }, [{ targetId: own.id }])
    return opened
  })
  return readSession(call.database, hash, call.services.environment)
}

/** Takes a code of the app, each time step once: the update is the check. */
async function takeCode(tx: Tx, call: OpenCall, own: { id: string; totpSeed: string | null }, code: string) {
  const digits = code.replace(/\s/g, '')
  if (!own.totpSeed || !/^\d{6}$/.test(digits)) return false
  const step = stepOf(unseal(call.services.secret, own.id, own.totpSeed), digits, call.now)
  if (step === undefined) return false
  const taken = await tx
    .update(person)
    .set({ totpStep: step })
    .where(and(eq(person.id, own.id), or(isNull(person.totpStep), lt(person.totpStep, step))))
    .returning({ id: person.id })
  return taken.length === 1
}

async function spendRecoveryCode(tx: Tx, call: OpenCall, personId: string, code: string) {
  const hash = recoveryHash(call.services.secret, personId, code)
  const used = await tx
    .update(recoveryCode)
    .set({ usedAt: sql`clock_timestamp()` })
    .where(and(eq(recoveryCode.personId, personId), eq(recoveryCode.hash, hash), isNull(recoveryCode.usedAt)))
    .returning({ hash: recoveryCode.hash })
  return used.length === 1
}

async function replaceCodes(tx: Tx, call: OpenCall, personId: string, codes: readonly string[]) {
  await tx.delete(recoveryCode).where(eq(recoveryCode.personId, personId))
  await tx
    .insert(recoveryCode)
    .values(codes.map((code) => ({ personId, hash: recoveryHash(call.services.secret, personId, code) })))
}
