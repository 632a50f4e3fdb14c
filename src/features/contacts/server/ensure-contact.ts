import { sql } from 'drizzle-orm'
import { uuidV7 } from '#platform/bulk.ts'
import { elevated, type Tx } from '#platform/db.ts'

/**
 * Every portal user is a contact: makes the ones that are missing, of one person or of all. Whoever was written down
 * with the same address before gets the login.
 */
export async function ensureContacts(tx: Tx, personId?: string): Promise<void> {
  const wanted = sql`not p.staff ${personId ? sql`and p.id = ${personId}` : sql``}
    and not exists (select 1 from contact c where c.person_id = p.id)`
  await elevated(tx, 'people', async () => {
    await tx.execute(sql`
      update contact c set person_id = x.person_id, updated_at = clock_timestamp(), version = c.version + 1
      from (
        select distinct on (p.id) p.id as person_id, o.id from person p
        join contact o on o.email = p.email and o.person_id is null and o.erased_at is null and o.merged_into is null
        where ${wanted} order by p.id, o.created_at
      ) x where c.id = x.id`)
    await tx.execute(sql`
      insert into contact (id, person_id, name, email, source, created_at)
      select ${sql.raw(uuidV7)}, p.id, p.name, p.email, 'login', p.created_at from person p where ${wanted}`)
  })
}
