import { beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '#client.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { everyRow, expectFilters, holds, type Meanings, saysNothing } from '#testing/every-row.ts'
import { accounts, people, portals } from '#testing/world/cast.ts'
import { consentKinds } from './choices.ts'
import type { Contact } from './contract.ts'

const world = testDatabase()
const { ninoLobo, hotelLevante } = portals
type Query = Omit<Parameters<Api['contacts']['listContacts']>[0], 'page'>
let rows: Contact[] = []
let api: Api
const ask = (query: Query) => everyRow(api.contacts.listContacts, query)

beforeAll(async () => {
  api = await as(world.database, 'staff')
  const { contacts } = api
  const artist = await as(world.database, 'artist')
  const make = async (draft: Parameters<typeof contacts.createContact>[0]) =>
    ok(await contacts.createContact(draft)).id
  const ibanez = await make({
    ...{ name: 'Begoña Ibáñez', organisation: 'Sala Trémolo', tags: ['prensa', 'giras'] },
    ...{ email: 'sala@tremolo.test', phone: '+34 600 111 222' },
  })
  const uno = await make({ name: 'zulema', tags: ['prensa'], accountId: accounts.ninoLobo.id })
  await make({ name: 'Álvaro 600', accountId: accounts.bajamar.id, phone: '611 600 222' })
  const dos = await make({ name: 'álvaro', tags: ['presa'] })
  // Of the answers of each the latest counts, and of one moment the one that was written down last.
  const say = async (contactId: string, kind: (typeof consentKinds)[number], given: boolean, at: string) =>
    ok(await contacts.recordConsent({ contactId, kind, given, source: 'form', at }))
  await say(ibanez, 'news', true, '2026-05-31T10:00:00Z')
  await say(ibanez, 'phone', true, '2026-05-31T10:00:00Z')
  await say(ibanez, 'phone', false, '2026-06-30T10:00:00Z')
  await say(uno, 'news', false, '2026-05-31T10:00:00Z')
  await say(uno, 'news', true, '2026-05-31T10:00:00Z')
  await say(uno, 'profiling', true, '2026-05-31T10:00:00Z')
  await say(dos, 'phone', true, '2026-05-31T10:00:00Z')
  await say(dos, 'phone', true, '2026-05-30T10:00:00Z')
  await say(dos, 'news', false, '2026-06-30T10:00:00Z')
  await say(dos, 'news', true, '2026-05-30T10:00:00Z')
  // Gone, and gone into another: neither stands in the list.
  const erased = await make({ name: 'Prensa Borrada', tags: ['borrada'] })
  ok(await contacts.eraseContact({ contactId: erased, name: 'Prensa Borrada' }))
  const double = await make({ name: 'Álvaro', tags: ['doble'] })
  await say(double, 'news', true, '2026-05-29T10:00:00Z')
  ok(await contacts.mergeContact({ contactId: dos, doubleId: double }))
  // Who was asked to a portal and has never come stands there; who has a password does not until they accept.
  for (const email of ['nueva@sala.test', people.vera.email])
    ok(
      await artist.team.inviteMember({
        ...{ email, name: 'Zoe Nueva', portals: [{ portalId: ninoLobo.id, role: 'Lector' }] },
      }),
    )
  await world.database.query(
    `update person set last_seen_at = $1::timestamptz - (interval '1 day' * mod(length(name), 5))
      where id = any($2::uuid[])`,
    ['2026-06-01T00:00:00Z', `{${[people.lector, people.label, people.tech].map(({ id }) => id).join(',')}}`],
  )
  // Who has a login is called, and written to, as they say themselves by now.
  await world.database.query(
    `update person set name = 'Otilia Renombrada', email = 'otilia@cambio.test' where id = $1`,
    [people.marketing.id],
  )
  await make({ name: 'Cien_guiones 100%' })
  rows = await ask({})
})

const ofAccount = (id: string) =>
  new Set(Object.values(portals).flatMap((portal) => (portal.accountId === id ? [portal.id] : [])))
const means: Meanings<Omit<Query, 'orderBy'>, Contact> = {
  q: (q, row) =>
    [row.name, row.email, row.organisation, row.account?.name].some((text) => holds(text, q)) ||
    (/^[\d ]+$/.test(q) && holds(row.phone?.replaceAll(' ', ''), q.replaceAll(' ', ''))),
  tag: (tag, row) => row.tags.includes(tag),
  account: (account, row) =>
    row.account?.id === account || row.portals.some(({ id }) => ofAccount(account).has(id)),
  portal: (portal, row) => row.portals.some(({ id }) => id === portal),
  login: (login, row) => {
    if (row.personId === null) return login === 'no'
    if (row.pending) return login === 'pending'
    return login === (row.suspended ? 'suspended' : 'yes')
  },
  consent: (consent, row) => row.consents.includes(consent),
}
const values: Omit<Query, 'orderBy'>[] = [
  ...['begona', 'TREMOLO', 'tremolo.test', '600', '600 1', '600111', 'bajamar', 'zoe'].map((q) => ({ q })),
  ...['renombrada', 'cambio.test', 'n_g', '100%'].map((q) => ({ q })),
  ...['prensa', 'giras', 'presa'].map((tag) => ({ tag })),
  ...[accounts.ninoLobo, accounts.bajamar].map(({ id }) => ({ account: id })),
  ...[ninoLobo, hotelLevante].map(({ id }) => ({ portal: id })),
  ...(['yes', 'no', 'pending', 'suspended'] as const).map((login) => ({ login })),
  ...consentKinds.map((consent) => ({ consent })),
]

describe('contacts', () => {
  test('are those that were not erased, nor merged into others', async () => {
    expect(rows.map(({ name }) => name)).not.toContain('Prensa Borrada')
    expect(ok(await api.contacts.listContacts({}))).toMatchObject({ page: 1, total: rows.length })
    const [known] = await world.database.query<{ count: number }>(
      'select count(*)::int as count from contact where erased_at is null and merged_into is null',
    )
    expect(rows).toHaveLength(known?.count ?? 0)
    expect(ok(await (await as(world.database, 'staff')).contacts.listContactChoices({})).tags).toEqual(
      ['doble', 'giras', 'prensa', 'presa'].map((tag) => ({ value: tag, label: tag })),
    )
  })

  test('are what the filters say, each by itself and each with another', async () => {
    await expectFilters(rows, values, means, ask)
    expect(saysNothing(rows, values, means)).toEqual([])
  })

  test('agree to what they said last', () => {
    const of = (name: string) => rows.find((row) => row.name === name)?.consents
    expect(of('Begoña Ibáñez')).toEqual(['news'])
    expect(of('zulema')).toEqual(['news', 'profiling'])
    expect(of('álvaro')).toEqual(['phone'])
  })

  test('stand in each order, both ways, and so they do in the file', async () => {
    const byId = (a: Contact, b: Contact) => (a.id < b.id ? -1 : 1)
    const [{ sorted } = { sorted: [] }] = await world.database.query<{ sorted: string[] }>(
      `select array_agg(x order by translate(lower(x), 'áéíóúñ', 'aeioun')) as sorted from unnest($1::text[]) x`,
      [rows.map(({ name }) => name)],
    )
    const made = await world.database.query<{ id: string; at: string }>(
      `select id, to_char(created_at, 'YYYYMMDDHH24MISSUS') as at from contact`,
    )
    const madeOf = new Map(made.map(({ id, at }) => [id, at]))
    const placeOf = (row: Contact) => sorted.indexOf(row.name)
    const seen = (row: Contact) => (row.lastSeenAt ? Date.parse(row.lastSeenAt) : undefined)
    const orders: Record<string, (a: Contact, b: Contact, sign: number) => number> = {
      name: (a, b, sign) => sign * (placeOf(a) - placeOf(b)),
      createdAt: (a, b, sign) => sign * Number(BigInt(madeOf.get(a.id) ?? 0) - BigInt(madeOf.get(b.id) ?? 0)),
      // Who never came stands last either way.
      lastSeenAt: (a, b, sign) => {
        const [one, other] = [seen(a), seen(b)]
        if (one === undefined || other === undefined)
          return Number(one === undefined) - Number(other === undefined)
        return sign * (one - other)
      },
    }
    expect(new Set(rows.map(seen)).size).toBeGreaterThan(2)
    for (const [column, order] of Object.entries(orders))
      for (const sign of [1, -1]) {
        const orderBy = `${sign < 0 ? '-' : ''}${column}` as 'name'
        for (const filter of [{}, { login: 'yes' }, { q: 'a' }] as Query[]) {
          const found = await ask({ ...filter, orderBy })
          const left = await ask(filter)
          const wanted = left.toSorted((a, b) => order(a, b, sign) || byId(a, b))
          expect([orderBy, filter, found.map(({ name }) => name)]).toEqual([
            orderBy,
            filter,
            wanted.map(({ name }) => name),
          ])
          const search = new URLSearchParams({ ...(filter as Record<string, string>), orderBy })
          const file = await fileFor(world.database, people.staff.id, `/contacts/export?${search}`)
          const [, ...lines] = (await file.text()).trim().split('\n')
          expect(lines.map((line) => line.split(/[;,]/)[0])).toEqual(found.map(({ name }) => name))
        }
      }
  })
})
