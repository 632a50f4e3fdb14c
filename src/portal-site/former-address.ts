import type { Database } from '#platform/db.ts'

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
