import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, people, portals } from '#testing/world/cast.ts'
import { accrueSales } from './server/accrue-sales.ts'
import { nextOf } from './test-bills.ts'
import { tell } from './test-shop-sales.ts'
import {
  addProduct,
  artist,
  fieldsOf,
  file,
  label,
  openShop,
  order,
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

describe('what a label shares out of its own', () => {
  test('stays on its bill whole, and is a debt to each, with its statement and its payments', async () => {
    const { database } = world
    connectorId ||= await openShop(database)
    const staff = await as(database, 'billing')
    const owner = await as(database, 'artist')
    const made = await addProduct(database, 'SPLIT-C')
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
      .map((row) => Math.round(Number(row.split(';')[6]?.replace(',', '.')) * 100))
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
    expect(await zero(database)).toBe(0)
  })
})

describe('a cost that comes off one party’s share', () => {
  test('leaves the others alone, is carried on from span to span, and is nobody else’s affair', async () => {
    const { database } = world
    connectorId ||= await openShop(database)
    const staff = await as(database, 'billing')
    const owner = await as(database, 'artist')
    const made = await addProduct(database, 'SPLIT-D')
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
    const { artist: mine, label: theirs, third: rest } = await sharedOf(database, made.id)
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
    expect(await zero(database)).toBe(0)
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
    expect(sum((await sharedOf(database, made.id)).label)).toBe(1_493)
    expect((await between('label', portals.bajamar.id)).thing?.balances.own).toEqual({
      ...{ openingCents: 400, addedCents: -1_000, recoupedCents: -600, closingCents: 0 },
    })
    expect(await zero(database)).toBe(0)
  })
})

test('what nothing has come of yet stands on the statement of who will pay it, and on no other', async () => {
  const { database } = world
  connectorId ||= await openShop(database)
  const staff = await as(database, 'billing')
  const shared = async (sku: string, payer: 'account' | 'provider') => {
    const made = await addProduct(database, sku)
    const halves = [artist, third].map((accountId) => ({ accountId, shareBp: 5_000 }))
    const wish = { portalId, productId: made.id, validFrom: thisMonth, payer, parties: halves }
    ok(await staff.billing.createSplit(wish))
  }
  // One of each has sold, so that there is a statement of each.
  for (const payer of ['account', 'provider'] as const) {
    await shared(`SOLD-${payer}`, payer)
    await shared(`QUIET-${payer}`, payer)
    await tell(database, connectorId, [order(`SOLD-${payer}`, today)])
  }
  await accrueSales(database)
  const others = await as(database, 'orquesta')
  const span = { portalId: portals.orquestaPoniente.id, f: today, t: today }
  const { statements } = ok(await others.billing.getShares(span))
  const quietOf = (payerId: string | undefined) =>
    statements
      .filter(({ payee, payer }) => payee.id === third && payer?.id === payerId)
      .flatMap(({ things }) => things.map(({ subject }) => JSON.stringify(subject)))
      .flatMap((said) => /QUIET-\w+/.exec(said)?.[0] ?? [])
  expect(quietOf(artist)).toEqual(['QUIET-account'])
  expect(quietOf(undefined)).toEqual(['QUIET-provider'])
})
