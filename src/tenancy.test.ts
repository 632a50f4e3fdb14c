import { type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { connector, connectorSecret } from '#features/connectors/server/table.ts'
import { link } from '#features/links/server/table.ts'
import { portal } from '#features/portals/server/table.ts'
import { asService, type Reach, reachToo, rows } from '#platform/db.ts'
import { activity } from '#platform/table.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const own = portals.ninoLobo
const foreign = portals.hotelLevante
const reach: Reach = {
  role: 'member',
  personId: people.artist.id,
  portals: [own.id],
  accounts: [own.accountId],
}

/** Tables of the public schema that name a portal, an account or a scope, with the column that does. */
const tenantTables = async () =>
  world.database.query<{ table_name: string; column_name: string }>(
    `select distinct on (c.table_name) c.table_name, c.column_name from information_schema.columns c
     join information_schema.tables t on t.table_name = c.table_name and t.table_schema = 'public' and t.table_type = 'BASE TABLE'
     where c.table_schema = 'public' and c.column_name in ('portal_id', 'scope_id', 'account_id')
     order by c.table_name, c.column_name desc`,
  )

describe('row-level security, with every filter off', () => {
  test('no table is without it', async () => {
    const open = await world.database.query<{ relname: string }>(
      `select relname from pg_class join pg_namespace n on n.oid = relnamespace
       where n.nspname = 'public' and relkind = 'r' and not relrowsecurity`,
    )
    expect(open).toEqual([])
  })

  test('a member sees no row of another portal in any table', async () => {
    const tables = await tenantTables()
    expect(tables.map(({ table_name }) => table_name)).toContain('link')
    for (const { table_name, column_name } of tables) {
      const found = await world.database.transaction(reach, (tx) =>
        rows<{ owner: string | null }>(
          tx,
          sql.raw(`select distinct "${column_name}"::text as owner from "${table_name}"`),
        ),
      )
      const owners = found
        .map(({ owner }) => owner)
        .filter((owner) => owner !== own.id && owner !== own.accountId)
      expect(owners, table_name).toEqual([])
    }
  })

  test('a member sees the rows of their own', async () => {
    const seen = await world.database.transaction(reach, (tx) =>
      tx.select({ portalId: link.portalId }).from(link),
    )
    expect(seen.length).toBeGreaterThan(0)
    expect(new Set(seen.map(({ portalId }) => portalId))).toEqual(new Set([own.id]))
  })

  test('a member writes nothing into another portal', async () => {
    const before = await world.database.query('select * from link order by id')
    const row = { title: { es: 'x' }, url: 'https://example.com', position: 99 }
    await expect(
      world.database.transaction(reach, (tx) => tx.insert(link).values({ ...row, portalId: foreign.id })),
    ).rejects.toThrow()
    await world.database.transaction(reach, (tx) => tx.execute(sql`update link set position = 7`))
    await world.database.transaction(reach, (tx) =>
      tx.execute(sql`delete from link where portal_id = ${foreign.id}`),
    )
    const after = await world.database.query<{ portal_id: string }>('select * from link order by id')
    const others = (all: object[]) => all.filter((one) => (one as { portal_id: string }).portal_id !== own.id)
    expect(others(after)).toEqual(others(before))
  })

  test('a member sees of people themselves, and of what shops sign with their own', async () => {
    const kept = (tables: [SQL, string][]) =>
      world.database.transaction(reach, async (tx) => {
        const seen: Record<string, string[]> = {}
        for (const [query, name] of tables)
          seen[name] = (await rows<{ id: string }>(tx, query)).map(({ id }) => id)
        return seen
      })
    const [mine, theirs] = [v7(), v7()]
    await world.database.transaction(asService('trial'), async (tx) => {
      for (const [id, portalId] of [
        [mine, own.id],
        [theirs, foreign.id],
      ] as const) {
        await tx
          .insert(connector)
          .values({ id, portalId, kind: 'woocommerce', source: 'woocommerce', name: 'x', currencyRates: {} })
        await tx.insert(connectorSecret).values({ connectorId: id, sealed: Buffer.from('x') })
      }
    })
    const seen = await kept([
      [sql`select id from person`, 'people'],
      [sql`select connector_id as id from connector_secret`, 'secrets'],
    ])
    expect(seen.people).toEqual([people.artist.id])
    expect(seen.secrets).toContain(mine)
    expect(seen.secrets).not.toContain(theirs)
    await expect(
      world.database.transaction(reach, (tx) =>
        tx.insert(connectorSecret).values({ connectorId: theirs, sealed: Buffer.from('y') }),
      ),
    ).rejects.toThrow()
  })

  test('a portal that a member makes is within reach from then on, and no other is', async () => {
    const portalId = v7()
    const values = { id: portalId, accountId: own.accountId, code: 'NUEVO1', customUrl: 'nuevo-1', name: 'x' }
    await expect(
      world.database.transaction(reach, (tx) => tx.insert(portal).values(values)),
    ).rejects.toThrow()
    const seen = await world.database.transaction(reach, async (tx) => {
      await reachToo(tx, [portalId])
      await tx.insert(portal).values(values)
      return tx.select({ id: portal.id }).from(portal)
    })
    expect(seen.map(({ id }) => id).sort()).toEqual([own.id, portalId].sort())
  })

  test('a member reaches no sign-in, token or mail', async () => {
    for (const table of ['session', 'token', 'mail', 'setting', 'rate_limit']) {
      const found = await world.database.transaction(reach, (tx) =>
        rows(tx, sql.raw(`select * from "${table}"`)),
      )
      expect(found, table).toEqual([])
    }
  })

  test('the audit log can be added to and read, never changed', async () => {
    const artist = await as(world.database, 'artist')
    ok(await artist.links.createLink({ portalId: own.id, title: { es: 'x' }, url: 'https://example.com' }))
    for (const role of [reach, { role: 'service' } as Reach])
      for (const statement of [
        'update activity set action = null',
        'delete from activity',
        'truncate activity',
      ])
        await expect(
          world.database.transaction(role, (tx) => tx.execute(sql.raw(statement))),
        ).rejects.toThrow()
    const entries = await world.database.transaction(reach, (tx) => tx.select().from(activity))
    expect(entries.map(({ action }) => action)).toContain('links.createLink')
  })
})
