import {
  createHash,
  createPublicKey,
  createSign,
  createVerify,
  randomUUID,
  X509Certificate,
} from 'node:crypto'
import type { SigningPair } from './read-pkcs12.ts'

/**
 * XAdES-EPES, enveloped in what is signed (ETSI EN 319 132). Everything that is signed is written here in the form that
 * Canonical XML 1.0 gives it, so that what is hashed is what stands in the file; test and drill hold it against another's
 * verification.
 */

/** By which rules a document is signed, and what it is. */
export interface Profile {
  /** `<SigPolicyId>`'s inside. */
  policy: {
    identifier: string
    /** SHA-1, as policies are named by. */
    digest: string
  }
  /** What is signed, in words. */
  describes: string
  /** What the signature stands before, the last time that it is there. */
  before: string
  role?: string | undefined
}
const ds = 'http://www.w3.org/2000/09/xmldsig#'
const xades = 'http://uri.etsi.org/01903/v1.3.2#'
const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

const digestOf = (text: string | Uint8Array) => createHash('sha256').update(text).digest('base64')
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;')
const digest = (value: string, method = sha256) =>
  `<ds:DigestMethod Algorithm="${method}"></ds:DigestMethod><ds:DigestValue>${value}</ds:DigestValue>`

/** RFC 4514, the most special part first, as certificates are named in XML. */
const issuerName = (issuer: string) =>
  issuer
    .split('\n')
    .reverse()
    .map((part) => part.replace(/([,+"\\<>;])/g, '\\$1'))
    .join(',')

/**
 * Signs a document. @param xml in canonical form, without declaration, whose root alone declares namespaces (and none that sorts
 * between `ds` and it, or after `xades`)
 */
export function signEnveloped(
  xml: string,
  { key, certificate }: SigningPair,
  profile: Profile & { now: Date },
): string {
  const id = randomUUID()
  const x509 = new X509Certificate(Buffer.from(certificate, 'base64'))
  // What an element is in scope of when it is hashed by itself.
  const scoped = scopedIn(xml)
  const keyInfo = keyInfoOf(`Certificate-${id}`, x509, certificate)
  const properties = propertiesOf(id, x509, profile)
  const signedInfo =
    `<ds:SignedInfo Id="SignedInfo-${id}">` +
    `<ds:CanonicalizationMethod Algorithm="${c14n}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${rsaSha256}"></ds:SignatureMethod>` +
    `<ds:Reference Id="Properties-${id}" Type="http://uri.etsi.org/01903#SignedProperties" URI="#SignedProperties-${id}">` +
    `${digest(digestOf(scoped(properties, 'xades:SignedProperties')))}</ds:Reference>` +
    `<ds:Reference URI="#Certificate-${id}">${digest(digestOf(scoped(keyInfo, 'ds:KeyInfo')))}</ds:Reference>` +
    `<ds:Reference Id="Invoice-${id}" Type="http://www.w3.org/2000/09/xmldsig#Object" URI=""><ds:Transforms>` +
    `<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform></ds:Transforms>` +
    `${digest(digestOf(xml))}</ds:Reference></ds:SignedInfo>`
  const value = createSign('RSA-SHA256').update(scoped(signedInfo, 'ds:SignedInfo')).sign(key, 'base64')
  const signature =
    `<ds:Signature xmlns:ds="${ds}" xmlns:xades="${xades}" Id="Signature-${id}">${signedInfo}` +
    `<ds:SignatureValue Id="SignatureValue-${id}">${value}</ds:SignatureValue>${keyInfo}` +
    `<ds:Object Id="Object-${id}"><xades:QualifyingProperties Target="#Signature-${id}">${properties}` +
    '</xades:QualifyingProperties></ds:Object></ds:Signature>'
  const end = xml.lastIndexOf(profile.before)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml.slice(0, end)}${signature}${xml.slice(end)}`
}

const scopedIn = (xml: string) => {
  const root = /^<[\w:]+ ([^>]*)>/.exec(xml)?.[1] ?? ''
  return (element: string, name: string) =>
    element.replace(`<${name} `, `<${name} xmlns:ds="${ds}" ${root} xmlns:xades="${xades}" `)
}

/** Does what `signEnveloped` wrote still hold: is the document the one that was signed, by the certificate that it names? */
export function holdsSigned(signed: string): boolean {
  const xml = signed.slice(signed.indexOf('\n') + 1)
  const from = xml.indexOf('<ds:Signature ')
  const to = xml.indexOf('</ds:Signature>') + '</ds:Signature>'.length
  if (from < 0) return false
  const document = xml.slice(0, from) + xml.slice(to)
  const part = (open: string, close: string) => {
    const at = xml.indexOf(open, from)
    return xml.slice(at, xml.indexOf(close, at) + close.length)
  }
  const inside = (open: string, close: string) => part(open, close).slice(open.length, -close.length)
  const scoped = scopedIn(document)
  const signedInfo = part('<ds:SignedInfo ', '</ds:SignedInfo>')
  const digests = [...signedInfo.matchAll(/<ds:DigestValue>([^<]*)</g)].map(([, value]) => value)
  const parts = [
    scoped(part('<xades:SignedProperties ', '</xades:SignedProperties>'), 'xades:SignedProperties'),
    scoped(part('<ds:KeyInfo ', '</ds:KeyInfo>'), 'ds:KeyInfo'),
    document,
  ]
  if (parts.some((one, at) => digestOf(one) !== digests[at])) return false
  const certificate = inside('<ds:X509Certificate>', '</ds:X509Certificate>')
  const value = part('<ds:SignatureValue ', '</ds:SignatureValue>').replace(/<[^>]*>/g, '')
  return createVerify('RSA-SHA256')
    .update(scoped(signedInfo, 'ds:SignedInfo'))
    .verify(new X509Certificate(Buffer.from(certificate, 'base64')).publicKey, value, 'base64')
}

function keyInfoOf(id: string, x509: X509Certificate, certificate: string): string {
  const { n = '', e = '' } = createPublicKey(x509.publicKey.export({ type: 'spki', format: 'pem' })).export({
    format: 'jwk',
  })
  const plain = (part: string) => Buffer.from(part, 'base64url').toString('base64')
  return (
    `<ds:KeyInfo Id="${id}"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data>` +
    `<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>${plain(n)}</ds:Modulus><ds:Exponent>${plain(e)}</ds:Exponent>` +
    '</ds:RSAKeyValue></ds:KeyValue></ds:KeyInfo>'
  )
}

const propertiesOf = (
  id: string,
  x509: X509Certificate,
  { now, role, policy, describes }: Profile & { now: Date },
) =>
  `<xades:SignedProperties Id="SignedProperties-${id}"><xades:SignedSignatureProperties>` +
  `<xades:SigningTime>${now.toISOString().replace(/\.\d+Z$/, 'Z')}</xades:SigningTime>` +
  `<xades:SigningCertificate><xades:Cert><xades:CertDigest>${digest(digestOf(x509.raw))}</xades:CertDigest>` +
  `<xades:IssuerSerial><ds:X509IssuerName>${escaped(issuerName(x509.issuer))}</ds:X509IssuerName>` +
  `<ds:X509SerialNumber>${BigInt(`0x${x509.serialNumber}`)}</ds:X509SerialNumber></xades:IssuerSerial>` +
  '</xades:Cert></xades:SigningCertificate><xades:SignaturePolicyIdentifier><xades:SignaturePolicyId>' +
  `<xades:SigPolicyId>${policy.identifier}</xades:SigPolicyId><xades:SigPolicyHash>` +
  `${digest(policy.digest, 'http://www.w3.org/2000/09/xmldsig#sha1')}</xades:SigPolicyHash>` +
  '</xades:SignaturePolicyId></xades:SignaturePolicyIdentifier>' +
  (role
    ? `<xades:SignerRole><xades:ClaimedRoles><xades:ClaimedRole>${role}</xades:ClaimedRole></xades:ClaimedRoles></xades:SignerRole>`
    : '') +
  '</xades:SignedSignatureProperties><xades:SignedDataObjectProperties>' +
  `<xades:DataObjectFormat ObjectReference="#Invoice-${id}"><xades:Description>${describes}</xades:Description>` +
  '<xades:MimeType>text/xml</xades:MimeType></xades:DataObjectFormat>' +
  '</xades:SignedDataObjectProperties></xades:SignedProperties>'
