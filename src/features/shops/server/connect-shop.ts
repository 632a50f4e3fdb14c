import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { ConnectorKind } from '#features/connectors/choices.ts'
import { adoptConnector, createConnector, keepSecret } from '#features/connectors/server/connectors.ts'
import type { OpenCall, PortalCall } from '#platform/call.ts'
import { elevated } from '#platform/db.ts'
import { Conflict } from '#platform/errors.ts'
import type { Shop } from '../contract.ts'
import { shopOf, siblingsOf } from './queries.ts'
import { type ShopKeys, sealTokens } from './shop-tokens.ts'
import { startRun } from './start-run.ts'
import { shopAccess, shopWish } from './table.ts'

const wishMinutes = 15

/** What is kept of a state. */
export const hashOf = (state: string) => createHash('sha256').update(state).digest('hex')

interface Wish {
  kind: ConnectorKind
  domain: string
  name: string
  replacesId?: string | null | undefined
}

/**
 * Notes that this person, in this session, wants this shop for this portal, and answers the state that opens the note once.
 * It names the portal, so that the page that it comes back to knows it.
 */
export async function noteWish(call: PortalCall, { kind, domain, name, replacesId }: Wish): Promise<string> {
  const { tx, portal, actor, sessionHash, now } = call
  const state = `${portal.id}.${randomBytes(32).toString('base64url')}`
  await tx.execute(
    sql`delete from shop_wish where portal_id = ${portal.id} and expires_at < ${now.toISOString()}`,
  )
  await tx.insert(shopWish).values({
    ...{ portalId: portal.id, kind, domain, name },
    stateHash: hashOf(state),
    personId: actor.person.id,
    sessionHash: sessionHash ?? '',
    replacesId: replacesId ?? null,
    expiresAt: new Date(now.getTime() + wishMinutes * 60_000),
  })
  return state
}

/** The note that a state opens, spent with that: of this person, in this session, and in time. */
export async function takeWish(call: OpenCall, kind: ConnectorKind, state: string) {
  const { portal, actor, sessionHash, now } = call
  if (!portal || !actor) return undefined
  const [wish] = await call.transaction((tx) =>
    tx
      .delete(shopWish)
      .where(
        and(
          eq(shopWish.portalId, portal.id),
          eq(shopWish.stateHash, hashOf(state)),
          eq(shopWish.kind, kind),
          eq(shopWish.personId, actor.person.id),
          eq(shopWish.sessionHash, sessionHash ?? ''),
          gt(shopWish.expiresAt, now),
        ),
      )
      .returning({
        domain: shopWish.domain,
        name: shopWish.name,
        replacesId: shopWish.replacesId,
        sealed: shopWish.sealed,
      }),
  )
  return wish
}

/** Where a shop sends people back to: staff and teams have menus of their own. An app of Shopify's has to list both. */
export const returnAddress = ({ actor, services }: PortalCall, kind: 'shopify' | 'woocommerce') =>
  `${services.appOrigin}/${actor.person.staff ? 'products' : 'stocks'}/connectors/${kind}`

export interface Allowed extends Wish {
  tokens: ShopKeys
  scopes: string[]
  expiresAt: Date | null
  /** The shop's own name for itself, by which it is known again. */
  label: string
  /** What its webhooks are signed with, where that is not ours to choose. */
  secret?: string | undefined
}

/**
 * Keeps what a shop allowed. One that this portal has is renewed, and goes on where it stopped; a new one begins to come in.
 * @throws Conflict when the shop is another portal's.
 */
export async function keepAllowed(call: PortalCall, allowed: Allowed): Promise<Shop> {
  const { tx, portal, services } = call
  const { kind, domain, name, label, secret, tokens, scopes, expiresAt } = allowed
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`shop ${domain}`}, 0))`)
  const [known] = await elevated(tx, 'uniqueness', () =>
    tx
      .select({ portalId: shopAccess.portalId, connectorId: shopAccess.connectorId })
      .from(shopAccess)
      .where(eq(shopAccess.domain, domain)),
  )
  if (known && known.portalId !== portal.id) throw new Conflict('shops.taken', { field: 'domain' })
  const draft = { kind, name, label, secret }
  const connectorId =
    known?.connectorId ??
    (allowed.replacesId && (await adoptConnector(call, allowed.replacesId, draft))) ??
    (await createConnector(call, draft)).connector.id
  const kept = {
    state: 'connected' as const,
    scopes,
    expiresAt,
    allowedAt: call.now,
    ownApp: tokens.clientId !== undefined,
    sealed: sealTokens(services.secret, connectorId, tokens),
  }
  await tx
    .insert(shopAccess)
    .values({ portalId: portal.id, connectorId, domain, ...kept })
    .onConflictDoUpdate({ target: [shopAccess.portalId, shopAccess.connectorId], set: kept })
  if (secret) await keepSecret(tx, services.secret, connectorId, secret)
  // A label first says what belongs to whom.
  if (known || (await siblingsOf(call)).length === 0) await startRun(tx, portal.id, connectorId)
  return shopOf(call, connectorId)
}
