import { eq, sql } from 'drizzle-orm'
import { writeActivity } from '#platform/activity.ts'
import type { OpenCall } from '#platform/call.ts'
import type { Tx } from '#platform/db.ts'
import { AppError, BadInput } from '#platform/errors.ts'
import type { SignedIn } from '../contract.ts'
import { endWaysIn } from './end-ways-in.ts'
import { limitTokens } from './limits.ts'
import { accountActivated } from './occasions.ts'
import { ownWordsOf } from './own-words.ts'
import { hashPassword, refuseWeakPassword } from './password.ts'
import { readSignIn } from './read-session.ts'
import { openAfterPassword } from './sessions.ts'
import { person } from './table.ts'
import { redeemToken, spendTokens, type TokenKind } from './tokens.ts'

interface Redemption {
  token: string
  password: string
  name?: string | undefined
  email?: string | undefined
  endKeys?: boolean | undefined
}

/**
 * Sets the password that a mailed link allows, ends every session of the person and opens a new one. A mailbox alone
 * is one factor: who has a second one still owes it.
 */
export async function setPassword(
  call: OpenCall,
  kinds: readonly TokenKind[],
  input: Redemption,
): Promise<SignedIn> {
  await limitTokens(call)
  refuseWeakPassword(input.password, [input.name, input.email])
  const passwordHash = await hashPassword(input.password)
  const hash = await call.transaction(async (tx) => {
    const { personId, kind } = await redeemToken(tx, kinds, input.token)
    const owner = personId
      ? await updateOwner(tx, personId, passwordHash, input, call.now)
      : await makeFirstSuper(tx, passwordHash, input, call.now)
    // Whoever follows the link of an invitation says yes to it; a reset of the password answers none.
    if (kind === 'activate') await accountActivated.tell(tx, owner.id)
    await endWaysIn(tx, owner.id, call.now, input)
    const opened = await openAfterPassword(tx, call, owner, call.now)
    await writeActivity(
      { ...call, tx, actor: { person: owner, sessionHash: opened, currentPortalId: null } },
      [{ targetId: owner.id }],
    )
    return opened
  })
  return readSignIn(call.database, hash, call.services.environment)
}

async function updateOwner(
  tx: Tx,
  personId: string,
  passwordHash: string,
  { name, password }: Redemption,
  now: Date,
) {
  // The link is not used up by it: what is thrown takes the transaction back.
  refuseWeakPassword(password, await ownWordsOf(tx, personId))
  const [owner] = await tx
    .update(person)
    .set({ passwordHash, lastSeenAt: now, name: name ? name : sql`${person.name}` })
    .where(eq(person.id, personId))
    .returning()
  if (!owner || owner.suspendedAt) throw new AppError(410, 'account.tokenSpent')
  return owner
}

/**
 * The link of an empty database's first start belongs to nobody: whoever holds it becomes the first super person. Each
 * process printed one of its own, so they are ended together, and used one after the other.
 */
async function makeFirstSuper(tx: Tx, passwordHash: string, { name, email }: Redemption, now: Date) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('first super'))`)
  const [super_] = await tx.select({ id: person.id }).from(person).where(eq(person.super, true)).limit(1)
  if (super_) throw new AppError(410, 'account.tokenSpent')
  await spendTokens(tx, ['firstSuper'], null, now)
  const required = { code: 'validation.required' }
  if (!name || !email)
    throw new BadInput('invalidInput', {
      ...(name ? {} : { name: required }),
      ...(email ? {} : { email: required }),
    })
  const [owner] = await tx
    .insert(person)
    .values({ name, email, passwordHash, lastSeenAt: now, staff: true, super: true })
    .returning()
  if (!owner) throw new AppError(410, 'account.tokenSpent')
  return owner
}
