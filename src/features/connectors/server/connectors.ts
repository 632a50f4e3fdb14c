import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { changeOwedFrom, oweFrom } from '#features/orders/server/owed-from.ts'
import { seal, unseal } from '#features/two-factor/server/totp.ts'
import type { PortalCall } from '#platform/call.ts'
import type { Tx } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import { iso, select } from '#platform/select.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import type { ConnectorKind } from '../choices.ts'
import type { Connector } from '../contract.ts'
import { aboutStock } from './deliveries.ts'
import { connectorRemoved } from './occasions.ts'
import { connector, connectorSecret, shopRule } from './table.ts'

const own = sql`from webhook_delivery d where d.portal_id = c.portal_id and d.connector_id = c.id`

const c = alias(connector, 'c')
const columns = {
  id: c.id,
  kind: c.kind,
  name: c.name,
  currencyRates: c.currencyRates,
  lastDeliveryAt: iso(sql<Date | null>`(select max(received_at) ${own})`),
  deliveries: sql<number>`(select count(*)::int ${own} and received_at > now() - interval '24 hours'
    and not ${aboutStock})`,
  failed: sql<number>`(select count(*)::int ${own} and state = 'failed')`,
  waitingRates: sql<
    Connector['waitingRates']
  >`(select coalesce(json_agg(json_build_object('currency', r.currency,
      'deliveries', r.deliveries) order by r.currency), '[]')
    from (select error->'params'->>'currency' as currency, count(*)::int as deliveries ${own}
      and state = 'failed' and error->>'code' = 'noRate' group by 1) r)`,
  owedFrom: sql<
    string | null
  >`(select w.day::text from owed_from w where w.portal_id = c.portal_id and w.source = c.source)`,
  createdAt: iso(c.createdAt),
  version: c.version,
}

/** A portal's connectors, or one of them. */
export async function findConnectors(
  { tx, portal, services }: Pick<PortalCall, 'tx' | 'portal' | 'services'>,
  connectorId?: string,
): Promise<Connector[]> {
  const found = await select(
    tx,
    columns,
    sql`connector c where c.portal_id = ${portal.id} and c.removed_at is null
      ${connectorId ? sql`and c.id = ${connectorId}` : sql``} order by c.created_at, c.id`,
  )
  return found.map(({ id, kind, name, ...row }) => ({
    ...{ id, kind, name, url: `${services.appOrigin}/api/webhooks/${kind}/${id}` },
    ...row,
  }))
}

/** One connector. @throws NotFound */
export async function connectorOf(
  call: Pick<PortalCall, 'tx' | 'portal' | 'services'>,
  connectorId: string,
): Promise<Connector> {
  const [found] = await findConnectors(call, connectorId)
  if (!found) throw new NotFound()
  return found
}

/** 256 bits, for shops that take a secret of ours. */
export const newSecret = () => randomBytes(32).toString('hex')

export async function keepSecret(tx: Tx, key: Buffer, connectorId: string, secret: string) {
  const sealed = Buffer.from(seal(key, connectorId, secret))
  await tx.execute(sql`insert into connector_secret (connector_id, sealed) values (${connectorId}, ${sealed})
    on conflict (connector_id) do update set sealed = excluded.sealed, created_at = clock_timestamp()`)
}

/** What a connector's deliveries are signed with; undefined when it is gone. */
export async function secretOf(tx: Tx, key: Buffer, connectorId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ sealed: connectorSecret.sealed })
    .from(connectorSecret)
    .where(eq(connectorSecret.connectorId, connectorId))
  return row && unseal(key, connectorId, Buffer.from(row.sealed).toString())
}

/**
 * What a new connector's orders are known by. Two shops of a kind number their orders alike: the second gets a source of its
 * own. A shop that is known by its `label` goes on where it was, so that its past comes in but once.
 */
async function sourceFor({ tx, portal }: PortalCall, kind: ConnectorKind, label?: string): Promise<string> {
  const ruled = await tx
    .select({ source: connector.source })
    .from(shopRule)
    .innerJoin(connector, eq(connector.id, shopRule.connectorId))
    .where(eq(shopRule.targetId, portal.id))
  const used = await tx
    .select({ source: connector.source, removedAt: connector.removedAt, label: connector.label })
    .from(connector)
    .where(and(eq(connector.portalId, portal.id), eq(connector.kind, kind)))
  const before = label ? used.find((one) => one.label === label) : undefined
  if (before) return before.source
  const free = (source: string) =>
    !ruled.some((one) => one.source === source) &&
    !used.some((one) => one.source === source && (!one.removedAt || (one.label ?? label) !== label))
  if (free(kind)) return kind
  if (label) return `${kind}:${label}`
  for (let nth = 2; ; nth++) if (free(`${kind}:${nth}`)) return `${kind}:${nth}`
}

/** Connects a shop, by hand or as the one that its `label` names. */
export async function createConnector(
  call: PortalCall,
  draft: {
    kind: ConnectorKind
    name: string
    secret?: string | undefined
    currencyRates?: Record<string, string> | undefined
    label?: string | undefined
  },
) {
  const { tx, portal, services, now } = call
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`connectors ${portal.id}`}, 0))`)
  const id = v7()
  const { kind, name, label, currencyRates = {} } = draft
  const source = await sourceFor(call, kind, label)
  const [before] = await tx
    .select({ id: connector.id })
    .from(connector)
    .where(and(eq(connector.portalId, portal.id), eq(connector.source, source)))
  // One that comes back goes on as it was.
  if (!before) await oweFrom(tx, [portal.id], source, formatDay(dayOf(now.getTime())))
  await tx
    .insert(connector)
    .values({ portalId: portal.id, id, kind, source, name, currencyRates, label: label ?? null })
  const secret = draft.secret ?? newSecret()
  await keepSecret(tx, services.secret, id, secret)
  return { connector: await connectorOf(call, id), secret }
}

/**
 * Makes of a connection by hand the one that its shop has consented to; its orders go on under their source. Answers undefined
 * where there is none of the kind.
 */
export async function adoptConnector(
  { tx, portal }: PortalCall,
  connectorId: string,
  { kind, name, label }: { kind: ConnectorKind; name: string; label: string },
): Promise<string | undefined> {
  const [adopted] = await tx
    .update(connector)
    .set({ name, label, version: sql`${connector.version} + 1` })
    .where(
      and(
        eq(connector.portalId, portal.id),
        eq(connector.id, connectorId),
        eq(connector.kind, kind),
        isNull(connector.label),
        isNull(connector.removedAt),
      ),
    )
    .returning({ id: connector.id })
  return adopted?.id
}

/** Of its own portal and of those that its rules name: their parts of its orders go the same way. @throws NotFound */
export async function updateOwedFrom(call: PortalCall, connectorId: string, day: string) {
  const { tx, portal } = call
  const before = await connectorOf(call, connectorId)
  const [own] = await tx
    .select({ source: connector.source })
    .from(connector)
    .where(and(eq(connector.portalId, portal.id), eq(connector.id, connectorId)))
  const targets = await tx
    .select({ id: shopRule.targetId })
    .from(shopRule)
    .where(and(eq(shopRule.portalId, portal.id), eq(shopRule.connectorId, connectorId)))
  const portals = [...new Set([portal.id, ...targets.map(({ id }) => id)])]
  await changeOwedFrom(tx, portals, own?.source ?? '', day)
  await tx.execute(
    sql`update connector set version = version + 1 where portal_id = ${portal.id} and id = ${connectorId}`,
  )
  return { before, after: await connectorOf(call, connectorId) }
}

/** Another secret; the old one ends with the transaction. @throws NotFound; Conflict for one that its shop has consented to. */
export async function renewSecret(call: PortalCall, connectorId: string): Promise<{ secret: string }> {
  await connectorOf(call, connectorId)
  const [known] = await call.tx
    .select({ label: connector.label })
    .from(connector)
    .where(and(eq(connector.portalId, call.portal.id), eq(connector.id, connectorId)))
  if (known?.label !== null) throw new Conflict('connectors.consented')
  const secret = newSecret()
  await keepSecret(call.tx, call.services.secret, connectorId, secret)
  return { secret }
}

/** Locks a connector and answers its version. */
export async function connectorVersion({ tx, portal }: PortalCall, connectorId: string) {
  const [row] = await tx
    .select({ version: connector.version })
    .from(connector)
    .where(and(eq(connector.portalId, portal.id), eq(connector.id, connectorId), isNull(connector.removedAt)))
    .for('update')
  return row?.version
}

/** Ends a connector and its secret; what it has told stays. @throws NotFound */
export async function deleteConnector(call: PortalCall, connectorId: string): Promise<Connector> {
  const before = await connectorOf(call, connectorId)
  const { tx, portal } = call
  await tx.execute(sql`update connector set removed_at = clock_timestamp(), version = version + 1
    where portal_id = ${portal.id} and id = ${connectorId}`)
  await tx.execute(sql`delete from connector_secret where connector_id = ${connectorId}`)
  await connectorRemoved.tell(tx, connectorId)
  return before
}
