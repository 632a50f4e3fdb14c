import { createPrivateKey, X509Certificate } from 'node:crypto'
import forge from 'node-forge'

/** What a PKCS #12 file holds that can be signed with. */
export interface SigningPair {
  /** PKCS #8, PEM. */
  key: string
  /** DER, base64. */
  certificate: string
}

class Unreadable extends Error {
  override name = 'UnreadableCertificate'
  readonly code: 'billing.certificatePassword' | 'billing.certificateUnreadable' | 'billing.certificateNotRsa'
  constructor(code: Unreadable['code']) {
    super(code)
    this.code = code
  }
}

/**
 * The RSA key of a PKCS #12 file with its certificate. Runs where strangers' bytes are read: a file may ask for any number
 * of rounds before it opens. @throws Unreadable: another password, or no such file.
 */
export function readPkcs12(bytes: Uint8Array, password: string): SigningPair {
  const file = opened(bytes, password)
  const { pkcs8ShroudedKeyBag = '', keyBag = '', certBag = '' } = forge.pki.oids
  const all = (bagType: string) => file.getBags({ bagType })[bagType] ?? []
  const keys = [...all(pkcs8ShroudedKeyBag), ...all(keyBag)]
  const [key] = keys.flatMap(({ key: found }) => found ?? [])
  // A key that is none of RSA's is there, and the library makes nothing of it.
  if (!key)
    throw new Unreadable(keys.length > 0 ? 'billing.certificateNotRsa' : 'billing.certificateUnreadable')
  const pem = forge.pki.privateKeyToPem(key)
  const own = createPrivateKey(pem)
  for (const { cert } of all(certBag)) {
    if (!cert) continue
    const der = Buffer.from(forge.asn1.toDer(forge.pki.certificateToAsn1(cert)).getBytes(), 'binary')
    // The others of the file are those who vouch for it.
    if (new X509Certificate(der).checkPrivateKey(own))
      return {
        key: own.export({ type: 'pkcs8', format: 'pem' }).toString(),
        certificate: der.toString('base64'),
      }
  }
  throw new Unreadable('billing.certificateUnreadable')
}

function opened(bytes: Uint8Array, password: string) {
  let asn1: forge.asn1.Asn1
  try {
    asn1 = forge.asn1.fromDer(Buffer.from(bytes).toString('binary'))
  } catch {
    throw new Unreadable('billing.certificateUnreadable')
  }
  try {
    return inUtf8(() => forge.pkcs12.pkcs12FromAsn1(asn1, password))
  } catch (error) {
    // The only words by which the library tells a wrong password from a broken file.
    if (/MAC could not be verified|Invalid password/i.test(String((error as Error).message)))
      throw new Unreadable('billing.certificatePassword')
  }
  try {
    // As the library itself writes files.
    return forge.pkcs12.pkcs12FromAsn1(asn1, password)
  } catch {
    throw new Unreadable('billing.certificateUnreadable')
  }
}

type CipherOf = (oid: string, parameters: unknown, password: string) => unknown
const { pbe } = forge.pki as unknown as { pbe: { getCipherForPBES2: CipherOf } }

/**
 * Newer files (PBES2) are locked with the bytes of their password in UTF-8, which the library takes sign by sign: one with an
 * ñ in it would fit and open nothing.
 */
function inUtf8<T>(read: () => T): T {
  const own = pbe.getCipherForPBES2
  pbe.getCipherForPBES2 = (oid, parameters, password) => own(oid, parameters, forge.util.encodeUtf8(password))
  try {
    return read()
  } finally {
    pbe.getCipherForPBES2 = own
  }
}
