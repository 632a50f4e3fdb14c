import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Locale } from './constants.ts'
import type { Limit } from './rate-limit.ts'

/** What links in mails to fans are made of; never a request's Host header. */
export interface FanMailSettings {
  secret: Buffer
  portalsOrigin: string
}

/** What a fan has left their address for. */
export type FanWish = 'presave' | 'restock'
/** What the link of a mail does: says that the address is theirs, or takes it back. */
export type FanAct = 'confirm' | 'erase'

const sign = (secret: Buffer, wish: FanWish, act: FanAct, id: string) =>
  createHmac('sha256', secret)
    .update(`${act === 'confirm' ? 'confirm ' : ''}${wish} ${id}`)
    .digest('base64url')
    .slice(0, 32)

/** Is this the token of the mail that was sent for this wish? */
export function mayAct(secret: Buffer, wish: FanWish, act: FanAct, id: string, token: string): boolean {
  const [given, right] = [Buffer.from(token), Buffer.from(sign(secret, wish, act, id))]
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Of a portal's page in a language. */
export const fanPage = ({ portalsOrigin }: FanMailSettings, customUrl: string, locale: Locale): string =>
  `${portalsOrigin}${locale === 'en' ? '/en' : ''}/${customUrl}`

/** The link in a mail by which a fan acts on their wish. */
export const fanLink = (settings: FanMailSettings, page: string, wish: FanWish, act: FanAct, id: string) =>
  `${page}/${act}/${id}/${sign(settings.secret, wish, act, id)}`

/** A wish is asked about by mail again when its last mail is older than this. */
export const askedAgainBefore = sql`clock_timestamp() - interval '10 minutes'`

/**
 * From one network address, an IPv6 one by its /64. A venue's guests share one, and all leave theirs after the same song;
 * what protects people is the limit of each inbox.
 */
export const triesByAddress: Limit = { name: 'presave-address', points: 200, seconds: 60 * 60 }
/** Nobody's inbox is filled by somebody else's presses. */
export const triesByEmail: Limit = { name: 'presave-email', points: 5, seconds: 24 * 60 * 60 }
