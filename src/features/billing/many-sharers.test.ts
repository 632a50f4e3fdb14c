import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { accounts } from '#testing/world/cast.ts'
import { addProduct, artist, fieldsOf, portalId, third, thisMonth } from './test-splits.ts'

const world = testDatabase()

test('whoever shares with more than are listed may go on sharing with each of them, and finds one by its number', async () => {
  const { database } = world
  const [first = '', last = '', taxId = ''] = await inTrial(database, async (tx) => {
    const made = await tx.execute(sql`with a as (
        insert into account (id, name) select gen_random_uuid(), 'Voz ' || lpad(n::text, 3, '0') from generate_series(1, 210) n
        returning id, name),
      s as (insert into split (id, portal_id, valid_from, payer)
        select gen_random_uuid(), ${portalId}, '2020-01-01', 'account' returning id),
      y as (insert into split_party (split_id, account_id, position, share_bp)
        select s.id, a.id, row_number() over (order by a.name), 1 from s, a)
      select id::text from a order by name`)
    const ids = (made as unknown as { rows: { id: string }[] }).rows.map(({ id }) => id)
    const told = await tx.execute(
      sql`update billing_information set account_id = ${ids.at(-1)} where account_id = ${third} returning tax_id`,
    )
    const [{ tax_id } = { tax_id: '' }] = (told as unknown as { rows: { tax_id: string }[] }).rows
    return [ids[0] ?? '', ids.at(-1) ?? '', tax_id]
  })
  const api = await as(database, 'artist')
  const listed = ok(await api.billing.listSharers({ portalId })).accounts.map(({ id }) => id)
  expect(listed).toHaveLength(200)
  expect(listed).toContain(first)
  expect(listed).not.toContain(last)
  expect(ok(await api.billing.listSharers({ portalId, taxId })).accounts[0]?.id).toBe(last)
  const named = ok(await api.billing.listSharers({ portalId, q: 'VÓZ 210' })).accounts
  expect(named).toEqual([{ id: last, name: 'Voz 210' }])
  const { id: productId } = await addProduct(database, 'MANY-A')
  const share = (other: string) =>
    api.billing.createSplit({
      ...{ portalId, productId, validFrom: thisMonth, payer: 'account' },
      parties: [artist, other].map((accountId) => ({ accountId, shareBp: 5_000 })),
    })
  expect(fieldsOf(await share(accounts.bajamar.id))).toEqual(['parties'])
  expect(fieldsOf(await share(third))).toEqual(['parties'])
  expect(ok(await share(last)).parties.map(({ account }) => account.id)).toContain(last)
})
