import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { connector, shopRule } from '#features/connectors/server/table.ts'
import { owedFromOf, oweFrom } from '#features/orders/server/owed-from.ts'
import type { PortalCall } from '#platform/call.ts'
import { BadInput } from '#platform/errors.ts'
import type { Shop } from '../contract.ts'
import { shopOf, siblingsOf } from './queries.ts'
import { whatWasSent } from './what-was-sent.ts'

const unknown = {
  vendor: 'shops.unknownVendor',
  tag: 'shops.unknownTag',
  collection: 'shops.unknownCollection',
}

/**
 * Replaces what belongs to whom. @throws NotFound; BadInput by the field for a portal that is none of the account's, or one whose
 * own shop numbers its orders under the same source, and for a maker, tag or collection that the shop has never sent: a rule
 * that fits nothing is a slip of the pen. One that stood before stays.
 */
export async function updateRules(
  call: PortalCall,
  connectorId: string,
  rules: Shop['rules'],
  fieldOf = (at: number, part: 'targetId' | 'value') => `rules.${at}.${part}`,
): Promise<{ before: Shop; after: Shop }> {
  const { tx, portal } = call
  const before = await shopOf(call, connectorId)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`connectors ${portal.id}`}, 0))`)
  const siblings = new Set((await siblingsOf(call)).map(({ id }) => id))
  const [own] = await tx
    .select({ source: connector.source })
    .from(connector)
    .where(and(eq(connector.portalId, portal.id), eq(connector.id, connectorId)))
  const alike = await tx
    .select({ portalId: connector.portalId })
    .from(connector)
    .where(
      and(
        eq(connector.source, own?.source ?? ''),
        ne(connector.id, connectorId),
        isNull(connector.removedAt),
      ),
    )
  const sent = await whatWasSent(tx, portal.id, connectorId)
  const stood = (rule: Shop['rules'][number]) =>
    before.rules.some(({ kind, value }) => kind === rule.kind && value === rule.value)
  const faults: Record<string, { code: string }> = {}
  rules.forEach((rule, at) => {
    const { kind, targetId } = rule
    if (targetId !== portal.id && !siblings.has(targetId))
      faults[fieldOf(at, 'targetId')] = { code: 'shops.unknownPortal' }
    else if (targetId !== portal.id && alike.some(({ portalId }) => portalId === targetId))
      faults[fieldOf(at, 'targetId')] = { code: 'shops.sameNumbers' }
    if (sent && kind !== 'sku' && !stood(rule) && !sent.has(rule))
      faults[fieldOf(at, 'value')] = { code: unknown[kind] }
  })
  if (Object.keys(faults).length > 0) throw new BadInput('invalidInput', faults)
  await tx
    .delete(shopRule)
    .where(and(eq(shopRule.portalId, portal.id), eq(shopRule.connectorId, connectorId)))
  if (rules.length > 0)
    await tx
      .insert(shopRule)
      .values(rules.map((rule, position) => ({ portalId: portal.id, connectorId, position, ...rule })))
  // Before anything has come in there is nothing to part.
  await tx.execute(sql`update shop_access a set parts_due_at = clock_timestamp()
    where a.portal_id = ${portal.id} and a.connector_id = ${connectorId} and exists (
      select 1 from shop_run r where r.portal_id = a.portal_id and r.connector_id = a.connector_id)`)
  const day = own && (await owedFromOf(tx, portal.id, own.source))
  if (day) await oweFrom(tx, [...new Set(rules.map(({ targetId }) => targetId))], own.source, day)
  return { before, after: await shopOf(call, connectorId) }
}
