import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RawDelivery } from '#platform/call.ts'
import type { ConnectorKind } from '../choices.ts'

const equal = (given: Buffer, meant: Buffer) => given.length === meant.length && timingSafeEqual(given, meant)
const mac = (secret: string | Buffer, bytes: Uint8Array) =>
  createHmac('sha256', secret).update(bytes).digest()

/** The whole of it: of anything else, Node would read what stands before the first other sign, which may be nothing. */
const isHex = /^(?:[0-9a-f]{2})+$/i

/** Was the delivery signed with the secret? Compared in constant time. */
export function isSigned(kind: ConnectorKind, secret: string, delivery: RawDelivery): boolean {
  const { bytes, header, query } = delivery
  if (kind === 'shopify')
    return equal(Buffer.from(header('x-shopify-hmac-sha256') ?? '', 'base64'), mac(secret, bytes))
  if (kind === 'woocommerce')
    return equal(Buffer.from(header('x-wc-webhook-signature') ?? '', 'base64'), mac(secret, bytes))
  const signature = header('x-pf-webhook-signature')
  // Printful's keys are written in hex, and its older webhooks sign nothing: their address carries the secret.
  if (signature) {
    const given = Buffer.from(signature, 'hex')
    const inHex = isHex.test(secret) && equal(given, mac(Buffer.from(secret, 'hex'), bytes))
    return inHex || equal(given, mac(secret, bytes))
  }
  return equal(mac('token', Buffer.from(query('token') ?? '')), mac('token', Buffer.from(secret)))
}

/** The headers that a shop would send with the bytes. */
export function signatureHeaders(
  kind: ConnectorKind,
  secret: string,
  bytes: Uint8Array,
): Record<string, string> {
  if (kind === 'shopify')
    return {
      'x-shopify-hmac-sha256': mac(secret, bytes).toString('base64'),
      'x-shopify-topic': 'orders/create',
    }
  if (kind === 'woocommerce')
    return {
      'x-wc-webhook-signature': mac(secret, bytes).toString('base64'),
      'x-wc-webhook-topic': 'order.created',
    }
  return { 'x-pf-webhook-signature': mac(secret, bytes).toString('hex') }
}
