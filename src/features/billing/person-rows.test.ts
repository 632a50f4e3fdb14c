import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { todayPlus } from '#platform/windows.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putEntries, putInformation, putPast } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import type { Entry } from './server/ledger.ts'
import { chosenPersons, personsBetween, personsOn, toldPersons } from './server/share-persons.ts'

/** Who had an account on which day, and what one of them owes another. */

const world = testDatabase()
let payer = ''
let payee = ''
beforeEach(async () => {
  payer = (await putAccount(world.database, 'Sello')).accountId
  payee = (await putAccount(world.database, 'Grupo')).accountId
})

const on = async (accountId: string, ...days: string[]) => {
  const asked = days.map((day) => ({ accountId, day }))
  const found = await inTrial(world.database, (tx) => personsOn(tx, asked))
  return days.map((day) => found.get(`${accountId} ${day}`))
}

describe('whose a day is', () => {
  test('is asked only of accounts that somebody else had', async () => {
    const { database } = world
    expect(await inTrial(database, (tx) => personsOn(tx, []))).toEqual(new Map())
    await putInformation(database, { accountId: payee, taxId: 'A' })
    await putPast(database, payee, { taxId: 'A' })
    expect(await on(payee, '2024-01-01')).toEqual([undefined])
    // Another account's past is none of this one's.
    await putInformation(database, { accountId: payer, taxId: 'B', since: '2024-02-01' })
    await putPast(database, payer, { taxId: 'C' })
    expect(await on(payee, '2024-01-01')).toEqual([undefined])
    const both = [payer, payee].map((accountId) => ({ accountId, day: '2024-01-31' }))
    const found = await inTrial(database, (tx) => personsOn(tx, both))
    expect([...found]).toEqual([[`${payer} 2024-01-31`, 'C']])
  })

  test('is what was said last of a time that had begun by then', async () => {
    const { database } = world
    await putInformation(database, { accountId: payee, taxId: 'NOW', since: '2024-03-15' })
    await putPast(database, payee, { taxId: 'FIRST' }, { at: new Date('2024-01-01') })
    await putPast(database, payee, { taxId: 'SECOND' }, { at: new Date('2024-03-01'), since: '2024-02-10' })
    expect(await on(payee, '2024-03-15', '2024-03-14', '2024-02-10', '2024-02-09', '2000-01-01')).toEqual([
      ...['NOW', 'SECOND', 'SECOND', 'FIRST', 'FIRST'],
    ])
    await putPast(database, payee, { taxId: 'AGAIN' }, { at: new Date('2024-03-02') })
    expect(await on(payee, '2024-02-10', '2024-02-09')).toEqual(['AGAIN', 'AGAIN'])
  })

  test('is the first’s before any of them had said when it began, and the present one’s where it always was', async () => {
    const { database } = world
    await putInformation(database, { accountId: payee, taxId: 'NOW', since: '2024-03-15' })
    await putPast(database, payee, { taxId: 'LATER' }, { at: new Date('2024-03-02'), since: '2024-02-02' })
    await putPast(database, payee, { taxId: 'FIRST' }, { at: new Date('2024-03-01'), since: '2024-02-01' })
    expect(await on(payee, '2024-01-31')).toEqual(['FIRST'])
    await database.query('update billing_information set since = null where account_id = $1', [payee])
    expect(await on(payee, '2024-01-31')).toEqual(['NOW'])
  })
})

const between = (t = '2099-12-31') =>
  inTrial(world.database, (tx) => personsBetween(tx, { payerId: payer, payeeId: payee, t }))
const owe = (amountCents: number, row: Partial<Entry> = {}, at?: string) =>
  putEntries(
    world.database,
    [
      {
        ...{ accountId: payee, payerId: payer, from: 'sales', to: 'royalties', amountCents },
        ...{ month: '2024-02-01', ...row },
      },
    ],
    at ? new Date(at) : undefined,
  )
const pay = (amountCents: number, day: string, row: Partial<Entry> = {}) =>
  owe(amountCents, { from: 'royalties', to: 'settled', month: null, day, ...row })
const told = (found: Awaited<ReturnType<typeof between>>) =>
  found.map((one) => [one.payerTaxId, one.taxId, one.owedCents, one.paidCents])

describe('what persons owe each other', () => {
  test('is of one of each where both always had their accounts, and may be unnamed', async () => {
    const { database } = world
    await owe(100)
    await pay(30, '2024-05-01')
    await owe(5, { from: 'settled', to: 'royalties', month: null, day: '2024-05-02' })
    const [one, ...more] = await between()
    expect(more).toEqual([])
    expect(one).toEqual({
      ...{ taxId: null, payerTaxId: null, payee: null, payer: null, series: 1, payerSeries: 1 },
      ...{ present: true, owedCents: 75, paidCents: 25 },
    })
    expect(toldPersons(one ? [one] : [])).toEqual([])
    // Where it has only ever been of one, that is who it was of before they said since when.
    await putInformation(database, { accountId: payee, taxId: 'A', since: '2024-06-01', series: 4 })
    await putInformation(database, { accountId: payer, taxId: 'P', since: '2024-06-01', series: 7 })
    expect(await between()).toMatchObject([
      {
        ...{ taxId: 'A', payerTaxId: 'P', payee: 'Nombre de A', payer: 'Nombre de P' },
        ...{ series: 4, payerSeries: 7, present: true },
      },
    ])
  })

  test('is by the last day of a month, by the day of a payment, or by what an entry says itself', async () => {
    const { database } = world
    const tomorrow = todayPlus(new Date(), 1)
    await putInformation(database, { accountId: payee, taxId: 'NEW', since: '2024-03-15', series: 2 })
    await putPast(database, payee, { taxId: 'OLD', legalName: 'Vieja', series: 1 })
    await putInformation(database, { accountId: payer, taxId: 'P', since: tomorrow, series: 5 })
    await putPast(database, payer, { taxId: 'Q', legalName: 'Antes', series: 3 })
    await owe(1, { month: '2024-02-01' })
    await owe(2, { month: '2024-03-01' })
    await pay(4, '2024-03-14')
    await pay(3, '2024-03-15')
    await pay(4, '2024-03-15')
    await pay(1, '2024-03-16')
    await owe(16, { month: '2024-03-01', taxId: 'OLD' })
    await owe(32, { month: '2024-03-01', payerTaxId: 'P' })
    // Not over: it is who has the account today, whoever will have it.
    await owe(64, { month: '2099-01-01' })
    expect(told(await between())).toEqual([
      ['Q', 'NEW', 2 - 8 + 64, 8],
      ['P', 'NEW', 32, 0],
      ['Q', 'OLD', 1 - 4 + 16, 4],
    ])
    const found = await between()
    expect(found.map(({ present }) => present)).toEqual([true, false, false])
    expect(toldPersons(found)).toEqual([
      {
        ...{ payee: 'Nombre de NEW', payer: 'Antes', series: 2, payerSeries: 3, present: true },
        owedCents: 58,
      },
      {
        ...{ payee: 'Nombre de NEW', payer: 'Nombre de P', series: 2, payerSeries: 5, present: false },
        owedCents: 32,
      },
      { ...{ payee: 'Vieja', payer: 'Antes', series: 1, payerSeries: 3, present: false }, owedCents: 13 },
    ])
    const choose = (of: { series?: number; payerSeries?: number }) =>
      inTrial(database, (tx) =>
        chosenPersons(tx, { payerId: payer, payeeId: payee, t: '2099-12-31' }, of),
      ).then((one) => one?.owedCents)
    expect(await choose({})).toBe(58)
    expect(await choose({ series: 1, payerSeries: 3 })).toBe(13)
    expect(await choose({ series: 2, payerSeries: 5 })).toBe(32)
    for (const none of [{ series: 2 }, { payerSeries: 3 }, { series: 1, payerSeries: 5 }])
      expect(await choose(none)).toBeUndefined()
  })

  test('is by the end of a day, in Madrid, of these two alone, and of royalties alone', async () => {
    const other = (await putAccount(world.database, 'Otro')).accountId
    await owe(1, {}, '2024-06-09T21:59:59Z')
    await owe(2, {}, '2024-06-09T22:00:00Z')
    await owe(4, { day: '2024-06-11' }, '2024-06-01T00:00:00Z')
    await owe(100, { accountId: other }, '2024-06-01T00:00:00Z')
    await owe(100, { payerId: other }, '2024-06-01T00:00:00Z')
    await owe(100, { to: 'accrued' }, '2024-06-01T00:00:00Z')
    expect((await between('2024-06-09')).map((one) => one.owedCents)).toEqual([1])
    expect((await between('2024-06-10')).map((one) => one.owedCents)).toEqual([3])
    expect((await between('2024-06-11')).map((one) => one.owedCents)).toEqual([7])
    expect(await between('2024-05-31')).toEqual([])
  })

  test('of two that were said in one moment the second counts', async () => {
    const [first, second] = [v7(), v7()].sort()
    const at = new Date('2024-03-01')
    await putInformation(world.database, { accountId: payee, taxId: 'NEW', since: '2024-03-15' })
    await putPast(world.database, payee, { taxId: 'OLD', legalName: 'Segunda' }, { at, id: second as string })
    await putPast(world.database, payee, { taxId: 'OLD', legalName: 'Primera' }, { at, id: first as string })
    await owe(1)
    expect((await between()).map((one) => one.payee)).toEqual(['Segunda'])
  })

  test('comes in the order of their series, the newest first', async () => {
    const { database } = world
    await putInformation(database, { accountId: payee, taxId: 'A', series: 1 })
    await putInformation(database, { accountId: payer, taxId: 'P', series: 9, since: '2024-03-01' })
    await putPast(database, payer, { taxId: 'Q', legalName: 'Q', series: 2 })
    await putPast(database, payer, { taxId: 'R', legalName: 'R', series: 3 })
    for (const payerTaxId of ['Q', 'P', 'R']) await owe(1, { payerTaxId })
    expect((await between()).map((one) => one.payerSeries)).toEqual([9, 3, 2])
    await putPast(database, payee, { taxId: 'B', legalName: 'B', series: 5 })
    await putPast(database, payee, { taxId: 'C', legalName: 'C', series: 7 })
    for (const taxId of ['B', 'C']) await owe(1, { taxId, payerTaxId: 'Q' })
    expect((await between()).map((one) => one.series)).toEqual([1, 7, 5, 1, 1])
  })

  test('names who has gone as they were called last, by the newest of their series', async () => {
    const { database } = world
    await putInformation(database, { accountId: payee, taxId: 'NEW', since: '2024-03-15', series: 9 })
    const past = (taxId: string, legalName: string, series: number, at: string, since?: string) =>
      putPast(
        database,
        payee,
        { taxId, legalName, series },
        { at: new Date(at), ...(since ? { since } : {}) },
      )
    await past('OLD', 'Segunda', 3, '2024-02-02')
    await past('OLD', 'Primera', 6, '2024-02-01')
    await past('THIRD', 'Tercera', 8, '2024-01-01')
    await owe(1)
    expect(await between()).toMatchObject([{ taxId: 'OLD', payee: 'Segunda', series: 6, present: false }])
    // One of whom nothing is known but the NIF has no name.
    await owe(1, { taxId: 'GONE' })
    const unnamed = toldPersons(await between())
    expect(unnamed.map((one) => [one.payee, one.payer, one.series])).toEqual([
      ['Segunda', '', 6],
      ['', '', 1],
    ])
  })
})
