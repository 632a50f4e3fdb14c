import { isIP } from 'node:net'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import type { PortalCall } from '#platform/call.ts'
import { elevated, rows } from '#platform/db.ts'
import { Conflict, NotFound, Unprocessable } from '#platform/errors.ts'
import { bareHost, isPublicAddress, isPublicName } from '#platform/safe-fetch-address.ts'
import { iso, maybeIso, select } from '#platform/select.ts'
import { type EndpointState, endpointsMax } from '../choices.ts'
import type { EndpointDraft, WebhookEndpoint } from '../contract.ts'
import { offeredAt, stillMay } from './rights.ts'
import { forgetSecrets, keepNewSecret, oldSecretEnd } from './secrets.ts'
import { webhookEndpoint } from './table.ts'

const e = alias(webhookEndpoint, 'e')
const own = sql`from webhook_sending s where s.endpoint_id = e.id`
const columns = {
  id: e.id,
  name: e.name,
  url: e.url,
  types: e.types,
  wholeAccount: e.wholeAccount,
  state: e.state,
  failingSince: maybeIso(e.failingSince),
  waiting: sql<number>`(select count(*)::int ${own} and s.state = 'waiting')`,
  lastSentAt: iso(sql<Date | null>`(select max(s.tried_at) ${own} and s.state = 'sent')`),
  createdAt: iso(e.createdAt),
  version: e.version,
}

/** A portal's endpoints, or one of them. */
export async function findEndpoints(
  { tx, portal }: Pick<PortalCall, 'tx' | 'portal'>,
  endpointId?: string,
): Promise<WebhookEndpoint[]> {
  const found = await select(
    tx,
    columns,
    sql`webhook_endpoint e where e.portal_id = ${portal.id} and e.removed_at is null
      ${endpointId ? sql`and e.id = ${endpointId}` : sql``} order by e.created_at, e.id`,
  )
  const told: WebhookEndpoint[] = []
  for (const row of found) told.push({ ...row, oldSecretEndsAt: await oldSecretEnd(tx, row.id) })
  return told
}

/** One endpoint. @throws NotFound */
export async function endpointOf(call: Pick<PortalCall, 'tx' | 'portal'>, endpointId: string) {
  const [found] = await findEndpoints(call, endpointId)
  if (!found) throw new NotFound()
  return found
}

const refused = (field: string, code: string) =>
  new Unprocessable({ [field]: { code, params: { max: endpointsMax } } })

/**
 * What can be said of an address before anything is sent there; names are resolved and judged at every sending.
 * @throws Unprocessable by the field `url`.
 */
function checkAddress(address: string, reach: readonly string[] = []): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.username || url.password) throw refused('url', 'webhooks.url')
  url.hash = ''
  // Only what the operator's setting names, to try it out beside a server of one's own.
  if (reach.includes(url.host)) return url.href
  const host = bareHost(url.hostname)
  if (url.protocol !== 'https:') throw refused('url', 'webhooks.https')
  if (url.port) throw refused('url', 'webhooks.port')
  if (isIP(host) ? !isPublicAddress(host) : !isPublicName(host)) throw refused('url', 'webhooks.inner')
  return url.href
}

/** @throws Unprocessable by the field: types beyond one's rights, a whole account where there is none, the address. */
function valuesOf({ portal, actor, services }: PortalCall, draft: EndpointDraft) {
  const { name, url, types, wholeAccount = false } = draft
  const offered = offeredAt(portal)
  if (types.some((type) => !offered.includes(type))) throw refused('types', 'webhooks.types')
  if (wholeAccount && !portal.label) throw refused('wholeAccount', 'webhooks.noLabel')
  return {
    ...{ name, types: [...new Set(types)], wholeAccount },
    url: checkAddress(url, services.webhookReach),
    personId: actor.person.id,
  }
}

/** Makes an endpoint with its secret. @throws Unprocessable by the field. */
export async function createEndpoint(call: PortalCall, draft: EndpointDraft) {
  const { tx, portal, services } = call
  const values = valuesOf(call, draft)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${portal.id}`}, 0))`)
  if ((await findEndpoints(call)).length >= endpointsMax) throw refused('name', 'webhooks.tooMany')
  const id = v7()
  await tx.insert(webhookEndpoint).values({ ...values, portalId: portal.id, accountId: portal.accountId, id })
  const { secret } = await keepNewSecret(tx, services.secret, id)
  return { endpoint: await endpointOf(call, id), secret }
}

const one = ({ portal }: PortalCall, id: string) =>
  and(eq(webhookEndpoint.portalId, portal.id), eq(webhookEndpoint.id, id), isNull(webhookEndpoint.removedAt))

/** Locks an endpoint and answers its version. */
export async function endpointVersion(call: PortalCall, id: string) {
  const [row] = await call.tx
    .select({ version: webhookEndpoint.version })
    .from(webhookEndpoint)
    .where(one(call, id))
    .for('update')
  return row?.version
}

const touched = { version: sql`${webhookEndpoint.version} + 1` }

/** What waits and it is no longer told is not sent. @throws NotFound; Unprocessable by the field. */
export async function updateEndpoint(call: PortalCall, id: string, draft: EndpointDraft) {
  const { tx } = call
  const before = await endpointOf(call, id)
  const values = valuesOf(call, draft)
  // It was stopped because nobody answered for what it is told: now somebody does.
  const state = before.state === 'rights' ? { state: 'active' as const } : {}
  await tx
    .update(webhookEndpoint)
    .set({ ...values, ...state, ...touched })
    .where(one(call, id))
  await tx.execute(sql`delete from webhook_sending where endpoint_id = ${id} and state = 'waiting'
    and not (type = 'test' or jsonb_exists(${JSON.stringify(values.types)}::jsonb, type))`)
  return { before, after: await endpointOf(call, id) }
}

/** Stops an endpoint, or lets it go on: what waits for it is tried at once. @throws NotFound; Conflict without the rights. */
export async function setEndpointState(
  call: PortalCall,
  id: string,
  state: Extract<EndpointState, 'active' | 'paused'>,
) {
  const { tx, portal } = call
  const before = await endpointOf(call, id)
  if (state === 'active') {
    const [row] = await rows<{ personId: string | null }>(
      tx,
      sql`select person_id as "personId" from webhook_endpoint where id = ${id} and portal_id = ${portal.id}`,
    )
    const made = { ...before, portalId: portal.id, personId: row?.personId ?? null }
    if (!(await elevated(tx, 'people', () => stillMay(tx, made)))) throw new Conflict('webhooks.rights')
    await tx.execute(sql`update webhook_sending set next_at = clock_timestamp()
      where endpoint_id = ${id} and portal_id = ${portal.id} and state = 'waiting'`)
  }
  await tx
    .update(webhookEndpoint)
    .set({ state, ...(state === 'active' ? { failingSince: null } : {}), ...touched })
    .where(one(call, id))
  return { before, after: await endpointOf(call, id) }
}

/**
 * Its next secret, for whoever may see all that it tells: with it, anybody could tell the same in Backline's name.
 * @throws NotFound; AppError 422 without the rights.
 */
export async function renewSecret(call: PortalCall, id: string) {
  const { types } = await endpointOf(call, id)
  const offered = offeredAt(call.portal)
  if (types.some((type) => !offered.includes(type))) throw refused('types', 'webhooks.types')
  return keepNewSecret(call.tx, call.services.secret, id)
}

/** Takes an endpoint away, with its secrets and what it was sent. @throws NotFound */
export async function deleteEndpoint(call: PortalCall, id: string): Promise<WebhookEndpoint> {
  const before = await endpointOf(call, id)
  await call.tx
    .update(webhookEndpoint)
    .set({ removedAt: sql`clock_timestamp()`, ...touched })
    .where(one(call, id))
  await call.tx.execute(
    sql`delete from webhook_sending where endpoint_id = ${id} and portal_id = ${call.portal.id}`,
  )
  await forgetSecrets(call.tx, id)
  return before
}
