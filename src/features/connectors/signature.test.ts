import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSigned } from './server/signature.ts'

const bytes = Buffer.from('{"type":"package_shipped"}')
const signedBy = (key: string | Buffer, secret: string) =>
  isSigned('printful', secret, {
    bytes,
    header: (name) =>
      name === 'x-pf-webhook-signature' ? createHmac('sha256', key).update(bytes).digest('hex') : undefined,
    query: () => undefined,
  })

test('a secret in hex signs as the bytes that it stands for, or as it is written', () => {
  const secret = 'ab'.repeat(32)
  expect(signedBy(Buffer.from(secret, 'hex'), secret)).toBe(true)
  expect(signedBy(Buffer.from(secret, 'hex'), secret.toUpperCase())).toBe(true)
  expect(signedBy(secret, secret)).toBe(true)
  expect(signedBy('', secret)).toBe(false)
})

// Read as hex it would be a key of no byte, or of the few before its first other letter, which anybody can sign with.
test.each([
  ['no hex at all', 'tienda-secreta-2026'],
  ['begun like it', 'abcd-secreto-largo'],
  ['one sign too many', 'abcdefabcdefabcde'],
])('a secret that is %s signs as it is written alone', (_, secret) => {
  expect(signedBy(secret, secret)).toBe(true)
  expect(signedBy(Buffer.from(secret, 'hex'), secret)).toBe(false)
  expect(signedBy('', secret)).toBe(false)
})
