import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { release } from '#features/releases/server/table.ts'
import { pointMarks } from '#platform/csv-out.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putEntries, putInformation, putPast, putSplit } from '#testing/raw-bills.ts'
import { putAccount, putPortal, putProduct } from '#testing/raw-sales.ts'
import type { Entry } from './server/ledger.ts'
import { shareStatement } from './server/share-statement.ts'
import { sharesBetween, statementBetween } from './server/shares-between.ts'
import { shareByFile, type split, splitCost } from './server/split-table.ts'

/** What statements of days tell of what is shared: whose, of what, of which days, and how costs came back. */

const world = testDatabase()
let [label, artist, third, portalId] = ['', '', '', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Sello')
  label = made.accountId
  portalId = made.portalId
  artist = (await putAccount(world.database, 'Artista')).accountId
  third = (await putAccount(world.database, 'Tercera')).accountId
})

function share(
  row: Partial<typeof split.$inferInsert>,
  parties: readonly (readonly [string, number])[] = [
    [label, 5_000],
    [artist, 3_000],
    [third, 2_000],
  ],
) {
  return putSplit(world.database, { portalId, ...row }, parties)
}
const earn = (
  accountId: string,
  splitId: string,
  amountCents: number,
  at: string,
  row: Partial<Entry> = {},
) =>
  putEntries(
    world.database,
    [
      {
        ...{ accountId, splitId, amountCents, micros: amountCents * 10_000, portalId, payerId: label },
        ...{ from: 'sales', to: 'royalties', month: '2024-05-01', shareBp: 3_000, type: 'Income', ...row },
      },
    ],
    new Date(at),
  )
/** Noon of a day of June. */
const june = (day: number) => `2024-06-${String(day).padStart(2, '0')}T10:00:00Z`
async function cost(row: Partial<typeof splitCost.$inferInsert>) {
  const id = row.id ?? v7()
  await inTrial(world.database, (tx) =>
    tx.insert(splitCost).values({
      ...{ portalId, accountId: label, kind: 'pressing', day: '2024-05-01', month: '2024-05-01' },
      ...{ amountCents: 100, description: 'Prensado', fileName: 'f.pdf', fileKey: `${id}.cost` },
      ...{ createdAt: new Date(june(1)), ...row, id },
    }),
  )
  return id
}
const span = { f: '2024-06-10', t: '2024-06-20' }
const statements = (of: string, days = span) => inTrial(world.database, (tx) => sharesBetween(tx, of, days))
async function only(of: string, days = span) {
  const [one, ...more] = await statements(of, days)
  expect(more).toEqual([])
  if (!one) throw new Error('no statement')
  return one
}

test('what was entered on these days counts, from the first moment in Madrid to the last', async () => {
  const id = await share({})
  await earn(artist, id, 1, '2024-06-09T21:59:59.999Z')
  await earn(artist, id, 2, '2024-06-09T22:00:00Z')
  await earn(artist, id, 4, '2024-06-20T21:59:59.999Z')
  await earn(artist, id, 8, '2024-06-20T22:00:00Z')
  await earn(artist, id, 16, june(1), { day: '2024-06-20' })
  await earn(label, id, 1_000, june(12))
  await earn(label, id, 5_000, june(9))
  await earn(label, id, 5_000, june(21))
  // Recouped in these days; and entries that are none of what was shared.
  await earn(artist, id, 30, june(12), { from: 'recouped', micros: null, type: 'Recoupment' })
  await earn(artist, id, 7, june(12), { from: 'recouped', micros: null, type: 'Own recoupment' })
  await earn(artist, id, 9_000, june(12), { micros: null })
  await earn(artist, v7(), 9_000, june(12), { splitId: null })
  await earn(artist, v7(), 9_000, june(12), { splitId: null, payerId: null, to: 'accrued' })
  const one = await only(artist)
  expect(one).toMatchObject({ payee: { id: artist, name: 'Artista' }, payer: { id: label, name: 'Sello' } })
  expect(one.things).toMatchObject([
    {
      ...{ portal: { id: portalId, name: 'Sello' }, subject: { name: null }, shareBp: 3_000 },
      ...{ earnedCents: 22, recoupedCents: 37, ownRecoupedCents: 7 },
      ...{ balances: { whole: null, own: null }, unrecoupedCents: 0, costs: [] },
    },
  ])
  expect(one.things[0]?.months).toEqual([
    {
      ...{ month: '2024-05-01', shareBp: 3_000, wholeCents: 1_022 },
      ...{ earnedCents: 22, recoupedCents: 37, ownRecoupedCents: 7 },
    },
  ])
  expect((await only(artist, { f: '2024-06-20', t: '2024-06-20' })).things[0]?.earnedCents).toBe(20)
  const turned = statements(artist, { f: '2024-06-20', t: '2024-06-19' })
  await expect(turned).rejects.toMatchObject({
    status: 422,
    fields: { t: { params: { day: '2024-06-20' } } },
  })
})

test('who pays sees all whom it pays, who is paid what is theirs, and nobody what they keep', async () => {
  const id = await share({})
  for (const accountId of [label, artist, third]) await earn(accountId, id, 10, june(12))
  await inTrial(world.database, (tx) =>
    tx.insert(shareByFile).values({ accountId: artist, payerId: label, createdAt: new Date() }),
  )
  const pairs = async (of: string) =>
    (await statements(of)).map(({ payee, payer, byFile }) => [payee.name, payer?.name ?? null, byFile])
  expect((await pairs(label)).sort()).toEqual([
    ['Artista', 'Sello', true],
    ['Tercera', 'Sello', false],
  ])
  expect(await pairs(artist)).toEqual([['Artista', 'Sello', true]])
  expect(await pairs(third)).toEqual([['Tercera', 'Sello', false]])
  expect(await pairs((await putAccount(world.database, 'Nadie')).accountId)).toEqual([])
  // From the provider there is neither a balance nor a file.
  const other = await share({ payer: 'provider', validFrom: '2024-02-01' })
  await earn(artist, other, 5, june(12), { to: 'accrued', payerId: null })
  const own = (await statements(artist)).find(({ payer }) => payer === null)
  expect(own).toMatchObject({ balance: null, persons: [], byFile: null })
  expect(own?.things.map(({ earnedCents }) => earnedCents)).toEqual([5])
  const ofLabel = (await statements(artist)).find(({ payer }) => payer !== null)
  expect(ofLabel?.balance).toMatchObject({ openingCents: 0, earnedCents: 10, closingCents: 10 })
  expect(ofLabel?.things.map(({ earnedCents }) => earnedCents)).toEqual([10])
  const between = (of: string, payeeId: string, payerId?: string) =>
    inTrial(world.database, (tx) => statementBetween(tx, of, { ...span, payeeId, payerId }))
  expect((await between(artist, artist)).payer).toBeNull()
  expect((await between(label, third, label)).payee.name).toBe('Tercera')
  for (const [of, payeeId, payerId] of [
    [third, artist, label],
    [label, artist, undefined],
    [artist, artist, third],
  ] as const)
    await expect(between(of, payeeId, payerId)).rejects.toMatchObject({ code: 'notFound' })
})

test('of things nothing came of yet those are told that are with the same payer, by the newest split', async () => {
  const [sold, coming, gone, byProvider] = await Promise.all(
    ['Vendido', 'Por venir', 'Sin parte', 'Del proveedor'].map((name) =>
      putProduct(world.database, portalId, name),
    ),
  )
  const first = await share({ productId: sold, validFrom: '2024-01-01' })
  const second = await share({ productId: sold, validFrom: '2024-05-15' }, [
    [label, 9_000],
    [artist, 1_000],
  ])
  await share({ productId: coming }, [
    [label, 6_000],
    [artist, 4_000],
  ])
  await share({ productId: gone }, [
    [label, 5_000],
    [third, 5_000],
  ])
  await share({ productId: byProvider, payer: 'provider' })
  await earn(artist, first, 30, june(12), { month: '2024-04-01' })
  await earn(artist, second, 10, june(12), { month: '2024-06-01', shareBp: 1_000 })
  await earn(artist, first, 3, june(12), { month: '2024-05-01' })
  await earn(third, first, 20, june(12))
  await earn(label, second, 90, june(12), { month: '2024-06-01', shareBp: 9_000 })
  const one = await only(artist)
  const things = new Map(one.things.map((thing) => [thing.subject.name?.es, thing]))
  expect([...things.keys()].sort()).toEqual(['Por venir', 'Vendido'])
  expect(things.get('Por venir')).toMatchObject({ shareBp: 4_000, earnedCents: 0, months: [] })
  expect(things.get('Vendido')).toMatchObject({ shareBp: 1_000, earnedCents: 43 })
  expect(
    things.get('Vendido')?.months.map((of) => [of.month, of.earnedCents, of.wholeCents, of.shareBp]),
  ).toEqual([
    ['2024-04-01', 30, 30, 3_000],
    ['2024-05-01', 3, 23, 3_000],
    ['2024-06-01', 10, 100, 1_000],
  ])
  // The third has no share in it any more, and yet had something of it.
  const theirs = await only(third)
  expect(theirs.things.map(({ subject, shareBp }) => [subject.name?.es, shareBp]).sort()).toEqual([
    ['Sin parte', 5_000],
    ['Vendido', 0],
  ])
})

test('who had the account before is told apart', async () => {
  const id = await share({})
  await putInformation(world.database, { accountId: artist, taxId: 'NEW', since: '2024-05-01' })
  await putPast(world.database, artist, { taxId: 'OLD', legalName: 'Antes' })
  await earn(artist, id, 2, june(12), { month: '2024-04-01' })
  await earn(artist, id, 1, june(12), { month: '2024-05-01' })
  expect((await only(artist)).persons.map(({ payee, owedCents }) => [payee, owedCents])).toEqual([
    ['Nombre de NEW', 1],
    ['Antes', 2],
  ])
})

test('a portal of another is told of with its own things, by its name', async () => {
  const beside = await putPortal(world.database, label, { name: 'Segundo' })
  const [id, other] = [await share({}), await share({ portalId: beside })]
  await earn(artist, id, 1, june(12))
  await earn(artist, other, 2, june(12), { portalId: beside })
  const { things } = await only(artist)
  expect(things.map(({ portal, earnedCents }) => [portal.name, earnedCents]).sort()).toEqual([
    ['Segundo', 2],
    ['Sello', 1],
  ])
  // On days on which nothing came they are told all the same.
  expect((await only(artist, { f: '2024-06-13', t: '2024-06-13' })).things).toHaveLength(2)
})

test('costs are those of the thing that are the payee’s affair, and their balance is of before, between and after', async () => {
  const releaseId = v7()
  await inTrial(world.database, (tx) =>
    tx.insert(release).values({
      ...{ portalId, id: releaseId, title: { es: 'Álbum' }, releaseAt: new Date(), durationDays: 30 },
    }),
  )
  const id = await share({ releaseId })
  const all = await share({})
  // 100 was spent before, of which 60 had come back; 50 came to it, and 40 was withdrawn, in these days.
  const whole = await cost({ releaseId, amountCents: 100 })
  await cost({ releaseId, amountCents: 40, withdrawnAt: new Date(june(12)), month: '2024-06-01' })
  const fresh = await cost({
    ...{ releaseId, amountCents: 50, createdAt: new Date(june(10)), month: '2024-06-01' },
  })
  await cost({ releaseId, amountCents: 1_000, createdAt: new Date(june(21)) })
  await cost({ releaseId, amountCents: 2_000, withdrawnAt: new Date(june(2)) })
  const ofArtist = await cost({ releaseId, partyId: artist, amountCents: 500 })
  const byArtist = await cost({ releaseId, accountId: artist, partyId: third, amountCents: 700 })
  await cost({ releaseId, partyId: third, amountCents: 900 })
  await cost({ amountCents: 3_000 })
  const parts = [
    [label, 50],
    [artist, 30],
    [third, 20],
  ] as const
  const sold = async (times: number, at: string, month: string) => {
    for (const [accountId, cents] of parts) await earn(accountId, id, (cents * times) / 100, at, { month })
  }
  await sold(60, june(9), '2024-05-01')
  await sold(80, june(15), '2024-06-01')
  await earn(artist, all, 1, june(15))
  const { things } = await only(artist)
  const thing = things.find(({ subject }) => subject.releaseId === releaseId)
  expect(thing?.subject.name).toEqual({ es: 'Álbum' })
  expect(thing?.costs.map((one) => one.id).sort()).toEqual([whole, fresh, ofArtist, byArtist].sort())
  // 100 and 50 of the whole; 60 came back of it before and 80 in these days.
  expect(thing?.balances.whole).toEqual({
    ...{ openingCents: 80, addedCents: 10, recoupedCents: 80, closingCents: 10 },
  })
  expect(thing?.unrecoupedCents).toBe(10)
  expect(thing?.balances.own).toEqual({
    ...{ openingCents: 500, addedCents: 0, recoupedCents: 0, closingCents: 500 },
  })
  const ofPortal = things.find(({ subject }) => subject.releaseId === null)
  expect(ofPortal).toMatchObject({ unrecoupedCents: 2_999, balances: { own: null } })
  expect(ofPortal?.balances.whole).toEqual({
    ...{ openingCents: 3_000, addedCents: 0, recoupedCents: 1, closingCents: 2_999 },
  })
  expect(ofPortal?.costs).toHaveLength(1)
})

test('in the file each payment stands with its reference, or alone where it has none', async () => {
  await earn(artist, await share({}), 1_000, june(1))
  const payment = { accountId: artist, payerId: label, from: 'royalties', to: 'settled' } as const
  await putEntries(world.database, [
    { ...payment, amountCents: 200, day: '2024-06-11', reference: 'T-1' },
    { ...payment, amountCents: 300, day: '2024-06-12' },
  ])
  const { content } = await inTrial(world.database, (tx) =>
    shareStatement(tx, artist, {
      ...{ ...span, payeeId: artist, payerId: label, format: 'csv', locale: 'es', marks: pointMarks },
    }),
  )
  const paid = String(content)
    .split('\n')
    .filter((row) => row.includes('2024-06-1'))
    .map((row) => row.split(','))
  expect(paid.map(([what]) => what)).toEqual(['Pago: T-1', 'Pago'])
  expect(paid.map((row) => row.filter((cell) => /^-?[\d.]+$/.test(cell)))).toEqual([['-2'], ['-3']])
})
