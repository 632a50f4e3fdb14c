import { beforeAll, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { asService } from '#platform/db.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const label = accounts.bajamar.id
const far = { id: '01932000-0000-7000-8000-0000000000ff', name: 'Zulo Norte' }
const foreign = Object.values(portals).find(({ accountId }) => accountId !== label)?.id ?? ''
const gone = '01932000-0000-7000-8000-0000000000fe'

const write = (text: string) => world.database.transaction(asService('trial'), (tx) => tx.execute(text))

/** Sixty further portals of the label; the last by name is beyond those that a session names. */
beforeAll(async () => {
  await write(`insert into portal (id, account_id, code, name, custom_url)
    select gen_random_uuid(), '${label}'::uuid, 'MANY' || n, 'Mar ' || lpad(n::text, 3, '0'), 'many-' || n from generate_series(1, 60) n
    union all select '${far.id}'::uuid, '${label}'::uuid, 'FAR', '${far.name}', 'zulo-norte'`)
  await write(`insert into portal (id, account_id, code, name, custom_url, deleted_at)
    values ('${gone}', '${label}', 'GONE', 'Zulo Cerrado', 'zulo-cerrado', now())`)
  for (const id of [far.id, gone, foreign])
    await write(`insert into event (portal_id, id, name, starts_at, time_zone, publication)
      values ('${id}', gen_random_uuid(), 'Noche zurda ${id}', now() + interval '9 days', 'Europe/Madrid', 'published')`)
})

describe('the label of many portals', () => {
  test('a session names fifty of them, and says that there are more', async () => {
    const session = ok(await (await as(world.database, 'label')).account.session({}))
    const named = session.user.portals ?? []
    const own = named.filter(({ name }) => name.startsWith('Mar ') || name === far.name)
    expect(session.user.hasMorePortals).toBe(true)
    expect(named.length).toBeLessThanOrEqual(52)
    expect(own.map(({ name }) => name)).not.toContain(far.name)
    expect(named[0]?.label).toBe(true)
    const few = ok(await (await as(world.database, 'artist')).account.session({}))
    expect(few.user.hasMorePortals).toBeUndefined()
  })

  test('reaches those that it does not name, and works in them', async () => {
    const api = await as(world.database, 'label')
    expect(ok(await api.portals.listPortals({ q: 'zulo' })).items.map(({ name }) => name)).toEqual([far.name])
    ok(await api.account.switchPortal({ portalId: far.id }))
    const session = ok(await api.account.session({}))
    expect(session.currentPortalId).toBe(far.id)
    expect(session.user.portals?.find(({ id }) => id === far.id)?.permissions).toEqual(
      session.user.portals?.[0]?.permissions,
    )
    ok(await api.account.switchPortal({ portalId: portals.bajamar.id }))
  })

  test('sees what is theirs, and neither a deleted one nor anybody else’s', async () => {
    const api = await as(world.database, 'label')
    const seen = async (query: { portal?: string }) =>
      ok(await api.events.listEvents({ q: 'noche zurda', ...query })).items.map(({ portalId }) => portalId)
    expect(await seen({})).toEqual([far.id])
    expect(await seen({ portal: far.id })).toEqual([far.id])
    expect(await seen({ portal: gone })).toEqual([])
    expect(await seen({ portal: foreign })).toEqual([])
    const found = ok(await api.search.searchPortal({ portalId: portals.bajamar.id, q: 'zulo' }))
    expect(found.groups.flatMap(({ items }) => items.map(({ title }) => title))).toEqual([far.name])
    expect(failureCode(await api.portals.getPortal({ portalId: gone }))).toBe('notFound')
  })

  test('a membership of their own stands before what the label gives', async () => {
    await write(
      `insert into member (portal_id, person_id, role) values ('${far.id}', '${people.label.id}', 'Lector')`,
    )
    const api = await as(world.database, 'label')
    await write(`insert into activity (id, actor_id, portal_id, action)
      values (gen_random_uuid(), '${people.super.id}', '${far.id}', 'links.createLink')`)
    expect(ok(await api.activity.listActivity({ portal: far.id })).items).toEqual([])
    const choices = ok(await api.activity.listActivityChoices({ q: 'zulo' }))
    expect(choices.portals).toEqual([])
    await write(`delete from member where portal_id = '${far.id}'`)
    const again = await as(world.database, 'label')
    expect(ok(await again.activity.listActivity({ portal: far.id })).items).toHaveLength(1)
  })
})
