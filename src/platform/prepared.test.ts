import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { asService, type Reach, rows } from './db.ts'
import { keptPlan, statementNames } from './prepared.ts'

describe('names of statements', () => {
  const times = (text: string, count: number, again = true) => {
    const names = statementNames()
    return Array.from({ length: count }, () => names.nameOf(text, 'm', again)).at(-1)
  }

  test('what comes five times gets one, for each role another', () => {
    const names = statementNames()
    const ask = (role: string) => names.nameOf('select 1 from portal where id = $1', role, true)
    expect([ask('m'), ask('m'), ask('m'), ask('m')]).toEqual([undefined, undefined, undefined, undefined])
    const name = ask('m')
    expect(name).toBeDefined()
    expect(ask('m')).toBe(name)
    for (let time = 0; time < 4; time++) ask('s')
    expect(ask('s')).not.toBe(name)
    names.forget()
    expect(ask('m')).toBeUndefined()
  })

  test.each([
    'select 1 from visit where t >= $1',
    'select 1 from visit where t < date_trunc($2, $1::timestamptz)',
    'select 1 from visit where t between $1 and $2',
    'select 1 from portal where name ilike $1',
    'select 1 from portal where id = any($1::uuid[])',
    'select 1 from portal where account_id = any($1::uuid[])',
    'select 1 from link where titles @> $1',
    'select 1 from link where $1 <@ titles',
    'select 1 from visit where t <= (now() - $1::interval)',
    'begin; set local role backline_service',
  ])('but not where its plan depends on the values: %s', (text) => {
    expect(times(text, 9)).toBeUndefined()
  })

  test.each([
    'select 1 from member where person_id <> $1 and portal_id = $2',
    'select 1 from bill where information->>$1 = $2',
    'select 1 from bill where totals->$1 is null',
    'select 1 from event where ends_at > now() and $1 = portal_id',
    'select 1 from event where ends_at > now() or $1 is null',
    'select 1 from event where ends_at > now() order by id limit $1',
    'select 1 from event where ends_at > now() limit $1',
    'select 1 from event e where e.portal_id in (select own.id from portal own where own.account_id = any($1::uuid[]))',
  ])('but where it compares with no value: %s', (text) => {
    expect(times(text, 9)).toBeDefined()
  })

  test('what says that its plan is kept gets one whatever it compares, however long it is and takes', () => {
    const text = `select 1 from link l where ${new PgDialect().sqlToQuery(keptPlan).sql} l.starts_at > $1 or l.note = '${'x'.repeat(7_000)}'`
    const names = statementNames()
    const ask = () => {
      const name = names.nameOf(text, 'm', true)
      names.took(text, 'm', 30)
      return name
    }
    expect(Array.from({ length: 4 }, ask)).toEqual([undefined, undefined, undefined, undefined])
    expect(ask()).toBeDefined()
  })

  describe('but not where a plan for any values would be', () => {
    const text = 'select 1 from sku where portal_id = $1'
    const ask = (names: ReturnType<typeof statementNames>, ms: number, count: number) => {
      const found = Array.from({ length: count }, () => {
        const name = names.nameOf(text, 'm', true)
        names.took(text, 'm', ms)
        return name
      })
      return found.at(-1)
    }

    test('much worse than one for these: twice, and it goes without for a thousand times', () => {
      const names = statementNames()
      const first = ask(names, 4, 6)
      expect(first).toBeDefined()
      ask(names, 700, 1)
      ask(names, 4, 1)
      expect(ask(names, 700, 1)).toBe(first)
      ask(names, 700, 1)
      expect(ask(names, 700, 1_000)).toBeUndefined()
      expect(ask(names, 4, 6)).not.toBe(first)
    })

    test('no gain: what takes long in any case', () => {
      expect(ask(statementNames(), 30, 60)).toBeUndefined()
    })

    test('while one slow answer does not keep it from a name for ever', () => {
      const names = statementNames()
      ask(names, 30, 1)
      expect(ask(names, 4, 12)).toBeDefined()
    })
  })

  test('all columns of a table only where the question may be asked again', () => {
    expect(times('select p.* from portal p where p.id = $1', 9)).toBeDefined()
    expect(times('select p.* from portal p where p.id = $1', 9, false)).toBeUndefined()
    expect(times('select count(*) from portal where id = $1', 9, false)).toBeDefined()
  })
})

describe('a migration under way', () => {
  const world = testDatabase()
  const member: Reach = {
    role: 'member',
    personId: people.artist.id,
    portals: [portals.ninoLobo.id],
    accounts: [],
  }

  test.each([
    ['staff', asService('trial')],
    ['members', member],
  ])('what %s read goes on when a table gets a column', async (name, reach) => {
    const { database } = world
    const read = () =>
      database.read(reach, (tx) =>
        rows<{ id: string }>(tx, sql`select portal.* from portal where id = ${portals.ninoLobo.id}`),
      )
    for (let time = 0; time < 12; time++) expect(await read()).toHaveLength(1)
    await database.query(`alter table portal add column later_${name} text default 'x'`)
    for (let time = 0; time < 12; time++) expect((await read())[0]).toHaveProperty(`later_${name}`, 'x')
  })

  test('what a member reads ends where their reach does, also with parallel questions and after a failed one', async () => {
    const { database } = world
    const count = sql`select count(*)::int as n from portal where id = ${portals.bajamar.id}`
    for (let time = 0; time < 8; time++) {
      const found = await database.read(member, (tx) =>
        Promise.all([rows<{ n: number }>(tx, count), rows<{ n: number }>(tx, count)]),
      )
      expect(found).toEqual([[{ n: 0 }], [{ n: 0 }]])
      await expect(database.read(member, (tx) => rows(tx, sql`select 1 / 0`))).rejects.toThrow()
    }
    const [mine] = await database.read(asService('trial'), (tx) => rows<{ n: number }>(tx, count))
    expect(mine).toEqual({ n: 1 })
  })
})
