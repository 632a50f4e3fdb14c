import { describe, expect, test } from 'vitest'
import { type Api, failureCode, isFailure } from '#client.ts'
import { asService } from '#platform/db.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { type PersonKey, type PortalKey, people, portals } from '#testing/world/cast.ts'
import type { Found, Hit } from './contract.ts'
import { learnWords, relearnWords } from './server/learn-words.ts'
import { distance } from './server/words.ts'

const world = testDatabase()
const hits = ({ groups }: Found) => groups.flatMap(({ items }) => items)
const titles = (found: Found, type: Hit['type']) =>
  found.groups.find((group) => group.type === type)?.items.map(({ title }) => title) ?? []

describe('what is found', () => {
  test('accents, case and a typing error do not matter', async () => {
    const staff = await as(world.database, 'staff')
    for (const q of ['Niño Lobo', 'nino lobo', 'NINO LO', 'nno lobo'])
      expect(titles(ok(await staff.search.searchAll({ q })), 'portal'), q).toContain('Niño Lobo')
    expect(titles(ok(await staff.search.searchAll({ q: 'vantisca' })), 'portal')).toContain('Clara Ventisca')
  })

  test('what begins with the words comes first, and no pattern is one', async () => {
    const staff = await as(world.database, 'staff')
    expect(titles(ok(await staff.search.searchAll({ q: 'hotel' })), 'portal')[0]).toBe('Hotel Levante')
    expect(hits(ok(await staff.search.searchAll({ q: '%%%' })))).toEqual([])
    expect(failureCode(await staff.search.searchAll({ q: '   ' }))).toBe('invalidInput')
  })

  test('a product is found by its name and its portal’s, in whichever order', async () => {
    const staff = await as(world.database, 'staff')
    const label = await as(world.database, 'label')
    const at = portals.casaCal.id
    const name = { es: 'Vinilo azul marino' }
    const { products } = await as(world.database, 'super')
    const draft = { name, category: 'album', format: 'limited', priceCents: 2_000 } as const
    const made = ok(await products.createProduct({ portalId: at, ...draft }))
    const other = ok(await products.createProduct({ portalId: portals.hotelLevante.id, ...draft }))
    for (const q of ['casa cal vinilo azul', 'azul casa', 'vinil cal', 'marino casa vinilo']) {
      const found = ok(await staff.search.searchAll({ q })).groups.find(({ type }) => type === 'product')
      const ids = found?.items.map(({ id }) => id)
      expect(ids, q).toContain(made.id)
      expect(ids, q).not.toContain(other.id)
    }
    // Not at a portal that is none of theirs, nor by a word that neither has.
    const own = ok(
      await label.search.searchPortal({ portalId: portals.bajamar.id, q: 'casa cal vinilo azul' }),
    )
    expect(titles(own, 'product')).toEqual([])
    expect(titles(ok(await staff.search.searchAll({ q: 'casa cal vinilo rojo' })), 'product')).toEqual([])
  })

  test('signs that mean something to the database mean themselves', async () => {
    const staff = await as(world.database, 'staff')
    const names = ['Rebaja 50% hoy', 'Rebaja_doble', 'Rebaja\\doble']
    for (const name of names) ok(await staff.contacts.createContact({ name }))
    const search = async (q: string) => titles(ok(await staff.search.searchAll({ q })), 'contact')
    for (const name of names) {
      // Words alone find the others as well; what begins as it was typed comes first.
      expect((await search(name.slice(0, -1)))[0]).toBe(name)
      const listed = ok(await staff.contacts.listContacts({ q: name.slice(0, -1) })).items
      expect(listed.map((each) => each.name)).toEqual([name])
    }
    for (const q of ['R%ja', 'Reba_a', 'Rebaj\\a']) {
      expect(await search(q), q).toEqual([])
      expect(ok(await staff.contacts.listContacts({ q })).items, q).toEqual([])
    }
  })

  test('people are contacts, team or staff', async () => {
    const staff = await as(world.database, 'super')
    const found = ok(await staff.search.searchAll({ q: people.artist.name }))
    expect(titles(found, 'contact')).toContain(people.artist.name)
    expect(titles(found, 'team')).toContain(people.artist.name)
    expect(titles(ok(await staff.search.searchAll({ q: people.analyst.name })), 'staff')).toEqual([
      people.analyst.name,
    ])
  })
})

describe('numbers and parts', () => {
  const numberOf = async (portalId: string) =>
    (
      await world.database.query<{ id: string; external_id: string }>(
        'select id, external_id from "order" where portal_id = $1 order by id limit 1',
        [portalId],
      )
    )[0] ?? { id: '', external_id: '' }

  test('an order is found by its whole number, with or without its sign, where one may see it', async () => {
    const staff = await as(world.database, 'staff')
    const label = await as(world.database, 'label')
    const artist = await as(world.database, 'artist')
    const clara = await numberOf(portals.claraVentisca.id)
    const bare = clara.external_id.replace(/^#/, '')
    const orders = (found: Found) => hits(found).filter(({ type }) => type === 'order')
    for (const q of [bare, `#${bare}`, ` ${bare.toLowerCase()} `])
      expect(
        orders(ok(await staff.search.searchAll({ q }))).map(({ id }) => id),
        q,
      ).toContain(clara.id)
    const found = orders(ok(await label.search.searchPortal({ portalId: portals.bajamar.id, q: bare })))
    expect(found.find(({ id }) => id === clara.id)?.link).toBe(
      `/stocks/orders/${portals.claraVentisca.id}/${clara.id}`,
    )
    const own = orders(ok(await artist.search.searchPortal({ portalId: portals.ninoLobo.id, q: bare })))
    expect(own.map(({ id }) => id)).not.toContain(clara.id)
  })

  test('an order is of its day in Madrid, which begins before that of UTC', async () => {
    const staff = await as(world.database, 'staff')
    const [one] = await world.database.query<{ id: string }>('select id from "order" order by id limit 1')
    const placed = async (at: string) => {
      const number = `NOCHE-${at}`
      await world.database.query('update "order" set external_id = $2, placed_at = $3 where id = $1', [
        ...[one?.id, number, at],
      ])
      return hits(ok(await staff.search.searchAll({ q: number }))).find(({ id }) => id === one?.id)?.detail
    }
    expect(await placed('2025-12-31T22:59:59Z')).toMatch(/31\/12\/2025$/)
    expect(await placed('2025-12-31T23:00:00Z')).toMatch(/01\/01\/2026$/)
    expect(await placed('2026-06-30T22:00:00Z')).toMatch(/01\/07\/2026$/)
  })

  test('an order is found by four characters of its number or more, wherever they stand, a bill by any part of it', async () => {
    const [label, artist] = [await as(world.database, 'label'), await as(world.database, 'artist')]
    const clara = await numberOf(portals.claraVentisca.id)
    await world.database.query(`update "order" set external_id = '#Zq-70451-88' where id = $1`, [clara.id])
    const orders = async (api: Api, portalId: string, q: string) =>
      hits(ok(await api.search.searchPortal({ portalId, q })))
        .filter(({ type }) => type === 'order')
        .map(({ id }) => id)
    const ends = ['1-88', '451-88', 'Q-70451-88', ' zq-70451-88', 'Zq-70451-88']
    for (const q of [...ends, 'zq-7', '#Zq-704', 'q-70', '0451-', '70451', '-70451-'])
      expect(await orders(label, portals.bajamar.id, q), q).toEqual([clara.id])
    // Three would be everybody's; an underscore stands for itself.
    for (const q of ['-88', '045', '1_88', '1%88', '70_51', '7%51', '9-88', '704518'])
      expect(await orders(label, portals.bajamar.id, q), q).not.toContain(clara.id)
    expect(await orders(artist, portals.ninoLobo.id, '451-88')).toEqual([])
    await world.database.query(
      `insert into bill (id, account_id, type, status, period, number)
       values (gen_random_uuid(), $1, 1, 'Pending', '2020-02-01', 'LOBO-2020-0451')`,
      [portals.ninoLobo.accountId],
    )
    const bills = hits(ok(await artist.search.searchPortal({ portalId: portals.ninoLobo.id, q: '2020-04' })))
    expect(bills.filter(({ type }) => type === 'bill').map(({ title }) => title)).toEqual(['LOBO-2020-0451'])
    const staff = await as(world.database, 'staff')
    for (const q of ['2020-04', 'obo-2020', '0451']) {
      const all = hits(ok(await staff.search.searchAll({ q })))
      expect(
        all.filter(({ type }) => type === 'bill').map(({ title }) => title),
        q,
      ).toContain('LOBO-2020-0451')
    }
  })

  test('a bill is found by its number by whoever may see it', async () => {
    const [bill] = await world.database.query<{ id: string; number: string }>(
      `insert into bill (id, account_id, type, status, period, number)
       values (gen_random_uuid(), $1, 1, 'Pending', '2020-01-01', 'LOBO-77')
       returning id, number`,
      [portals.ninoLobo.accountId],
    )
    const q = (bill?.number ?? '').toLowerCase()
    const bills = (found: Found) => hits(found).filter(({ type }) => type === 'bill')
    const artist = await as(world.database, 'artist')
    expect(bills(ok(await artist.search.searchPortal({ portalId: portals.ninoLobo.id, q })))).toMatchObject([
      { id: bill?.id, link: `/billing/${bill?.id}` },
    ])
    const vera = await as(world.database, 'vera')
    expect(bills(ok(await vera.search.searchPortal({ portalId: portals.veraCantil.id, q })))).toEqual([])
    const editor = await as(world.database, 'editor')
    expect(bills(ok(await editor.search.searchPortal({ portalId: portals.hotelLevante.id, q })))).toEqual([])
  })

  test('of events in a city the next comes first, and of bills the latest', async () => {
    const staff = await as(world.database, 'staff')
    const events = ok(await staff.search.searchAll({ q: 'sevilla' })).groups.find(
      ({ type }) => type === 'event',
    )
    const starts = await world.database.query<{ id: string; next: boolean; at: number }>(
      'select id, starts_at >= now() as next, extract(epoch from starts_at)::float8 as at from event where id = any($1)',
      [events?.items.map(({ id }) => id)],
    )
    const found = (events?.items ?? []).map(({ id }) => starts.find((one) => one.id === id))
    const order = found.toSorted((a, b) =>
      a?.next === b?.next
        ? (a?.next ? 1 : -1) * (Number(a?.at) - Number(b?.at))
        : Number(b?.next) - Number(a?.next),
    )
    expect(found.length).toBeGreaterThan(1)
    expect(found).toEqual(order)
    await world.database.query(
      `insert into bill (id, account_id, type, status, period, number, issued_on)
       select gen_random_uuid(), $1, 1, 'Pending', day, 'LOBO-1999-0' || n, day
       from (values (1, '1999-02-01'::date), (2, '1999-11-01'), (3, '1999-05-01')) v (n, day)`,
      [portals.ninoLobo.accountId],
    )
    expect(titles(ok(await staff.search.searchAll({ q: 'LOBO-1999' })), 'bill')).toEqual([
      'LOBO-1999-02',
      'LOBO-1999-03',
      'LOBO-1999-01',
    ])
  })

  test('four letters in the middle of a word are enough, after what begins so', async () => {
    const staff = await as(world.database, 'staff')
    for (const q of ['entis', 'clara ntisc'])
      expect(titles(ok(await staff.search.searchAll({ q })), 'portal'), q).toContain('Clara Ventisca')
    expect(titles(ok(await staff.search.searchAll({ q: 'tis' })), 'portal')).not.toContain('Clara Ventisca')
  })
})

/** The call behind the page that a hit leads to. */
function open(api: Api, hit: Hit, portalId: string | undefined): Promise<unknown> {
  const [, first = '', second = '', , fourth = ''] = hit.link.split(/[/?]/)
  switch (hit.type) {
    case 'contact':
      return api.contacts.getContact({ contactId: second })
    case 'staff':
      return api.staff.getStaff({ staffId: second })
    case 'portal':
      return api.portals.getPortal({ portalId: second })
    case 'team':
      return first === 'team'
        ? api.team.getMember({ portalId: portalId ?? '', memberId: second })
        : api.team.getMember({ portalId: second, memberId: fourth })
    case 'order':
      return api.orders.getOrder({ portalId: hit.link.split('/')[3] ?? '', orderId: hit.id })
    case 'bill':
      return api.billing.getBill({ billId: hit.id })
    case 'event':
      return first === 'events'
        ? api.events.getEvent({ portalId: second, eventId: hit.link.split('/').at(-1) ?? '' })
        : api.events.getEvent({ portalId: portalId ?? '', eventId: hit.link.split('/').at(-1) ?? '' })
    default: {
      const [at = '', productId = ''] = hit.link.split('/').slice(-2)
      return api.products.getProduct({ portalId: at, productId })
    }
  }
}

const members = (Object.keys(people) as PersonKey[]).filter(
  (key) => !people[key].staff && !people[key].suspended,
)
const asked = [
  '1001',
  'ntis',
  'lobo',
  'clara',
  'hotel',
  'an',
  'gira',
  'e',
  'LP',
  'camiseta',
  'levante',
  'inés',
  'a',
]

describe('nobody finds what they may not open', () => {
  test.each(members)('%s, at every portal', async (key) => {
    for (const portalKey of Object.keys(portals) as PortalKey[]) {
      const portalId = portals[portalKey].id
      const api = await as(world.database, key, portalId)
      const mine = !isFailure(await api.portals.getPortal({ portalId }))
      for (const q of asked) {
        const found = await api.search.searchPortal({ portalId, q })
        if (!mine) {
          expect(failureCode(found)).toBe('notFound')
          break
        }
        for (const hit of hits(ok(found))) {
          expect(['contact', 'staff']).not.toContain(hit.type)
          const opened = await open(api, hit, portalId)
          expect(failureCode(opened as never), `${hit.type} ${hit.title}`).toBeUndefined()
          if (hit.type === 'product' || hit.type === 'stock')
            expect(
              await world.database.query(
                `select 1 from ${hit.type === 'product' ? 'product' : 'variant'} x join portal p on p.id = x.portal_id
                 join portal o on o.id = $2 join account a on a.id = o.account_id
                 where x.id = $1 and (p.id = o.id or (o.master and a.type = 'master' and p.account_id = a.id))`,
                [hit.id, portalId],
              ),
            ).toHaveLength(1)
        }
      }
    }
  })

  test.each(['super', 'staff', 'analyst', 'catalogue', 'billing'] as const)('%s, everywhere', async (key) => {
    const api = await as(world.database, key)
    const session = ok(await api.account.session({}))
    const permissions = 'permissions' in session.user ? session.user.permissions : undefined
    for (const q of asked)
      for (const hit of hits(ok(await api.search.searchAll({ q })))) {
        const opened = await open(api, hit, undefined)
        expect(failureCode(opened as never), `${hit.type} ${hit.title}`).toBeUndefined()
        if (hit.type === 'product' || hit.type === 'stock')
          expect(permissions?.products?.viewproducts).toBe(true)
      }
    if (key === 'analyst') expect(hits(ok(await api.search.searchAll({ q: 'a' })))).toEqual([])
  })

  test('a label finds what its artists’ portals hold, and opens it', async () => {
    const label = await as(world.database, 'label')
    const q = 'a'
    const found = ok(await label.search.searchPortal({ portalId: portals.bajamar.id, q }))
    const elsewhere = await world.database.query<{ id: string }>(
      `select x.id from product x join portal p on p.id = x.portal_id where p.account_id = $1 and p.id <> $2
       union select e.id from event e join portal p on p.id = e.portal_id where p.account_id = $1 and p.id <> $2`,
      [portals.bajamar.accountId, portals.bajamar.id],
    )
    const others = new Set(elsewhere.map(({ id }) => id))
    const some = await world.database.query<{ type: 'product' | 'event'; name: string }>(
      `(select 'product' as type, x.name->>'es' as name from product x where id = any($1) limit 3)
       union all (select 'event', e.name from event e where id = any($1) limit 3)`,
      [[...others]],
    )
    expect(new Set(some.map(({ type }) => type)).size).toBe(2)
    for (const { type, name } of some)
      expect(
        titles(ok(await label.search.searchPortal({ portalId: portals.bajamar.id, q: name })), type),
      ).toContain(name)
    expect(hits(found).length).toBeGreaterThan(0)
    const team = ok(await label.search.searchPortal({ portalId: portals.bajamar.id, q: people.editor.name }))
    expect(hits(team).find(({ type }) => type === 'team')?.link).toMatch(
      new RegExp(`^/portals/[\\da-f-]{36}/team/${people.editor.id}$`),
    )
    // Whoever only reaches one of them finds only that one's.
    const editor = await as(world.database, 'editor')
    const own = ok(await editor.search.searchPortal({ portalId: portals.hotelLevante.id, q }))
    const of = await world.database.query(`select 1 from product where id = any($1) and portal_id <> $2`, [
      hits(own).map(({ id }) => id),
      portals.hotelLevante.id,
    ])
    expect(of).toEqual([])
  })

  test('a label finds its artists’ portals, an artist only what is theirs', async () => {
    const label = await as(world.database, 'label')
    const artist = await as(world.database, 'artist')
    const search = (api: Api, portalId: string, q: string) => api.search.searchPortal({ portalId, q })
    expect(titles(ok(await search(label, portals.bajamar.id, 'clara')), 'portal')).toEqual(['Clara Ventisca'])
    expect(titles(ok(await search(label, portals.bajamar.id, 'lobo')), 'portal')).toEqual([])
    expect(titles(ok(await search(artist, portals.ninoLobo.id, 'lobo')), 'portal')).toEqual([])
  })
})

describe('words', () => {
  test('count wrong, lost, added and turned letters, of a word or its beginning', () => {
    const cases: [string, string, number][] = [
      ['vantisca', 'ventisca', 1],
      ['vntisca', 'ventisca', 1],
      ['venntisca', 'ventisca', 1],
      ['venitsca', 'ventisca', 1],
      ['vanti', 'ventisca', 1],
      ['lobo', 'lobo', 0],
      ['lobo', 'lola', 2],
    ]
    for (const [typed, word, letters] of cases) expect(distance(typed, word), typed).toBe(letters)
  })

  test('of what is new are learnt, and those of nothing any more forgotten', async () => {
    const staff = await as(world.database, 'staff')
    const find = async (q: string) => titles(ok(await staff.search.searchAll({ q })), 'contact')
    const { id } = ok(
      await staff.contacts.createContact({ name: 'Zacarías Zurbano', email: 'zz@ejemplo.test' }),
    )
    expect(await find('zurbano')).toEqual(['Zacarías Zurbano'])
    expect(await find('zurvano')).toEqual([])
    await world.database.transaction(asService('trial'), learnWords)
    expect(await find('zurvano')).toEqual(['Zacarías Zurbano'])
    expect(await find('zurvano zacaria')).toEqual(['Zacarías Zurbano'])
    await world.database.query('delete from contact where id = $1', [id])
    await world.database.transaction(asService('trial'), relearnWords)
    expect(await world.database.query(`select 1 from search_word where word = 'zurbano'`)).toEqual([])
  })
})
