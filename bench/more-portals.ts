import { sql } from 'drizzle-orm'
import { asService, type Database } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { makeWorld } from '#testing/world.ts'

/** So many more portals that a page of them is full. */
export async function morePortals(database: Database): Promise<void> {
  await database.transaction(asService('trial'), async (tx) => {
    await tx.execute(sql`with a as (
      insert into account (id, name) select gen_random_uuid(), 'Artista ' || n from generate_series(1, 60) n returning id, name)
      insert into portal (id, account_id, master, code, custom_url, name)
      select gen_random_uuid(), id, true, 'ART' || substring(name from 9), 'artista-' || substring(name from 9), name from a`)
  })
}

/** An empty database becomes one that people work in: sixty days of the demo world, and a full page of portals. */
export async function makeWorkingWorld(database: Database): Promise<void> {
  await migrate(database)
  await makeWorld(database, { days: 60 })
  await morePortals(database)
  await database.query('analyze')
}
