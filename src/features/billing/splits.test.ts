import { describe, expect, test } from 'vitest'
import { type Failure, failureCode, type Result } from '#client.ts'
import { shopifyOrder } from '#features/connectors/test-orders.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, people, portals } from '#testing/world/cast.ts'
import { accrueSales } from './server/accrue-sales.ts'
import { closeMonths } from './server/close-months.ts'
import { openFrom } from './server/splits.ts'
import { books, nextOf } from './test-bills.ts'
import { at, halfBack, shopSecret, tell } from './test-shop-sales.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const today = formatDay(dayOf(Date.now()))
const thisMonth = formatDay(startOfMonth(dayOf(Date.now())))
const pdf = Buffer.from('%PDF-1.4\n%%EOF').toString('base64')
const file = { name: 'prensado.pdf', content: pdf }
const [artist, label, third] = [accounts.ninoLobo.id, accounts.bajamar.id, accounts.orquestaPoniente.id]

/** Which fields of what was sent are refused. */
const fieldsOf = (result: Result<unknown>) => {
  const { error } = result as Failure
  return typeof error === 'object' ? Object.keys(error.fields ?? {}) : []
}

let connectorId = ''
/** A shop whose orders are owed from long ago, and two products of it. */
async function shop() {
  if (connectorId) return
  const owner = await as(world.database, 'artist')
  const staff = await as(world.database, 'billing')
  const { connector } = ok(
    await owner.connectors.createConnector({
      ...{ portalId, kind: 'shopify', name: 'Tienda', secret: shopSecret },
    }),
  )
  connectorId = connector.id
  ok(
    await staff.connectors.updateOwedFrom(
      { portalId, connectorId, owedFrom: '2020-01-01' },
      { version: connector.version },
    ),
  )
}
async function product(sku: string) {
  const staff = await as(world.database, 'staff')
  return ok(
    await staff.products.createProduct({
      ...{ portalId, name: { es: `Vinilo ${sku}` }, sku, category: 'album', format: 'limited' },
      ...{ priceCents: 2000, taxClass: 'general', editionUnits: 500 },
    } as never),
  )
}

let id = 9000
const order = (sku: string, day: string, rest: Record<string, unknown> = {}) => {
  id++
  const sold = shopifyOrder(`#S${id}`, { id, ...at(day), ...rest })
  return { ...sold, line_items: sold.line_items.map((line) => ({ ...line, sku })) }
}

/** What each account has of a product's splits, in cents, before and after recouping; and the books. */
async function sharedOf(productId: string) {
  await accrueSales(world.database)
  const found = await world.database.query<{ account_id: string; earned: string; recouped: string }>(
    `select account_id, coalesce(sum(amount_cents) filter (where micros is not null), 0) as earned,
       coalesce(sum(amount_cents) filter (where "from" = 'recouped'), 0) as recouped
     from ledger_entry e join split s on s.id = e.split_id where s.product_id = $1 group by 1`,
    [productId],
  )
  const of = (account: string) => {
    const row = found.find(({ account_id }) => account_id === account)
    return [Number(row?.earned ?? 0), Number(row?.recouped ?? 0)]
  }
  return { artist: of(artist), label: of(label), third: of(third) }
}
const sum = (cents: readonly number[]) => cents.reduce((all, one) => all + one, 0)
const zero = async () => (await books(world.database)).reduce((all, { cents }) => all + Number(cents), 0)

const parties = [
  { accountId: artist, shareBp: 5_000 },
  { accountId: label, shareBp: 3_000 },
  { accountId: third, shareBp: 2_000 },
]

/** 33.06 net at 10 %: 29.754 each. */
describe('a product that three share', () => {
  test('is each party’s to the cent, on their own bills, with costs first; the bill opens to its orders', async () => {
    const { database } = world
    await shop()
    const staff = await as(database, 'billing')
    const made = await product('SPLIT-A')
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
    expect(await sharedOf(made.id)).toEqual({ artist: [1488, 0], label: [892, 0], third: [595, 0] })

    const cost = ok(
      await staff.billing.createCost({
        ...{ portalId, productId: made.id, accountId: label, kind: 'pressing', day: today },
        ...{ amountCents: 4_000, description: 'Prensado de 300', file },
      }),
    )
    expect(cost).toMatchObject({ recoupedCents: 2_975, account: { name: 'Bajamar Discos' } })
    expect(await sharedOf(made.id)).toEqual({
      ...{ artist: [1488, -1488], label: [892, 2083], third: [595, -595] },
    })
    await tell(database, connectorId, [order('SPLIT-A', today)])
    // 59.51 in all: 40.00 go back, 19.51 are shared: 9.755, 5.853, 3.902.
    const after = await sharedOf(made.id)
    expect(sum(after.artist)).toBe(976)
    expect(sum(after.label)).toBe(4_000 + 585)
    expect(sum(after.third)).toBe(390)
    expect(await zero()).toBe(0)

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
    await shop()
    const staff = await as(database, 'billing')
    const made = await product('SPLIT-B')
    const old = formatDay(dayOf(Date.now()) - 3)
    const validFrom = formatDay(dayOf(Date.now()) - 1)
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
    expect(await sharedOf(made.id)).toMatchObject({ artist: [2_678, 0], third: [297, 0] })
    await tell(database, connectorId, [
      { ...sold, updated_at: new Date().toISOString(), refunds: [halfBack(today)] },
    ])
    // What was 29.75 is 14.88, however it stands with today's shares.
    const { artist: kept, third: rest } = await sharedOf(made.id)
    expect(sum(kept) + sum(rest)).toBe(1_488)
    expect(rest[0]).toBe(149)
    await tell(database, connectorId, [order('SPLIT-B', today)])
    expect((await sharedOf(made.id)).third[0]).toBe(149 + 2_677)
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
    expect(await zero()).toBe(0)
  })
})

test('a release shares what its product sells, and takes it along to another; a product’s own split goes before', async () => {
  const { database } = world
  await shop()
  const staff = await as(database, 'billing')
  const [one, two] = [await product('SPLIT-R'), await product('SPLIT-S')]
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
  expect(await zero()).toBe(0)
})

describe('what a label shares out of its own', () => {
  test('stays on its bill whole, and is a debt to each, with its statement and its payments', async () => {
    const { database } = world
    await shop()
    const staff = await as(database, 'billing')
    const owner = await as(database, 'artist')
    const made = await product('SPLIT-C')
    ok(
      await staff.billing.createSplit({
        ...{ portalId, productId: made.id, validFrom: thisMonth, payer: 'account' },
        parties: [
          { accountId: artist, shareBp: 6_000 },
          { accountId: third, shareBp: 4_000 },
        ],
      }),
    )
    ok(
      await staff.billing.createCost({
        ...{ portalId, productId: made.id, accountId: artist, kind: 'advance', day: today },
        ...{ amountCents: 1_000, description: 'Anticipo', file },
      }),
    )
    const before = await nextOf(database, 'artist', portalId)
    await tell(database, connectorId, [order('SPLIT-C', today)])
    await accrueSales(database)
    const bill = ok(await owner.billing.getBill({ billId: before.id }))
    // Rounded once, with all that the portal sold at this commission.
    expect([2_975, 2_976]).toContain(bill.baseCents - before.baseCents)
    expect(
      bill.lines.find(({ portal, shareBp }) => portal?.id === portalId && shareBp === null),
    ).toBeDefined()
    // 29.75 less 10.00 are 19.75: 11.85 and 7.90.
    const span = { portalId, f: today, t: today }
    const { statements } = ok(await owner.billing.getShares(span))
    const owed = statements.find(({ payee, payer }) => payee.id === third && payer?.id === artist)
    expect(owed?.balance).toMatchObject({
      openingCents: 0,
      earnedCents: 790,
      paidCents: 0,
      closingCents: 790,
    })
    expect(owed?.things).toMatchObject([
      {
        ...{ shareBp: 4_000, earnedCents: 1_190, recoupedCents: -400, unrecoupedCents: 0 },
        months: [{ month: thisMonth, wholeCents: 2_975, shareBp: 4_000 }],
        costs: [{ description: 'Anticipo', amountCents: 1_000, recoupedCents: 1_000 }],
      },
    ])
    const pay = (amountCents: number) =>
      owner.billing.recordSharePayment({
        portalId,
        accountId: third,
        amountCents,
        on: today,
        reference: 'T-1',
      })
    expect(fieldsOf(await pay(791))).toEqual(['amountCents'])
    expect(ok(await pay(500))).toEqual({ owedCents: 290 })
    expect(fieldsOf(await pay(-501))).toEqual(['amountCents'])
    // The other side reads the same, and nothing of what is between others.
    const others = await as(database, 'orquesta')
    const theirs = ok(
      await others.billing.getShares({ ...span, portalId: portals.orquestaPoniente.id }),
    ).statements
    expect(theirs.find(({ payer }) => payer?.id === artist)).toEqual({
      ...owed,
      balance: {
        ...{ openingCents: 0, earnedCents: 790, paidCents: 500, closingCents: 290 },
        payments: [{ on: today, amountCents: 500, reference: 'T-1' }],
      },
    })
    // Its file comes to the same, in the column of what is due.
    const ask = new URLSearchParams({ payeeId: third, payerId: artist, f: today, t: today, format: 'csv' })
    const csv = await (
      await fileFor(
        database,
        people.orquesta.id,
        `/portal/${portals.orquestaPoniente.id}/shareStatement?${ask}`,
      )
    ).text()
    const due = csv
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => Math.round(Number(row.split(',')[6]) * 100))
    expect(due.at(-1)).toBe(290)
    expect(sum(due.slice(0, -1))).toBe(290)
    const paper = await fileFor(
      ...([database, people.artist.id] as const),
      `/portal/${portalId}/shareStatement?${ask}`.replace('format=csv', 'format=pdf'),
    )
    expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const foreign = `/portal/${portals.bajamar.id}/shareStatement?${ask}`
    expect((await fileFor(database, people.label.id, foreign)).status).toBe(404)
    expect(theirs.every(({ payee }) => payee.id === third)).toBe(true)
    expect(failureCode(await others.billing.getShares({ ...span }))).toBe('notFound')
    expect(await zero()).toBe(0)
  })
})

describe('a cost that comes off one party’s share', () => {
  test('leaves the others alone, is carried on from span to span, and is nobody else’s affair', async () => {
    const { database } = world
    await shop()
    const staff = await as(database, 'billing')
    const owner = await as(database, 'artist')
    const made = await product('SPLIT-D')
    const subject = { portalId, productId: made.id }
    ok(
      await staff.billing.createSplit({
        ...{ ...subject, validFrom: thisMonth, payer: 'account' },
        parties: [
          { accountId: artist, shareBp: 5_000 },
          { accountId: label, shareBp: 3_000 },
          { accountId: third, shareBp: 2_000 },
        ],
      }),
    )
    const cost = (draft: object) =>
      staff.billing.createCost({
        ...{ ...subject, accountId: artist, kind: 'advance', day: today, amountCents: 1_000, file },
        ...{ description: 'Anticipo', ...draft },
      } as never)
    expect(fieldsOf(await cost({ partyId: artist }))).toEqual(['partyId'])
    expect(fieldsOf(await cost({ partyId: accounts.veraCantil.id }))).toEqual(['partyId'])
    const advance = ok(await cost({ partyId: label })) as { id: string }
    ok(await cost({ description: 'Prensado', kind: 'pressing', amountCents: 975 }))
    await tell(database, connectorId, [order('SPLIT-D', today)])
    // 29.75 less 9.75 are 20.00: 10.00, 6.00 and 4.00; the label’s 6.00 go to the artist’s advance of 10.00.
    const { artist: mine, label: theirs, third: rest } = await sharedOf(made.id)
    expect([sum(mine), sum(theirs), sum(rest)]).toEqual([1_000 + 975 + 600, 0, 400])
    const span = { f: today, t: today }
    const between = async (person: 'label' | 'orquesta', at: string, of: object = span) => {
      const api = await as(database, person)
      const { statements } = ok(await api.billing.getShares({ portalId: at, ...(of as typeof span) }))
      const found = statements.find(({ payer }) => payer?.id === artist)
      return { found, thing: found?.things.find(({ subject: { productId } }) => productId === made.id) }
    }
    const labels = await between('label', portals.bajamar.id)
    expect(labels.thing).toMatchObject({
      ...{ earnedCents: 892, recoupedCents: -892, ownRecoupedCents: -600, unrecoupedCents: 0 },
      balances: {
        whole: { openingCents: 0, addedCents: 975, recoupedCents: 975, closingCents: 0 },
        own: { openingCents: 0, addedCents: 1_000, recoupedCents: 600, closingCents: 400 },
      },
    })
    expect(labels.thing?.costs.map(({ description, party }) => [description, party?.id ?? null])).toEqual([
      ['Anticipo', label],
      ['Prensado', null],
    ])
    // Nobody else hears of it: not by its line, and not by its document.
    const orquestas = await between('orquesta', portals.orquestaPoniente.id)
    expect(orquestas.thing).toMatchObject({ ownRecoupedCents: 0, balances: { own: null } })
    expect(orquestas.thing?.costs.map(({ description }) => description)).toEqual(['Prensado'])
    const document = async (person: string, at: string) =>
      (await fileFor(database, person, `/portal/${at}/cost/${advance.id}/file`)).status
    expect([
      await document(people.label.id, portals.bajamar.id),
      await document(people.artist.id, portalId),
      await document(people.orquesta.id, portals.orquestaPoniente.id),
    ]).toEqual([200, 200, 404])
    // Tomorrow's statement begins with what today's ended with, and what was told of today stays told.
    // (What nobody else may do: this is a clock of its own.)
    await database.query('alter table ledger_entry disable trigger user')
    await database.query(`update ledger_entry set at = at - interval '3 days' where split_id is not null`)
    await database.query('alter table ledger_entry enable trigger user')
    await database.query(`update split_cost set created_at = created_at - interval '3 days'`)
    await tell(database, connectorId, [order('SPLIT-D', today)])
    await accrueSales(database)
    const [then, yesterday] = [3, 1].map((days) => formatDay(dayOf(Date.now()) - days))
    const before = await between('label', portals.bajamar.id, { f: then, t: yesterday })
    expect(before.thing).toEqual(labels.thing)
    const after = await between('label', portals.bajamar.id)
    // 59.51 less 9.75 are 49.76, of which 14.93: 4.00 more come back, and 4.93 are the label’s.
    expect(after.thing?.balances.own).toEqual({
      ...{ openingCents: 400, addedCents: 0, recoupedCents: 400, closingCents: 0 },
    })
    expect(after.found?.balance?.closingCents).toBe(493)
    expect(await zero()).toBe(0)
    const csv = await (
      await fileFor(
        database,
        people.label.id,
        `/portal/${portals.bajamar.id}/shareStatement?${new URLSearchParams({ payeeId: label, payerId: artist, ...span, format: 'csv', locale: 'en' })}`,
      )
    ).text()
    const row = csv.split('\n').find((line) => line.includes('Costs that come off this share alone'))
    expect(row?.trim().split(',').slice(7)).toEqual(['4', '4', '', '0'])
    expect(csv).toContain('Anticipo (off the share of Bajamar Discos alone)')
    ok(await owner.billing.getShares({ portalId, ...span }))
    // Withdrawn, all of it is the label's.
    ok(await staff.billing.withdrawCost({ portalId, costId: advance.id }))
    expect(sum((await sharedOf(made.id)).label)).toBe(1_493)
    expect((await between('label', portals.bajamar.id)).thing?.balances.own).toEqual({
      ...{ openingCents: 400, addedCents: -1_000, recoupedCents: -600, closingCents: 0 },
    })
    expect(await zero()).toBe(0)
  })
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
