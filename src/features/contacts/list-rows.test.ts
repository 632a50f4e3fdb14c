import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { invitation, member } from '#features/team/server/table.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import { allContacts, contactById, findContacts } from './server/queries.ts'
import { contactRows } from './test-contacts.ts'

/** Which contacts a list has, in which order, and what it says of each. */

const { world, run, put, putPerson, putConsent } = contactRows()
const at = (second: number) => new Date(Date.UTC(2026, 4, 6, 7, 8, second))
type Query = Parameters<typeof findContacts>[1]
/** Of this file alone: all of them have the tag. */
const list = (query: Query = {}) => run((tx) => findContacts(tx, { tag: 'lista', ...query }))
const names = async (query?: Query) => (await list(query)).items.map(({ name }) => name)
const sorted = async (query?: Query) => (await names(query)).sort()
let [accountId, other, portalId, master, gone] = ['', '', '', '', '']

beforeAll(async () => {
  const { database } = world
  const made = await putAccount(database, 'Sello Lista')
  accountId = made.accountId
  master = made.portalId
  portalId = await putPortal(database, accountId, { name: 'Ábside' })
  gone = await putPortal(database, accountId, { name: 'Ida', deletedAt: at(0) })
  other = (await putAccount(database, 'Otra')).accountId
  const tags = ['lista']
  const login = async (name: string, row: object = {}, more: object = {}) => {
    const personId = await putPerson({ name, ...row })
    await put({ name: 'zzz', tags, personId, createdAt: at(9), ...more })
    return personId
  }
  await put({ name: 'Bruno', tags, accountId, createdAt: at(3), organisation: 'Sala Órbita' })
  await put({ name: 'Ágata', tags, accountId: other, createdAt: at(1), email: 'agata@lista.test' })
  await put({ name: 'Carla', tags: ['otra', 'lista'], createdAt: at(2), phone: '+34 (655) 11 22' })
  const ana = await login('Ana', { lastSeenAt: at(5) }, { createdAt: at(4) })
  const beto = await login('Beto', { lastSeenAt: at(6), suspendedAt: at(0) })
  const celia = await login('Celia', { passwordHash: null })
  await put({ name: 'Borrada', tags, erasedAt: at(0), accountId })
  await put({ name: 'Unida', tags, mergedInto: await put(), accountId })
  await put({ name: 'De otra lista', tags: ['lista larga'], accountId })
  const rights = { grants: ['a.b'], denies: ['c.d'] }
  await run(async (tx) => {
    await tx.insert(member).values([
      { portalId: master, personId: ana, role: 'Owner' },
      { portalId, personId: ana, role: 'Editor', ...rights },
      { portalId: gone, personId: beto, role: 'Editor' },
    ])
    // Who has a password stands where they are, and not where they are asked to.
    const asked = { role: 'Lector' as const, name: 'x', sentAt: at(0), grants: [], denies: [] }
    await tx.insert(invitation).values([
      { ...asked, id: v7(), portalId, personId: celia },
      { ...asked, id: v7(), portalId, personId: beto },
    ])
  })
})

test('all that are there, as they call themselves, by name', async () => {
  const found = await list()
  expect([await names(), found.total]).toEqual([['Ágata', 'Ana', 'Beto', 'Bruno', 'Carla', 'Celia'], 6])
  expect(await names({ page: 2 })).toEqual([])
})

describe('what is said of each', () => {
  const of = async (name: string) => (await list()).items.find((one) => one.name === name)

  test('is its account, its login and where that is', async () => {
    const bare = {
      account: null,
      personId: null,
      pending: false,
      suspended: false,
      portals: [],
      lastSeenAt: null,
    }
    expect(await of('Carla')).toMatchObject({ ...bare, email: null, phone: '+34 (655) 11 22', version: 1 })
    expect(await of('Bruno')).toMatchObject({
      ...{ ...bare, account: { id: accountId, name: 'Sello Lista' }, organisation: 'Sala Órbita' },
      ...{ erasedAt: null, createdAt: at(3).toISOString() },
    })
    expect(await of('Ana')).toMatchObject({
      ...{ pending: false, suspended: false, lastSeenAt: at(5).toISOString() },
      portals: [
        { id: master, name: 'Sello Lista', role: 'Owner', grants: [], denies: [] },
        { id: portalId, name: 'Ábside', role: 'Editor', grants: ['a.b'], denies: ['c.d'] },
      ],
    })
    expect(await of('Beto')).toMatchObject({ suspended: true, pending: false, portals: [] })
    expect(await of('Celia')).toMatchObject({ pending: true, portals: [{ id: portalId, role: 'Lector' }] })
  })

  test('is what they agreed to last, of one moment what was kept last', async () => {
    const id = await put({ name: 'Dora', tags: ['acuerdos'] })
    const later = '00000000-0000-7000-8000-00000000000'
    const say = (kind: 'news' | 'phone' | 'profiling', given: boolean, second: number, row: object = {}) =>
      putConsent(id, { kind, given, at: at(second), ...row })
    await say('news', true, 2)
    await say('news', false, 1)
    await say('phone', true, 1)
    await say('phone', false, 2)
    await say('profiling', true, 1, { id: `${later}2` })
    await say('profiling', false, 1, { id: `${later}1` })
    await putConsent(await put({ name: 'Otra' }), { kind: 'phone' })
    expect((await run((tx) => contactById(tx, id)))?.consents).toEqual(['news', 'profiling'])
    const agreed = async (consent: 'news' | 'phone' | 'profiling') =>
      (await list({ tag: 'acuerdos', consent })).items.length
    expect([await agreed('news'), await agreed('phone'), await agreed('profiling')]).toEqual([1, 0, 1])
  })
})

describe('its order', () => {
  const orders = {
    name: ['Ágata', 'Ana', 'Beto', 'Bruno', 'Carla', 'Celia'],
    createdAt: ['Ágata', 'Carla', 'Bruno', 'Ana', 'Beto', 'Celia'],
  }
  test.each(['name', 'createdAt'] as const)('by %s goes either way', async (orderBy) => {
    expect(await names({ orderBy })).toEqual(orders[orderBy])
    const back = await names({ orderBy: `-${orderBy}` })
    // Of one moment the order is that of ids, whichever way.
    const same = (list: string[]) =>
      list.filter((name) => orderBy === 'name' || !['Beto', 'Celia'].includes(name))
    expect(same(back)).toEqual(same(orders[orderBy].toReversed()))
    const file: string[] = []
    await run(async (tx) => {
      for await (const some of allContacts(tx, { tag: 'lista', orderBy }))
        file.push(...some.map(({ name }) => name))
    })
    expect(file).toEqual(orders[orderBy])
  })

  test('by when they were seen has those last who never came', async () => {
    expect((await names({ orderBy: 'lastSeenAt' })).slice(0, 2)).toEqual(['Ana', 'Beto'])
    expect((await names({ orderBy: '-lastSeenAt' })).slice(0, 2)).toEqual(['Beto', 'Ana'])
  })

  test('of all, without words or a tag, is the same page by page', async () => {
    const [page, next] = [await list({ tag: undefined }), await list({ tag: undefined, page: 2 })]
    const found = [...page.items, ...next.items].map(({ id }) => id)
    expect(new Set(found).size).toBe(Math.min(100, page.total))
    const all: string[] = []
    await run(async (tx) => {
      for await (const some of allContacts(tx, {})) all.push(...some.map(({ id }) => id))
    })
    expect(found).toEqual(all.slice(0, 100))
    expect(page.total).toBe(all.length)
    const back = await list({ tag: undefined, orderBy: '-name' })
    expect(back.items.map(({ name }) => name)[0]).toBe(
      (await list({ tag: undefined, orderBy: '-name', q: '' })).items[0]?.name,
    )
    expect(back.items[0]?.id).toBe(all.at(-1))
  })
})

describe('its filters', () => {
  test('are of accounts, by themselves and by where one is', async () => {
    expect(await sorted({ account: accountId })).toEqual(['Ana', 'Bruno', 'Celia', 'Beto'].sort())
    expect(await sorted({ account: other })).toEqual(['Ágata'])
    expect(await sorted({ portal: portalId })).toEqual(['Ana', 'Celia'])
    expect(await sorted({ portal: master })).toEqual(['Ana'])
  })

  test('are of logins', async () => {
    expect(await sorted({ login: 'yes' })).toEqual(['Ana'])
    expect(await sorted({ login: 'suspended' })).toEqual(['Beto'])
    expect(await sorted({ login: 'no' })).toEqual(['Bruno', 'Carla', 'Ágata'])
    expect(await sorted({ login: 'pending' })).toEqual(['Celia'])
  })

  test('are words of each of its texts, and digits', async () => {
    expect(await sorted({ q: 'ágat' })).toEqual(['Ágata'])
    expect(await sorted({ q: 'lista.test' })).toEqual(['Ágata'])
    expect(await sorted({ q: 'orbita' })).toEqual(['Bruno'])
    expect(await sorted({ q: 'sello li' })).toEqual(['Bruno'])
    expect(await sorted({ q: 'ana' })).toEqual(['Ana'])
    expect(await sorted({ q: '65511' })).toEqual(['Carla'])
    expect(await sorted({ q: 'c' })).toEqual(['Carla', 'Celia'])
    expect(await sorted({ q: 'c', login: 'no' })).toEqual(['Carla'])
    expect(await sorted({ q: 'nadie' })).toEqual([])
  })

  test('find thousands as they find a few', async () => {
    await world.database.query(
      `insert into contact (id, name, source, tags) select gen_random_uuid(), 'multitud ' || lpad(n::text, 4, '0'), 'staff', '["mil"]'
        from generate_series(1, 1002) n`,
    )
    const found = await run((tx) => findContacts(tx, { q: 'multitud', page: 2 }))
    expect([found.total, found.items[0]?.name]).toEqual([1_002, 'multitud 0051'])
    expect((await run((tx) => findContacts(tx, { tag: 'mil', orderBy: '-name' }))).items[0]?.name).toBe(
      'multitud 1002',
    )
    expect((await run((tx) => findContacts(tx, { tag: 'mil', q: 'multitud 100' }))).total).toBe(3)
  })
})
