import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id

/** The oldest is the last that a list by age would come to. */
const oldest = 'Vinilo de Écija'
const addProducts = () =>
  inTrial(world.database, (tx) =>
    tx.execute(sql`insert into product (portal_id, id, name, category, status, created_at)
      select ${portalId}, gen_random_uuid(), jsonb_build_object('es', case n when 1 then ${oldest}::text else 'Lámina ' || n end),
        'album', 'active', timestamptz '2020-01-01T00:00:00Z' + make_interval(hours => n)
      from generate_series(1, 620) n`),
  )

test('whoever sells more than a list tells reaches each of it by name', async () => {
  await addProducts()
  const api = await as(world.database, 'artist')
  const listed = ok(await api.appearance.listShownProducts({ portalId }))
  expect(listed.items).toHaveLength(500)
  expect(listed.total).toBeGreaterThan(620)
  expect(listed.items.map(({ name }) => name.es)).not.toContain(oldest)
  const named = ok(await api.appearance.listShownProducts({ portalId, q: 'ecija' }))
  const shown = listed.items.filter((item) => item.shown)
  expect(named.items.slice(0, shown.length)).toEqual(shown)
  expect(named.items.slice(shown.length).map(({ name }) => name.es)).toEqual([oldest])
  expect(named.total).toBe(listed.total)

  const targets = ok(await api.featured.listTargets({ portalId }))
  expect(targets.filter(({ type }) => type === 'product')).toHaveLength(500)
  expect(targets.map(({ title }) => title.es)).not.toContain(oldest)
  const [found] = ok(await api.featured.listTargets({ portalId, q: 'ECIJA' }))
  expect(found).toMatchObject({ type: 'product', title: { es: oldest } })
  ok(
    await api.featured.createFeatured({
      ...{ portalId, type: 'product', targetId: found?.id ?? '', status: 'published', durationDays: 7 },
    }),
  )
  expect(ok(await api.featured.listTargets({ portalId, q: 'no hay tal cosa' }))).toEqual([])
})
