import forge from 'node-forge'

export const certificatePassword = 'contraseña del archivo'
/** The demo world's provider. */
const providerTaxId = 'B58378431'

/** A certificate that vouches for itself, in PKCS #12, base64: of so many days from a day on. */
export function pkcs12({
  days = 400,
  algorithm = 'aes256' as 'aes256' | '3des',
  from = -1,
  bits = 2048,
  /** Whose it is: as EN 319 412-1 writes a person's and a company's number. */
  serialNumber = '',
  organizationIdentifier = '',
  /** It names neither: nothing says whose it is. */
  unnamed = false,
} = {}) {
  const company = organizationIdentifier || (serialNumber || unnamed ? '' : `VATES-${providerTaxId}`)
  const { privateKey, publicKey } = forge.pki.rsa.generateKeyPair(bits)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicKey
  certificate.serialNumber = '0b1d5eed5eed5eed5eed'
  const day = (number: number) => new Date(Date.now() + number * 86_400_000)
  certificate.validity.notBefore = day(from)
  certificate.validity.notAfter = day(days)
  const name = [
    { name: 'countryName', value: 'ES' },
    {
      name: 'organizationName',
      value: 'Trastienda Merch, S. L. & "Hijos"',
      valueTagClass: forge.asn1.Type.UTF8,
    },
    ...(company ? [{ type: '2.5.4.97', value: company, valueTagClass: forge.asn1.Type.UTF8 }] : []),
    ...(serialNumber ? [{ name: 'serialNumber', value: serialNumber }] : []),
    { name: 'commonName', value: 'Firma de Trastienda', valueTagClass: forge.asn1.Type.UTF8 },
  ] as unknown as forge.pki.CertificateField[]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.sign(privateKey, forge.md.sha256.create())
  const asn1 = forge.pkcs12.toPkcs12Asn1(privateKey, [certificate], certificatePassword, { algorithm })
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary').toString('base64')
}
