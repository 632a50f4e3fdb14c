import { createHash } from 'node:crypto'
import type { CallContext } from '#platform/call.ts'
import { addressGroup } from '#platform/caller-address.ts'
import { countTry, type Limit, takeBackTry } from '#platform/rate-limit.ts'
import { rateLimit } from './table.ts'

/**
 * Limits are keyed on what the server knows: the address a request came from (an IPv6 network of 64 bits counts as one),
 * and that address together with the e-mail tried. On the e-mail alone there is only a brake on wrong tries from many
 * addresses at once: it ends within the hour, does not hold up where the person has a session already, and leaves the
 * mailed link, so that nobody is locked out by others' tries.
 */
const signInPair: Limit = { name: 'signin-pair', points: 10, seconds: 15 * 60 }
const signInAddress: Limit = { name: 'signin-address', points: 100, seconds: 15 * 60 }
const signInAccount: Limit = { name: 'signin-account', points: 60, seconds: 60 * 60 }
const ownPassword: Limit = { name: 'own-password', points: 30, seconds: 60 * 60 }
const mailPair: Limit = { name: 'mail-pair', points: 5, seconds: 60 * 60 }
const mailAddress: Limit = { name: 'mail-address', points: 30, seconds: 60 * 60 }
const tokenAddress: Limit = { name: 'token-address', points: 60, seconds: 15 * 60 }

const pairKey = (address: string, email: string) =>
  createHash('sha256').update(`${address}\n${email}`).digest('base64url')

const accountKey = (email: string) => createHash('sha256').update(email).digest('base64url')

type Visitor = Pick<CallContext, 'database' | 'address'>

async function limitPair({ database, address }: Visitor, email: string) {
  const group = addressGroup(address)
  await countTry(database, rateLimit, signInAddress, group)
  await countTry(database, rateLimit, signInPair, pairKey(group, email))
}

/**
 * Counts a try to sign in. `right` takes it back, so that only wrong tries stay on the person: whoever signs in on five
 * devices is not told to wait. The address keeps its count, because every try costs a hash.
 */
export async function limitSignIn(visitor: Visitor, email: string): Promise<{ right: () => Promise<void> }> {
  await limitPair(visitor, email)
  const pair = pairKey(addressGroup(visitor.address), email)
  const rightHere = () => takeBackTry(visitor.database, rateLimit, signInPair, pair)
  const key = accountKey(email)
  // Asked before the password is looked at, and for every e-mail: the answer says nothing of either.
  if (await isKnownPlace(visitor, email)) return { right: rightHere }
  await countTry(visitor.database, rateLimit, signInAccount, key)
  return {
    right: async () => {
      await rightHere()
      await takeBackTry(visitor.database, rateLimit, signInAccount, key)
    },
  }
}

/** Does the person have a session that was opened from there? */
async function isKnownPlace({ database, address }: Visitor, email: string): Promise<boolean> {
  const found = await database.query<{ address: string }>(
    `select s.address from session s join person p on p.id = s.person_id
     where p.email = $1 and s.address is not null and s.expires_at > clock_timestamp() and not s.two_factor_pending`,
    [email],
    'known_places',
  )
  const group = addressGroup(address)
  return found.some((one) => addressGroup(one.address) === group)
}

/**
 * Whoever holds a session tries a password: from however many addresses, a session's person is one. `right` takes the try
 * back: whoever makes twelve keys in an afternoon is not told to wait.
 */
export async function limitOwnPassword(
  visitor: Visitor,
  { id, email }: { id: string; email: string },
): Promise<{ right: () => Promise<void> }> {
  await limitPair(visitor, email)
  await countTry(visitor.database, rateLimit, ownPassword, id)
  return {
    right: async () => {
      await takeBackTry(
        visitor.database,
        rateLimit,
        signInPair,
        pairKey(addressGroup(visitor.address), email),
      )
      await takeBackTry(visitor.database, rateLimit, ownPassword, id)
    },
  }
}

export async function limitMail({ database, address }: Visitor, email: string) {
  const group = addressGroup(address)
  await countTry(database, rateLimit, mailAddress, group)
  await countTry(database, rateLimit, mailPair, pairKey(group, email))
}

export const limitTokens = ({ database, address }: Visitor) =>
  countTry(database, rateLimit, tokenAddress, addressGroup(address))

/** Codes have six digits: tries count by person, and only for whoever already knew the password. */
const secondFactor: Limit = { name: 'second-factor', points: 15, seconds: 15 * 60 }

export const limitSecondFactor = ({ database }: Visitor, personId: string) =>
  countTry(database, rateLimit, secondFactor, personId)
