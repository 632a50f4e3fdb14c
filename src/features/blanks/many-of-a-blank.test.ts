import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const draft = { name: 'Zamarra', type: 'Ropa' as const, supplier: 'Telares del Sur', reference: 'TS-900' }
const variant = (size: string, supply: 'inStock' | 'supplierOut' = 'inStock') => ({
  ...{ colour: 'Añil', size, costCents: 410 },
  supply,
})

test('of a blank with many products those that lack it stand first, and the count tells all', async () => {
  const staff = await as(world.database, 'super')
  const blank = ok(
    await staff.blanks.createBlank({ ...draft, variants: [variant('S'), variant('M', 'supplierOut')] }),
  )
  await inTrial(world.database, async (tx) => {
    await tx.execute(sql`insert into product (portal_id, id, name, category, status, blank_id)
      select ${portalId}, gen_random_uuid(), jsonb_build_object('es', 'Prenda ' || lpad(n::text, 3, '0')), 'apparel', 'active',
        ${blank.id} from generate_series(1, 230) n`)
    await tx.execute(sql`insert into variant (portal_id, id, product_id, size, colour)
      select portal_id, gen_random_uuid(), id, case when name->>'es' = 'Prenda 230' then 'M' else 'S' end, 'Añil'
      from product where blank_id = ${blank.id}`)
  })
  const found = ok(await staff.blanks.getBlank({ blankId: blank.id }))
  expect(found).toMatchObject({ products: 230, flagged: 1 })
  expect(found.needing).toHaveLength(200)
  expect(found.needing[0]).toMatchObject({ name: 'Prenda 230', supply: 'partly' })
  // What a portal sold that is gone is neither told nor counted.
  await inTrial(world.database, (tx) =>
    tx.execute(sql`update portal set deleted_at = now() where id = ${portalId}`),
  )
  const after = ok(await staff.blanks.getBlank({ blankId: blank.id }))
  expect(after).toMatchObject({ products: 0, flagged: 0, needing: [] })
})

test('what stands in is found by words of its blank, colour and size, in any order', async () => {
  const staff = await as(world.database, 'super')
  await inTrial(world.database, async (tx) => {
    await tx.execute(sql`with b as (insert into blank (id, name, type, supplier, reference)
        select gen_random_uuid(), 'Anorak ' || lpad(n::text, 2, '0'), 'Ropa', 'Lonas', 'L-' || n from generate_series(1, 21) n returning id)
      insert into blank_variant (id, blank_id, size, colour, position)
        select gen_random_uuid(), b.id, n::text, 'Rojo', n from b, generate_series(1, 100) n`)
  })
  const all = ok(await staff.blanks.listAlternatives({}))
  expect(all).toHaveLength(2_000)
  expect(all.map(({ label }) => label)).not.toContain('Zamarra · Añil · S')
  const named = ok(await staff.blanks.listAlternatives({ q: ' anil  ZAMARRA' }))
  expect(named.map(({ label }) => label)).toEqual(['Zamarra · Añil · S', 'Zamarra · Añil · M'])
})
