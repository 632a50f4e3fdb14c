import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { link } from '#features/links/server/table.ts'
import { portal } from '#features/portals/server/table.ts'
import { asService, elevated, type Reach, rows, type Tx } from '#platform/db.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const label: Reach = {
  role: 'member',
  personId: people.label.id,
  portals: [],
  accounts: [accounts.bajamar.id],
  labels: [accounts.bajamar.id],
}
const ofLabel = Object.values(portals).filter(({ accountId }) => accountId === accounts.bajamar.id)
/** The same portals, each named. */
const named: Reach = { ...label, portals: ofLabel.map(({ id }) => id), labels: [] }
const foreign = portals.ninoLobo
const role = async (tx: Tx) =>
  (await rows<{ role: string }>(tx, sql`select current_setting('role') as role`))[0]?.role

const countOf = async (reach: Reach, table: string) =>
  (
    await world.database.transaction(reach, (tx) =>
      rows<{ count: number }>(tx, sql.raw(`select count(*)::int as count from "${table}"`)),
    )
  )[0]?.count

test('who reaches an account whole sees of every table what they would see by naming its portals', async () => {
  const tables = await world.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const seen = await Promise.all(
    tables.map(async ({ name }) => [name, await countOf(label, name), await countOf(named, name)] as const),
  )
  for (const [name, whole, byName] of seen) expect(whole, name).toBe(byName)
  expect(seen.filter(([, whole]) => whole).length).toBeGreaterThan(20)
  expect(await countOf(label, 'portal')).toBe(ofLabel.length)
})

test('no policy of a portal is without its twin for labels', async () => {
  const lonely = await world.database.query(
    `select m.tablename, m.cmd from pg_policies m where 'backline_member' = any(m.roles) and (m.qual || coalesce(m.with_check, '')) ~ 'app.portals'
      and not exists (select from pg_policies l where l.tablename = m.tablename and l.cmd = m.cmd and 'backline_label' = any(l.roles))`,
  )
  expect(lonely).toEqual([])
})

test('they write into those portals and no other, and not through the view that tells them', async () => {
  const row = { title: { es: 'x' }, url: 'https://example.com', position: 99 }
  const [own] = ofLabel
  if (!own) throw new Error('The label has portals')
  const write = (portalId: string) =>
    world.database.transaction(label, (tx) => tx.insert(link).values({ ...row, portalId }))
  await write(own.id)
  await expect(write(foreign.id)).rejects.toThrow()
  for (const statement of [
    `insert into label_portal (id) values ('${foreign.id}')`,
    `update label_portal set id = id`,
    'delete from label_portal',
  ])
    await expect(
      world.database.transaction(label, (tx) => tx.execute(sql.raw(statement))),
      statement,
    ).rejects.toThrow()
})

test('what belongs to a portal that was deleted is not there', async () => {
  const gone = ofLabel.at(-1)
  if (!gone) throw new Error('The label has portals')
  const its = (reach: Reach) =>
    world.database.transaction(reach, (tx) => tx.select().from(link).where(eq(link.portalId, gone.id)))
  await world.database.transaction(asService('trial'), async (tx) => {
    await tx
      .insert(link)
      .values({ title: { es: 'x' }, url: 'https://example.com', position: 98, portalId: gone.id })
    await tx.update(portal).set({ deletedAt: new Date() }).where(eq(portal.id, gone.id))
  })
  expect(await its(label)).toEqual([])
  expect(await its(asService('trial'))).not.toEqual([])
})

test('nothing of it stays for the next transaction, and it comes back from beyond the policies', async () => {
  await world.database.transaction(label, async (tx) => {
    expect(await role(tx)).toBe('backline_label')
    await elevated(tx, 'ownAccount', async () => expect(await role(tx)).toBe('backline_service'))
    expect(await role(tx)).toBe('backline_label')
  })
  const alone: Reach = { ...named, portals: [foreign.id], accounts: [foreign.accountId] }
  await world.database.transaction(alone, async (tx) => {
    expect(await role(tx)).toBe('backline_member')
    expect(await tx.select({ id: portal.id }).from(portal)).toEqual([{ id: foreign.id }])
    expect(await rows(tx, sql`select id from label_portal`)).toEqual([])
  })
})
