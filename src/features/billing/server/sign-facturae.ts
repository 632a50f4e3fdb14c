import { createHash, createPublicKey, createSign, randomUUID, X509Certificate } from 'node:crypto'
import type { SigningPair } from './read-pkcs12.ts'

/**
 * XAdES-EPES by Facturae's signature policy 3.1, enveloped in the invoice. Everything that is signed is written here in the
 * form that Canonical XML 1.0 gives it, so that what is hashed is what stands in the file; test and drill hold it against
 * another's verification.
 */

const policy = {
  url: 'http://www.facturae.es/politica_de_firma_formato_facturae/politica_de_firma_formato_facturae_v3_1.pdf',
  name: 'Política de Firma FacturaE v3.1',
  /** SHA-1, as the policy itself is named by. */
  digest: 'Ohixl6upD6av8N7pEvDABhEL6hM=',
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
 * Signs an invoice. @param xml a `fe:Facturae` in canonical form, without declaration; the signature becomes its last child
 * @param role of who signs: `customer` where the recipient issues
 */
export function signFacturae(
  xml: string,
  { key, certificate }: SigningPair,
  { now, role }: { now: Date; role: 'supplier' | 'customer' },
): string {
  const id = randomUUID()
  const x509 = new X509Certificate(Buffer.from(certificate, 'base64'))
  // What an element is in scope of when it is hashed by itself.
  const root = /^<fe:Facturae ([^>]*)>/.exec(xml)?.[1] ?? ''
  const scoped = (element: string, name: string) =>
    element.replace(`<${name} `, `<${name} xmlns:ds="${ds}" ${root} xmlns:xades="${xades}" `)
  const keyInfo = keyInfoOf(`Certificate-${id}`, x509, certificate)
  const properties = propertiesOf(id, x509, { now, role })
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
  const end = xml.lastIndexOf('</fe:Facturae>')
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml.slice(0, end)}${signature}${xml.slice(end)}`
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

const propertiesOf = (id: string, x509: X509Certificate, { now, role }: { now: Date; role: string }) =>
  `<xades:SignedProperties Id="SignedProperties-${id}"><xades:SignedSignatureProperties>` +
  `<xades:SigningTime>${now.toISOString().replace(/\.\d+Z$/, 'Z')}</xades:SigningTime>` +
  `<xades:SigningCertificate><xades:Cert><xades:CertDigest>${digest(digestOf(x509.raw))}</xades:CertDigest>` +
  `<xades:IssuerSerial><ds:X509IssuerName>${escaped(issuerName(x509.issuer))}</ds:X509IssuerName>` +
  `<ds:X509SerialNumber>${BigInt(`0x${x509.serialNumber}`)}</ds:X509SerialNumber></xades:IssuerSerial>` +
  '</xades:Cert></xades:SigningCertificate><xades:SignaturePolicyIdentifier><xades:SignaturePolicyId>' +
  `<xades:SigPolicyId><xades:Identifier>${policy.url}</xades:Identifier>` +
  `<xades:Description>${policy.name}</xades:Description></xades:SigPolicyId><xades:SigPolicyHash>` +
  `${digest(policy.digest, 'http://www.w3.org/2000/09/xmldsig#sha1')}</xades:SigPolicyHash>` +
  '</xades:SignaturePolicyId></xades:SignaturePolicyIdentifier><xades:SignerRole><xades:ClaimedRoles>' +
  `<xades:ClaimedRole>${role}</xades:ClaimedRole></xades:ClaimedRoles></xades:SignerRole>` +
  '</xades:SignedSignatureProperties><xades:SignedDataObjectProperties>' +
  `<xades:DataObjectFormat ObjectReference="#Invoice-${id}"><xades:Description>Factura electrónica</xades:Description>` +
  '<xades:MimeType>text/xml</xades:MimeType></xades:DataObjectFormat>' +
  '</xades:SignedDataObjectProperties></xades:SignedProperties>'
