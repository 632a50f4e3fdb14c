import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a preview's address is made of. */
export interface PreviewKey {
  portalsOrigin: string
  secret: Buffer
}

const hourMs = 3_600_000
const macOf = (secret: Buffer, portalId: string, until: string, part: string) =>
  createHmac('sha256', secret)
    .update(`preview\n${portalId}\n${until}${part ? `\n${part}` : ''}`)
    .digest('base64url')

/**
 * Opens the preview of one portal's draft on the public origin, where the session's cookie is not sent; 1 to 2 hours. With
 * a `part`, it opens the page with that on it and with nothing else: what is shown there was sent by who may edit.
 */
export function signPreview(secret: Buffer, portalId: string, part = '', now = Date.now()): string {
  // Whole hours, so that the address stays the same from one save to the next.
  const until = String((Math.floor(now / hourMs) + 2) * hourMs)
  return `${until}.${macOf(secret, portalId, until, part)}`
}

/** Is this a token of ours for this portal and this part, and still good? */
export function isPreview(
  secret: Buffer,
  portalId: string,
  token: string,
  part = '',
  now = Date.now(),
): boolean {
  const [until = '', mac = ''] = token.split('.')
  if (!/^\d{10,16}$/.test(until) || Number(until) < now) return false
  const expected = Buffer.from(macOf(secret, portalId, until, part))
  const given = Buffer.from(mac)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
