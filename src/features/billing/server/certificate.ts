import { X509Certificate } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { seal, unseal } from '#features/two-factor/server/totp.ts'
import type { Tx } from '#platform/db.ts'
import { Conflict, Unprocessable } from '#platform/errors.ts'
import { ForeignRefusal, readForeign } from '#platform/foreign.ts'
import type { Certificate } from '../certificate-contract.ts'
import type { SigningPair } from './read-pkcs12.ts'
import { providersSetting } from './setting.ts'
import { readProvider } from './settings.ts'

const settingKey = 'billing.certificate'
const soonDays = 30

interface Kept {
  /** Of the pair, as JSON. */
  sealed: string
  subject: string
  issuer: string
  validFrom: string
  validTo: string
  /** Whose it is: the tax number that it names, or the provider's when somebody said that it is theirs. Not of those kept before. */
  taxId?: string | undefined
}

/** What is kept, and whether it is of somebody else than who provides today: a provider's number may change afterwards. */
async function read(tx: Tx): Promise<(Kept & { ofOther: boolean }) | undefined> {
  const kept = await providersSetting<Kept>(tx, settingKey)
  if (!kept) return undefined
  const provider = await readProvider(tx)
  return { ...kept, ofOther: Boolean(kept.taxId && provider && kept.taxId !== provider.taxId) }
}

function answerOf(
  { sealed: _, taxId: _t, ofOther, ...said }: Kept & { ofOther: boolean },
  now: Date,
): Certificate {
  const left = Date.parse(said.validTo) - now.getTime()
  const inTime = left <= soonDays * 86_400_000 ? 'soon' : 'valid'
  return { ...said, state: left <= 0 ? 'expired' : ofOther ? 'ofOther' : inTime }
}

/** What is signed with; null while nothing is. Never its key. */
export async function getCertificate(tx: Tx, now: Date): Promise<Certificate | null> {
  const kept = await read(tx)
  return kept ? answerOf(kept, now) : null
}

/** Of an RSA key: shorter ones may sign nothing any more (NIST SP 800-131A Rev. 2, table 2). */
const leastBits = 2048

/** Names of a certificate on one line: `CN=…, O=…, C=ES`. */
const oneLine = (name: string) => name.split('\n').reverse().join(', ').slice(0, 400)

/**
 * The tax number of who a certificate is of: a company's own where it names one, or else its holder's, each with or without the prefix
 * of EN 319 412-1 (`VATES-`, `IDCES-`); undefined where it names none that is written like a Spanish one.
 */
function taxIdOf(subject: string): string | undefined {
  const named = (name: string) =>
    new RegExp(`^(?:${name})=(?:[A-Z]{3}[A-Z]{2}-)?([A-Z0-9]{9})$`, 'm').exec(subject)?.[1]
  return named('organizationIdentifier|2\\.5\\.4\\.97') ?? named('serialNumber')
}

interface Wish {
  file: string
  password: string
  /** Somebody says that it is the provider's, though it names no tax number. */
  confirmed: boolean
}

const refused = (
  field: 'file' | 'password' | 'confirmed',
  code: string,
  params: Record<string, string> = {},
) => new Unprocessable({ [field]: { code, params } })

async function readPair(file: string, password: string): Promise<SigningPair> {
  try {
    return await readForeign<SigningPair>('certificate', Buffer.from(file, 'base64'), password)
  } catch (error) {
    if (!(error instanceof ForeignRefusal)) throw error
    const { code } = error.fault
    if (code === 'billing.certificatePassword') throw refused('password', code)
    throw refused('file', code === 'billing.certificateNotRsa' ? code : 'billing.certificateUnreadable')
  }
}

/** Keeps what to sign with, its key sealed. @throws Unprocessable by the field. */
export async function setCertificate(
  tx: Tx,
  { file, password, confirmed }: Wish,
  { secret, now }: { secret: Buffer; now: Date },
): Promise<Certificate> {
  const pair = await readPair(file, password)
  const x509 = new X509Certificate(Buffer.from(pair.certificate, 'base64'))
  if (x509.publicKey.asymmetricKeyType !== 'rsa') throw refused('file', 'billing.certificateNotRsa')
  if ((x509.publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < leastBits)
    throw refused('file', 'billing.certificateWeak')
  const provider = await readProvider(tx)
  const holder = taxIdOf(x509.subject)
  const kept: Kept = {
    sealed: seal(secret, settingKey, JSON.stringify(pair)),
    subject: oneLine(x509.subject),
    issuer: oneLine(x509.issuer),
    validFrom: x509.validFromDate.toISOString(),
    validTo: x509.validToDate.toISOString(),
    taxId: holder ?? provider?.taxId,
  }
  if (provider && holder && holder !== provider.taxId)
    throw refused('file', 'billing.certificateOfOther', { holder, taxId: provider.taxId })
  if (x509.validToDate <= now) throw refused('file', 'billing.certificateExpired')
  if (x509.validFromDate > now) throw refused('file', 'billing.certificateLater')
  // Nothing says whose it is but who brings it.
  if (!holder && !confirmed) throw refused('confirmed', 'billing.certificateUnnamed')
  await tx.execute(
    sql`insert into setting (key, value) values (${settingKey}, ${JSON.stringify(kept)})
      on conflict (key) do update set value = excluded.value`,
  )
  return answerOf({ ...kept, ofOther: false }, now)
}

/** @throws Conflict where there is none. */
export async function deleteCertificate(tx: Tx, now: Date): Promise<Certificate> {
  const kept = await read(tx)
  if (!kept) throw new Conflict('billing.certificateMissing')
  await tx.execute(sql`delete from setting where key = ${settingKey}`)
  return answerOf(kept, now)
}

/** Is there a certificate of the provider that signs now? */
export async function canSign(tx: Tx, now: Date): Promise<boolean> {
  const kept = await read(tx)
  return kept !== undefined && !kept.ofOther && Date.parse(kept.validTo) > now.getTime()
}

/** The key and certificate to sign with now. @throws Conflict without one, after its last day, or of somebody else. */
export async function signingPair(tx: Tx, secret: Buffer, now: Date): Promise<SigningPair> {
  const kept = await read(tx)
  if (!kept) throw new Conflict('billing.certificateMissing')
  if (Date.parse(kept.validTo) <= now.getTime()) throw new Conflict('billing.certificateExpired')
  if (kept.ofOther) throw new Conflict('billing.certificateNotTheirs')
  return JSON.parse(unseal(secret, settingKey, kept.sealed)) as SigningPair
}
