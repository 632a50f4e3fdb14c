import { sql } from 'drizzle-orm'
import { plain, type Rule } from '#features/connectors/server/rules.ts'
import type { Tx } from '#platform/db.ts'
import { select } from '#platform/select.ts'

const told = (column: string) => sql<string[]>`(select coalesce(jsonb_agg(distinct t), '[]') from shop_item i,
  jsonb_array_elements_text(coalesce(i.${sql.raw(column)}, '[]')) t where i.portal_id = s.portal_id and i.connector_id = s.id)`

/**
 * What a shop has sent that rules can name; undefined while it has sent nothing, and may send anything. A SKU prefix may be of
 * products to come.
 */
export async function whatWasSent(tx: Tx, portalId: string, connectorId: string) {
  const [sent] = await select(
    tx,
    {
      any: sql<boolean>`exists (select from shop_item i where i.portal_id = s.portal_id and i.connector_id = s.id)`,
      vendor: sql<string[]>`(select coalesce(jsonb_agg(distinct i.vendor) filter (where i.vendor <> ''), '[]')
        from shop_item i where i.portal_id = s.portal_id and i.connector_id = s.id)`,
      tag: told('tags'),
      collection: told('collections'),
    },
    sql`connector s where s.portal_id = ${portalId} and s.id = ${connectorId}`,
  )
  if (!sent?.any) return undefined
  const known = { vendor: setOf(sent.vendor), tag: setOf(sent.tag), collection: setOf(sent.collection) }
  return {
    has: ({ kind, value }: Pick<Rule, 'kind' | 'value'>) => kind === 'sku' || known[kind].has(plain(value)),
  }
}

const setOf = (values: readonly string[]) => new Set(values.map(plain))
