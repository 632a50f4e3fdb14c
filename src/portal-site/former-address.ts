import type { Database } from '#platform/db.ts'

const clickable = ['former_click', 'link', 'featured', 'event', 'release', 'purchase_address']
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=$|\/)/

/**
 * The page of the portal that `/go/{key}` belongs to, or once did: what it led to is sold out, over, hidden or deleted, and
 * fans who come from elsewhere find on its page what there is now.
 */
export async function pageOfClick(database: Database, key: string): Promise<string | undefined> {
  const [id] = uuid.exec(key) ?? []
  if (!id) return undefined
  const found = clickable.map((table) => `select portal_id from "${table}" where id = $1`).join(' union all ')
  const [row] = await database.query<{ custom_url: string }>(
    `select p.custom_url from (${found}) t join portal p on p.id = t.portal_id where p.deleted_at is null limit 1`,
    [id],
    'page_of_click',
  )
  return row && `/${row.custom_url}`
}

/** The address now of the portal that once had this one; undefined when there is none. */
export async function addressAfter(database: Database, address: string): Promise<string | undefined> {
  const [row] = await database.query<{ custom_url: string }>(
    `select p.custom_url from former_address f join portal p on p.id = f.portal_id
     where f.custom_url = $1 and p.deleted_at is null`,
    [address],
    'address_after',
  )
  return row?.custom_url
}
