import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomInt,
} from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with what every app takes for granted: SHA-1, six digits, thirty seconds. */
const totpOf = (seed: string, label: string) =>
  new TOTP({
    issuer: 'Backline',
    label,
    secret: Secret.fromBase32(seed),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  })

/** 160 bits, as RFC 4226 advises. */
export const newSeed = () => new Secret({ size: 20 }).base32
export const seedUri = (seed: string, email: string) => totpOf(seed, email).toString()

/** The time step that a code belongs to, one step early or late allowed; undefined when it is no code of the seed. */
export function stepOf(seed: string, code: string, now: Date): number | undefined {
  const totp = totpOf(seed, '')
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ period: 30, timestamp }) + delta
}

const sealKeys = new WeakMap<Buffer, KeyObject>()
/** Made once of the process's secret: each webhook of a shop asks for it. */
function sealKey(secret: Buffer): KeyObject {
  const key =
    sealKeys.get(secret) ?? createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'totp seed', 32)))
  sealKeys.set(secret, key)
  return key
}

/** AES-256-GCM; the person's id is bound in, so that a seed copied to another row opens nothing. */
export function seal(secret: Buffer, personId: string, seed: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealKey(secret), nonce).setAAD(Buffer.from(personId))
  const sealed = Buffer.concat([cipher.update(seed, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @throws when the seed was sealed for somebody else or with another key. */
export function unseal(secret: Buffer, personId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const cipher = createDecipheriv('aes-256-gcm', sealKey(secret), bytes.subarray(0, 12))
  cipher.setAAD(Buffer.from(personId)).setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
}

// Without letters and digits that are taken for one another.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
export const recoveryCodeCount = 10
/** Ten codes of 59 bits. */
export const newRecoveryCodes = () =>
  Array.from({ length: recoveryCodeCount }, () => `${group()}-${group()}-${group()}`)

/** What is stored of a recovery code: keyed, because 59 bits alone could be searched. */
export const recoveryHash = (secret: Buffer, personId: string, code: string) =>
  createHmac('sha256', secret)
    .update(`recovery ${personId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
    .digest('base64url')
