import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, portals } from '#testing/world/cast.ts'

const world = testDatabase()

/** Every order that is asked for, whoever asks. */
async function all(
  who: 'super' | 'label' | 'artist',
  query: { q: string; state?: 'refunded' | 'sold' | 'partlyRefunded' | 'fullyRefunded' },
) {
  const api = await as(world.database, who)
  const first = ok(await api.orders.listOrders(query))
  const found = first.items.map(({ id }) => id)
  for (let page = 2; found.length < first.total; page++)
    found.push(...ok(await api.orders.listOrders({ ...query, page })).items.map(({ id }) => id))
  return new Set(found)
}

const plain = (text: string | null) => (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

test('a word finds the orders whose number or town holds it, and nobody else’s', async () => {
  const [lobo, levante] = [portals.ninoLobo.id, portals.hotelLevante.id]
  const put = async (portalId: string, externalId: string, place: object) => {
    const staff = await as(world.database, 'super')
    const sold = { id: '1', sku: 'POSTAL', name: 'Postal', units: 1, unitPrice: '5.00' }
    const order = { portalId, externalId, placedAt: '2026-11-10T10:00:00Z', currency: 'EUR', lines: [sold] }
    ok(await staff.orders.putOrder({ ...order, ...place }))
  }
  await put(lobo, 'zulú-uno', {})
  await put(levante, 'cien%_dos', {})
  await world.database.query(`update "order" set city = 'Zulúa' where country is not null and id in (
    select id from "order" where country is not null order by id limit 3)`)
  await world.database.query(`update "order" set city = 'Ninguna Zulúa', country = null where id in (
    select id from "order" where country is not null order by id desc limit 2)`)
  const raw = await world.database.query<{
    id: string
    number: string
    city: string | null
    portal: string
    account: string
  }>(
    `select o.id, o.external_id as number, o.city, o.portal_id as portal, p.account_id as account
      from "order" o join portal p on p.id = o.portal_id where p.deleted_at is null`,
  )
  const town = raw.find(({ city }) => city && city.length > 5)?.city?.slice(1, 5) ?? ''
  const sees = {
    super: () => true,
    label: ({ account }: (typeof raw)[number]) => account === accounts.bajamar.id,
    artist: ({ portal }: (typeof raw)[number]) => portal === lobo,
  }
  for (const q of ['zulu', 'Zulú', 'ulúa', town, '%_d', '%_%', 'qxjzk', 'zu'])
    for (const who of ['super', 'label', 'artist'] as const) {
      const holds = raw.filter(
        (order) =>
          sees[who](order) && [order.number, order.city].some((text) => plain(text).includes(plain(q))),
      )
      expect(await all(who, { q }), `${q} ${who}`).toEqual(new Set(holds.map(({ id }) => id)))
    }
  const returned = await all('super', { q: 'zulu', state: 'refunded' })
  const whole = await all('super', { q: 'zulu' })
  expect([...returned].every((id) => whole.has(id))).toBe(true)
  expect((await all('super', { q: 'zulu', state: 'sold' })).size).toBeLessThanOrEqual(whole.size)
})

test('of what a word finds, what was paid back whole and in part are told apart', async () => {
  const staff = await as(world.database, 'super')
  const put = async (externalId: string, amount?: string) => {
    const sold = { id: '1', sku: 'POSTAL', name: 'Postal', units: 1, unitPrice: '5.00' }
    const back = { id: 'R', at: '2026-11-11T10:00:00Z', lines: [{ id: '1', amount: amount ?? '' }] }
    const { id } = ok(
      await staff.orders.putOrder({
        ...{ portalId: portals.ninoLobo.id, externalId, placedAt: '2026-11-10T10:00:00Z', currency: 'EUR' },
        ...{ lines: [sold], ...(amount ? { refunds: [back] } : {}) },
      }),
    )
    return id
  }
  const [, part, whole] = [await put('búho'), await put('búho de 2', '2.00'), await put('búho de 5', '5.00')]
  expect(await all('super', { q: 'buho', state: 'partlyRefunded' })).toEqual(new Set([part]))
  expect(await all('super', { q: 'buho', state: 'fullyRefunded' })).toEqual(new Set([whole]))
})

test('a town is found by each of its names, whichever is kept and shown', async () => {
  const staff = await as(world.database, 'super')
  const sold = { id: '1', sku: 'POSTAL', name: 'Postal', units: 1, unitPrice: '5.00' }
  const at = { placedAt: '2026-11-10T10:00:00Z', currency: 'EUR', lines: [sold] }
  const put = async (externalId: string, country: string) =>
    ok(
      await staff.orders.putOrder({
        ...{ portalId: portals.ninoLobo.id, externalId, country, city: 'SAN SEBASTIAN', ...at },
      }),
    )
  const [now, before, abroad] = [await put('uno', 'ES'), await put('dos', 'ES'), await put('tres', 'AR')]
  // Whoever begins to type a name is offered the town.
  for (const q of ['san sebas', 'donos']) {
    const { places } = ok(await staff.orders.listOrderChoices({ q }))
    expect(places.map(({ place }) => place)).toContain('ES/Donostia')
  }
  // As orders of before were kept.
  await world.database.query(`update "order" set city = 'San Sebastián' where id = $1`, [before.id])
  expect([now.city, abroad.city]).toEqual(['Donostia', 'SAN SEBASTIAN'])
  for (const who of ['super', 'artist'] as const)
    for (const q of ['Donostia', 'onosti', 'San Sebastián', 'sebast']) {
      const found = await all(who, { q })
      expect(
        [now, before].map(({ id }) => found.has(id)),
        `${q} ${who}`,
      ).toEqual([true, true])
      expect(found.has(abroad.id), `${q} ${who}`).toBe(/seb/i.test(q))
    }
})
