import { describe, expect, test } from 'vitest'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { putEntries } from '#testing/raw-bills.ts'
import { portals } from '#testing/world/cast.ts'
import { accrueSales } from './server/accrue-sales.ts'
import { closeMonths } from './server/close-months.ts'
import { openFrom } from './server/splits.ts'
import { nextOf } from './test-bills.ts'
import { halfBack, tell } from './test-shop-sales.ts'
import {
  addProduct,
  artist,
  fieldsOf,
  file,
  label,
  openShop,
  order,
  parties,
  portalId,
  sharedOf,
  sum,
  third,
  thisMonth,
  today,
  zero,
} from './test-splits.ts'

const world = testDatabase()
let connectorId = ''

/** 33.06 net at 10 %: 29.754 each. */
describe('a product that three share', () => {
  test('is each party’s to the cent, on their own bills, with costs first; the bill opens to its orders', async () => {
    const { database } = world
    connectorId ||= await openShop(database)
    const staff = await as(database, 'billing')
    const made = await addProduct(database, 'SPLIT-A')
    const split = ok(
      await staff.billing.createSplit({
        ...{ portalId, productId: made.id, validFrom: thisMonth, payer: 'provider', parties },
      }),
    )
    expect(split).toMatchObject({
      current: true,
      removable: true,
      subject: { name: { es: 'Vinilo SPLIT-A' } },
    })
    await tell(database, connectorId, [order('SPLIT-A', today)])
    // 29.75: 14.875, 8.925 and 5.95.
    expect(await sharedOf(database, made.id)).toEqual({ artist: [1488, 0], label: [892, 0], third: [595, 0] })

    const cost = ok(
      await staff.billing.createCost({
        ...{ portalId, productId: made.id, accountId: label, kind: 'pressing', day: today },
        ...{ amountCents: 4_000, description: 'Prensado de 300', file },
      }),
    )
    expect(cost).toMatchObject({ recoupedCents: 2_975, account: { name: 'Bajamar Discos' } })
    expect(await sharedOf(database, made.id)).toEqual({
      ...{ artist: [1488, -1488], label: [892, 2083], third: [595, -595] },
    })
    await tell(database, connectorId, [order('SPLIT-A', today)])
    // 59.51 in all: 40.00 go back, 19.51 are shared: 9.755, 5.853, 3.902.
    const after = await sharedOf(database, made.id)
    expect(sum(after.artist)).toBe(976)
    expect(sum(after.label)).toBe(4_000 + 585)
    expect(sum(after.third)).toBe(390)
    expect(await zero(database)).toBe(0)

    // Analytics goes from what was sold to what is owed of it: 59.51 less the halves of others.
    const owner = await as(database, 'artist')
    const detail = ok(
      await owner.analytics.incomeDetailInfoOfPortal({ portalId, f: today, t: today } as never),
    )
    expect([2_975, 2_976]).toContain(detail.owing?.sharedCents)
    expect(detail.owing?.owedCents).toBe((detail.totals.incomeCents ?? 0) - (detail.owing?.sharedCents ?? 0))
    const next = await nextOf(database, 'artist', portalId)
    const bill = ok(await owner.billing.getBill({ billId: next.id }))
    const shared = bill.lines.filter(({ shareBp }) => shareBp !== null)
    expect(shared.map(({ type, shareBp, amountCents }) => [type, shareBp, amountCents])).toEqual([
      ['Income', 5_000, after.artist[0]],
      ['Recoupment', 5_000, after.artist[1]],
    ])
    const [line] = shared
    expect(
      ok(await owner.billing.listLineOrders({ billId: bill.id, position: line?.position ?? -1 })),
    ).toMatchObject({ total: 2, wholeCents: 5_951, shareBp: 5_000, sumCents: 2_976, lineCents: 2_976 })
    // The others have it on their own, with the portal's name.
    const others = await as(database, 'orquesta')
    const theirs = ok(await others.billing.getBilling({ portalId: portals.orquestaPoniente.id })).next
    const opened = ok(await others.billing.getBill({ billId: theirs?.id ?? '' }))
    const mine = opened.lines.find(({ portal }) => portal?.id === portalId)
    expect(mine).toMatchObject({ shareBp: 2_000, portal: { name: 'Niño Lobo' } })
    const orders = ok(
      await others.billing.listLineOrders({ billId: opened.id, position: mine?.position ?? -1 }),
    )
    expect([orders.sumCents, orders.lineCents, orders.wholeCents]).toEqual([1_190, 1_190, 5_951])
  })

  test('keeps the shares of a sale’s own day, for what comes back after they changed too', async () => {
    const { database } = world
    connectorId ||= await openShop(database)
    const staff = await as(database, 'billing')
    const made = await addProduct(database, 'SPLIT-B')
    // All of one month, which is rounded as one: days before today can be of two.
    const [old, validFrom, back] = [9, 11, 14].map((days) =>
      formatDay(startOfMonth(dayOf(Date.now()), -1) + days),
    ) as [string, string, string]
    const first = { portalId, productId: made.id, payer: 'provider' as const }
    const from = await database.transaction({ role: 'service' }, (tx) => openFrom(tx, portalId))
    expect(from <= old).toBe(true)
    ok(
      await staff.billing.createSplit({
        ...{ ...first, validFrom: old },
        parties: [
          { accountId: artist, shareBp: 9_000 },
          { accountId: third, shareBp: 1_000 },
        ],
      }),
    )
    const sold = order('SPLIT-B', old)
    await tell(database, connectorId, [sold])
    ok(
      await staff.billing.createSplit({
        ...{ ...first, validFrom },
        parties: [
          { accountId: artist, shareBp: 1_000 },
          { accountId: third, shareBp: 9_000 },
        ],
      }),
    )
    expect(await sharedOf(database, made.id)).toMatchObject({ artist: [2_678, 0], third: [297, 0] })
    await tell(database, connectorId, [
      { ...sold, updated_at: new Date().toISOString(), refunds: [halfBack(back)] },
    ])
    // What was 29.75 is 14.88, however it stands with today's shares.
    const { artist: kept, third: rest } = await sharedOf(database, made.id)
    expect(sum(kept) + sum(rest)).toBe(1_488)
    expect(rest[0]).toBe(149)
    await tell(database, connectorId, [order('SPLIT-B', today)])
    expect((await sharedOf(database, made.id)).third[0]).toBe(149 + 2_677)
    // Each line of each split opens to its own orders, and to no others'.
    const owner = await as(database, 'artist')
    const next = await nextOf(database, 'artist', portalId)
    const { lines } = ok(await owner.billing.getBill({ billId: next.id }))
    const shared = lines.filter(({ opens, shareBp }) => opens && shareBp !== null)
    expect(shared.map(({ shareBp }) => shareBp).sort()).toEqual([1_000, 5_000, 9_000])
    for (const { position, amountCents } of shared) {
      const { sumCents } = ok(await owner.billing.listLineOrders({ billId: next.id, position }))
      expect(sumCents).toBe(amountCents)
    }
    expect(await zero(database)).toBe(0)
  })
})

test('a release shares what its product sells, and takes it along to another; a product’s own split goes before', async () => {
  const { database } = world
  connectorId ||= await openShop(database)
  const staff = await as(database, 'billing')
  const [one, two] = [await addProduct(database, 'SPLIT-R'), await addProduct(database, 'SPLIT-S')]
  const [release] = await database.query<{ id: string }>(
    `insert into release (portal_id, id, title, product_id, release_at, duration_days)
      values ($1, gen_random_uuid(), '{"es": "Disco"}', $2, now(), 30) returning id`,
    [portalId, one.id],
  )
  const releaseId = release?.id ?? ''
  const whole = [{ accountId: third, shareBp: 10_000 }]
  const split = ok(
    await staff.billing.createSplit({
      ...{ portalId, releaseId, validFrom: thisMonth, payer: 'provider', parties: whole },
    }),
  )
  const earned = async () => {
    await accrueSales(database)
    const [row] = await database.query<{ cents: string }>(
      `select coalesce(sum(amount_cents), 0) as cents from ledger_entry where split_id = $1 and micros is not null`,
      [split.id],
    )
    return Number(row?.cents)
  }
  await tell(database, connectorId, [
    order('SPLIT-R', today),
    order('SPLIT-S', today),
    order('SPLIT-S', today),
  ])
  expect(await earned()).toBe(2_975)
  await database.query('update release set product_id = $2 where id = $1', [releaseId, two.id])
  expect(await earned()).toBe(5_951)
  const own = ok(
    await staff.billing.createSplit({
      ...{ portalId, productId: two.id, validFrom: thisMonth, payer: 'provider' },
      parties: [{ accountId: label, shareBp: 10_000 }],
    }),
  )
  expect(await earned()).toBe(0)
  ok(await staff.billing.removeSplit({ portalId, splitId: own.id }))
  expect(await earned()).toBe(5_951)
  expect(await zero(database)).toBe(0)
})

describe('splits', () => {
  test('are whole, of known accounts, and begin after what is billed', async () => {
    const { database } = world
    const staff = await as(database, 'billing')
    const set = (draft: object) =>
      staff.billing.createSplit({
        ...{
          portalId: portals.claraVentisca.id,
          validFrom: formatDay(startOfMonth(dayOf(Date.now()), 1)),
          payer: 'provider',
          parties,
          ...draft,
        },
      } as never)
    expect(fieldsOf(await set({ parties: parties.slice(1) }))).toEqual(['parties'])
    const twice = [
      { accountId: artist, shareBp: 5_000 },
      { accountId: artist, shareBp: 5_000 },
    ]
    expect(fieldsOf(await set({ parties: twice }))).toEqual(['parties'])
    expect(fieldsOf(await set({ productId: portalId }))).toEqual(['productId'])
    const next = formatDay(startOfMonth(dayOf(Date.now()), 1))
    const later = new Date(Date.parse(`${next}T12:00:00Z`) + 6 * 86_400_000)
    // On the first of a month nobody may have sold anything in it yet.
    const month = formatDay(startOfMonth(dayOf(Date.now())))
    const { accountId, id: ofPortal } = portals.claraVentisca
    await putEntries(database, [
      {
        accountId,
        portalId: ofPortal,
        month,
        type: 'Income',
        from: 'sales',
        to: 'accrued',
        amountCents: 1_000,
      },
    ])
    await closeMonths(database, { now: later, appOrigin: 'http://localhost' })
    const from = await database.transaction({ role: 'service' }, (tx) =>
      openFrom(tx, portals.claraVentisca.id),
    )
    expect(from).toBe(next)
    expect(fieldsOf(await set({ validFrom: '2026-01-01' }))).toEqual(['validFrom'])
    const made = ok(await set({}))
    expect(fieldsOf(await set({}))).toEqual(['validFrom'])
    ok(await staff.billing.removeSplit({ portalId: portals.claraVentisca.id, splitId: made.id }))
    expect(ok(await staff.billing.listSplits({ portalId: portals.claraVentisca.id })).splits).toEqual([])
  })
})
