import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import forge from 'node-forge'
import { beforeAll, expect, test } from 'vitest'
import { readPkcs12 } from './server/read-pkcs12.ts'
import { certificatePassword as password, pkcs12 } from './test-certificate.ts'

/** What of a file is taken to sign with. The program reads it in a process of its own; here it is read as it is. */

const bytesOf = (file: string) => Buffer.from(file, 'base64')
const pairOf = (file: string) => readPkcs12(bytesOf(file), password)
const isOfKey = ({ key, certificate }: ReturnType<typeof readPkcs12>) =>
  new X509Certificate(Buffer.from(certificate, 'base64')).checkPrivateKey(createPrivateKey(key))
/** A file of these certificates, by their files, with a key or without one. */
function together(key: string | null, ...certificates: string[]) {
  const asn1 = forge.pkcs12.toPkcs12Asn1(
    key === null ? null : forge.pki.privateKeyFromPem(key),
    certificates.map((der) =>
      forge.pki.certificateFromAsn1(forge.asn1.fromDer(Buffer.from(der, 'base64').toString('binary'))),
    ),
    password,
    { algorithm: 'aes256' },
  )
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary').toString('base64')
}
const none = { key: '', certificate: '' }
let [own, other] = [none, none]
beforeAll(() => {
  own = pairOf(pkcs12())
  other = pairOf(pkcs12({ algorithm: '3des' }))
})

test('a key comes with the certificate that is its own, whatever others are beside it', () => {
  expect([isOfKey(own), isOfKey(other)]).toEqual([true, true])
  expect(pairOf(together(own.key, other.certificate, own.certificate))).toEqual(own)
  expect(pairOf(together(own.key, own.certificate, other.certificate))).toEqual(own)
})

test('a file without a key, or without its certificate, signs nothing', () => {
  const unreadable = 'billing.certificateUnreadable'
  expect(() => pairOf(together(null, own.certificate))).toThrow(unreadable)
  expect(() => pairOf(together(own.key, other.certificate))).toThrow(unreadable)
  expect(() => pairOf(Buffer.from('no certificate').toString('base64'))).toThrow(unreadable)
})

test('a certificate as it is, without the file around it, is none of them: no password would open it', () => {
  expect(() => pairOf(own.certificate)).toThrow('billing.certificateUnreadable')
})

test('another password opens nothing, and is told from a file that is none', () => {
  expect(() => readPkcs12(bytesOf(together(own.key, own.certificate)), 'otra')).toThrow(
    'billing.certificatePassword',
  )
})

/** As OpenSSL 3 writes it, `openssl pkcs12 -export`, whose password is in UTF-8 where forge's is not. */
const byOpenSsl = (name: string) => readFileSync(new URL(name, import.meta.url))

test('a password with an ñ opens what other programs have written, too', () => {
  expect(isOfKey(readPkcs12(byOpenSsl('rsa-key.p12'), password))).toBe(true)
  expect(() => readPkcs12(byOpenSsl('rsa-key.p12'), 'contrasena del archivo')).toThrow(
    'billing.certificatePassword',
  )
})

test('a key of an elliptic curve is told from a file that is none: signed is with RSA', () => {
  expect(() => readPkcs12(byOpenSsl('ec-key.p12'), password)).toThrow('billing.certificateNotRsa')
  expect(() => readPkcs12(byOpenSsl('ec-key.p12'), 'otra')).toThrow('billing.certificatePassword')
})
