import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { accounts, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const values = (some: readonly { value: string }[]) => some.map(({ value }) => value)

/** So many accounts with a portal each that none of the cast is among the first fifty by name. */
async function fill() {
  await inTrial(world.database, (tx) =>
    tx.execute(sql`with a as (
        insert into account (id, name) select gen_random_uuid(), 'AA ' || n from generate_series(1, 60) n returning id, name),
      p as (insert into portal (id, account_id, master, code, custom_url, name)
        select gen_random_uuid(), id, true, 'AA' || substring(name from 4), 'aa-' || substring(name from 4), name from a)
      insert into contact (id, name, source, tags)
        select gen_random_uuid(), name, 'staff', jsonb_build_array('aa ' || lower(name)) from a`),
  )
}

beforeAll(fill)

describe('among more than are offered', () => {
  test('contacts are filtered by whatever is looked for, and what is chosen is offered', async () => {
    const { contacts } = await as(world.database, 'super')
    const offered = ok(await contacts.listContactChoices({}))
    expect([offered.tags, offered.accounts, offered.portals].map(({ length }) => length)).toEqual([
      50, 50, 50,
    ])
    expect(values(offered.accounts)).not.toContain(accounts.ninoLobo.id)
    const found = ok(await contacts.listContactChoices({ q: 'niño lob' }))
    expect(values(found.accounts)).toEqual([accounts.ninoLobo.id])
    expect(values(found.portals)).toEqual([portals.ninoLobo.id])
    expect(found.tags).toEqual([])
    expect(values(ok(await contacts.listContactChoices({ q: 'aa aa 7' })).tags)).toEqual(['aa aa 7'])
    const chosen = ok(
      await contacts.listContactChoices({
        ...{ tag: 'aa aa 9', account: accounts.ninoLobo.id, portal: portals.ninoLobo.id },
      }),
    )
    expect(chosen.tags[0]?.value).toBe('aa aa 9')
    expect(chosen.accounts[0]).toEqual({ value: accounts.ninoLobo.id, label: accounts.ninoLobo.name })
    expect(chosen.portals[0]).toEqual({ value: portals.ninoLobo.id, label: portals.ninoLobo.name })
    expect(chosen.portals).toHaveLength(50)
    expect(new Set(values(chosen.portals)).size).toBe(50)
  })

  test('a post is for portals that are looked for, and those that it is for are offered', async () => {
    const { communications } = await as(world.database, 'super')
    expect(values(ok(await communications.audienceChoices({})).portals)).not.toContain(portals.ninoLobo.id)
    expect(values(ok(await communications.audienceChoices({ q: 'niño lob' })).portals)).toEqual([
      portals.ninoLobo.id,
    ])
    const post = ok(
      await communications.createPost({
        ...{ title: { es: 'Nuevo' }, description: { es: 'En una línea' }, body: { es: 'Primero.' } },
        ...{ kind: 'info', channels: ['inApp'], mustAcknowledge: false },
        audience: { portalTypes: [], roles: [], portals: [portals.ninoLobo.id] },
      } as never),
    )
    const offered = ok(await communications.audienceChoices({ post: post.id })).portals
    expect(offered[0]).toEqual({ value: portals.ninoLobo.id, label: portals.ninoLobo.name })
    expect(offered).toHaveLength(50)
  })
})
