import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { connector, shopRule } from '#features/connectors/server/table.ts'
import { portal as portalTable } from '#features/portals/server/table.ts'
import type { PortalCall } from '#platform/call.ts'
import { NotFound } from '#platform/errors.ts'
import { plain } from '#platform/like.ts'
import { iso, maybeIso, select } from '#platform/select.ts'
import { type SyncKind, syncSteps } from '../choices.ts'
import type { Run, Shop } from '../contract.ts'
import { findPrivacyRequests } from './privacy-requests.ts'
import { shopAccess, shopRun } from './table.ts'

const c = alias(connector, 'c')
const a = alias(shopAccess, 'a')
const r = alias(shopRun, 'r')
const columns = {
  id: c.id,
  kind: c.kind,
  name: c.name,
  domain: a.domain,
  state: a.state,
  scopes: a.scopes,
  ownApp: a.ownApp,
  parting: sql<boolean>`a.parts_due_at is not null`,
}
const runColumns = {
  connectorId: r.connectorId,
  kind: r.kind,
  state: r.state,
  step: r.step,
  totals: r.totals,
  counts: r.counts,
  found: r.found,
  fault: r.fault,
  startedAt: iso(r.startedAt),
  finishedAt: maybeIso(r.finishedAt),
}

/** A portal's shops that were connected with their consent, or one of them. */
export async function findShops(
  { tx, portal }: Pick<PortalCall, 'tx' | 'portal'>,
  connectorId?: string,
): Promise<Shop[]> {
  const one = connectorId ? sql`and c.id = ${connectorId}` : sql``
  const found = await select(
    tx,
    columns,
    sql`connector c join shop_access a on a.portal_id = c.portal_id and a.connector_id = c.id
      where c.portal_id = ${portal.id} and c.removed_at is null ${one} order by c.created_at, c.id`,
  )
  if (found.length === 0) return []
  const runs = await select(
    tx,
    runColumns,
    sql`(select distinct on (connector_id, kind) * from shop_run where portal_id = ${portal.id}
      order by connector_id, kind, started_at desc) r`,
  )
  const rules = await tx
    .select({
      connectorId: shopRule.connectorId,
      rule: { kind: shopRule.kind, value: shopRule.value, targetId: shopRule.targetId },
    })
    .from(shopRule)
    .where(
      inArray(
        shopRule.connectorId,
        found.map(({ id }) => id),
      ),
    )
    .orderBy(asc(shopRule.position))
  const privacy = await Promise.all(
    found.map(async ({ id }) => ({ id, asked: await findPrivacyRequests(tx, portal.id, id) })),
  )
  return found.map(({ scopes, ...shop }) => {
    const last = (kind: SyncKind): Run | null => {
      const run = runs.find((each) => each.connectorId === shop.id && each.kind === kind)
      if (!run) return null
      const { connectorId: _, totals, counts, step: now, ...rest } = run
      // Runs that part what is known go by other steps, and are not told here.
      const step = syncSteps.find((each) => each === now) ?? 'products'
      const steps = syncSteps.map((step) => ({ step, done: counts[step] ?? 0, total: totals[step] ?? null }))
      return { ...rest, step, steps }
    }
    return {
      ...shop,
      rules: rules.filter(({ connectorId }) => connectorId === shop.id).map(({ rule }) => rule),
      allOrders: shop.kind !== 'shopify' || scopes.includes('read_all_orders'),
      first: last('first'),
      reconcile: last('reconcile'),
      privacy: privacy.find(({ id }) => id === shop.id)?.asked ?? [],
    }
  })
}

/** One of them. @throws NotFound */
export async function shopOf(call: Pick<PortalCall, 'tx' | 'portal'>, connectorId: string): Promise<Shop> {
  const [found] = await findShops(call, connectorId)
  if (!found) throw new NotFound()
  return found
}

/** The other portals of the account that this call reaches. */
export const siblingsOf = ({ tx, portal }: Pick<PortalCall, 'tx' | 'portal'>) =>
  tx
    .select({ id: portalTable.id, name: portalTable.name })
    .from(portalTable)
    .where(
      and(
        eq(portalTable.accountId, portal.accountId),
        ne(portalTable.id, portal.id),
        isNull(portalTable.deletedAt),
      ),
    )
    .orderBy(plain(sql`${portalTable.name}`), asc(portalTable.id))
