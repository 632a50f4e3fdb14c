import { createHash } from 'node:crypto'
import type { CallContext } from '#platform/handle.ts'
import { countTry, type Limit } from '#platform/rate-limit.ts'
import { rateLimit } from './table.ts'

/**
 * Limits are keyed on what the server knows: the address a request came from, and that address together with the
 * e-mail tried. Never on the e-mail alone: that would let anybody lock a person out.
 */
const signInPair: Limit = { name: 'signin-pair', points: 10, seconds: 15 * 60 }
const signInAddress: Limit = { name: 'signin-address', points: 100, seconds: 15 * 60 }
const mailPair: Limit = { name: 'mail-pair', points: 5, seconds: 60 * 60 }
const mailAddress: Limit = { name: 'mail-address', points: 30, seconds: 60 * 60 }
const tokenAddress: Limit = { name: 'token-address', points: 60, seconds: 15 * 60 }

const pairKey = (address: string, email: string) =>
  createHash('sha256').update(`${address}\n${email}`).digest('base64url')

type Visitor = Pick<CallContext, 'database' | 'address'>

export async function limitSignIn({ database, address }: Visitor, email: string) {
  await countTry(database, rateLimit, signInAddress, address)
  await countTry(database, rateLimit, signInPair, pairKey(address, email))
}

export async function limitMail({ database, address }: Visitor, email: string) {
  await countTry(database, rateLimit, mailAddress, address)
  await countTry(database, rateLimit, mailPair, pairKey(address, email))
}

export const limitTokens = ({ database, address }: Visitor) =>
  countTry(database, rateLimit, tokenAddress, address)

/** Codes have six digits: tries count by person, and only for whoever already knew the password. */
const secondFactor: Limit = { name: 'second-factor', points: 15, seconds: 15 * 60 }

export const limitSecondFactor = ({ database }: Visitor, personId: string) =>
  countTry(database, rateLimit, secondFactor, personId)
