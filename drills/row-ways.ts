import type { Database } from '#platform/db.ts'
import { period } from './reads.ts'

/**
 * For each kind of row: the rows that exist as (id, path that opens it, and the path of what shows it to those who may
 * not open more: its analytics to analysts, the public page's products, the summary of an account's bills).
 */
const kinds: Record<string, string> = {
  portal: `select id, '/portal/' || id as path, '/analytics/highlights/' || id || '${period}' as other from portal`,
  ...Object.fromEntries(
    ['link', 'event', 'featured', 'release'].map((kind) => [
      kind,
      `select id, '/portal/' || portal_id || '/${kind}/' || id as path,
        '/analytics/salesFunnel/' || portal_id || '${period}' as other from ${kind}`,
    ]),
  ),
  product: `select id, '/portal/' || portal_id || '/product/' || id as path,
    '/analytics/salesByProductDetailInfo/' || portal_id || '${period}&products=' || id as other from product`,
  shown: `select id, '/portal/' || portal_id || '/products' as path from product where status = 'active'`,
  order: `select id, '/portal/' || portal_id || '/order/' || id as path from "order"`,
  bill: `select b.id, '/bill/' || b.id as path, '/portal/' || p.id || '/billing' as other
    from bill b join portal p on p.account_id = b.account_id and p.master`,
  blank: `select id, '/blank/' || id as path from blank`,
  post: `select id, '/communications/post/' || id as path from post`,
}

interface Way {
  id: string
  path: string
  other?: string | null
}

export const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** By id of a row that exists: the paths below /api of which one opens it to whoever may be told of it. */
export async function waysToRows(database: Database): Promise<Map<string, string[]>> {
  const waysTo = new Map<string, string[]>()
  for (const query of Object.values(kinds))
    for (const { id, path, other } of await database.query<Way>(query))
      waysTo.set(id, [...(waysTo.get(id) ?? []), path, ...(other ? [other] : [])])
  return waysTo
}
