import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putEntries, putSplit } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { recoupCosts, recoupedBy, subjectKey, versionsOf } from './server/recoup-costs.ts'
import { type split, splitCost } from './server/split-table.ts'

/** What comes back of costs, by what the ledger holds, and what the ledger is told of it. */

const world = testDatabase()
let [label, artist, third, portalId] = ['', '', '', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Sello')
  label = made.accountId
  portalId = made.portalId
  artist = (await putAccount(world.database, 'Artista')).accountId
  third = (await putAccount(world.database, 'Tercera')).accountId
})

type Of = Partial<typeof split.$inferInsert>
function share(
  row: Of = {},
  parties: readonly (readonly [string, number])[] = [
    [label, 6_000],
    [artist, 4_000],
  ],
) {
  return putSplit(world.database, { portalId, ...row }, parties)
}
async function cost(amountCents: number, row: Partial<typeof splitCost.$inferInsert> = {}) {
  const id = row.id ?? v7()
  await inTrial(world.database, (tx) =>
    tx.insert(splitCost).values({
      ...{ portalId, accountId: label, kind: 'pressing', day: '2024-05-01', month: '2024-05-01' },
      ...{ amountCents, description: 'C', createdAt: new Date('2024-06-01T10:00:00Z'), ...row, id },
    }),
  )
  return id
}
const earn = (
  splitId: string,
  cents: readonly (readonly [string, number])[],
  { month = '2024-05-01', at = '2024-06-10T10:00:00Z', to = 'royalties' as 'royalties' | 'accrued' } = {},
) =>
  putEntries(
    world.database,
    cents.map(([accountId, amountCents]) => ({
      ...{ accountId, splitId, amountCents, micros: amountCents * 10_000, portalId, month, to },
      ...{ from: 'sales' as const, payerId: to === 'royalties' ? label : null },
    })),
    new Date(at),
  )
const recoup = () => inTrial(world.database, (tx) => recoupCosts(tx, portalId))
const entries = async () => {
  const found = await world.database.query<Record<string, string | number | null>>(
    `select account_id, type, "to", amount_cents::int as cents, month::text, payer_id, share_bp, split_id from ledger_entry
      where portal_id = $1 and "from" = 'recouped' order by at, amount_cents desc`,
    [portalId],
  )
  const names: Record<string, string> = { [label]: 'label', [artist]: 'artist', [third]: 'third' }
  return found.map((row) => ({
    ...{ who: names[String(row.account_id)], type: row.type, to: row.to, cents: row.cents, month: row.month },
    ...{ payer: names[String(row.payer_id)] ?? null, share: row.share_bp, splitId: row.split_id },
  }))
}
const filled = (ids: readonly string[], until?: string) =>
  inTrial(world.database, async (tx) => {
    const { recouped } = await recoupedBy(tx, portalId, await versionsOf(tx, portalId), until)
    return ids.map((id) => recouped.get(id))
  })

test('what comes back together is of one product, one release, or the portal', () => {
  const of = (productId: string | null, releaseId: string | null) => subjectKey({ productId, releaseId })
  expect([of('a', null), of(null, 'a'), of(null, null)]).toEqual(['product a', 'release a', 'portal'])
})

test('versions come by their day, then as they were made, each with its own parties in their order', async () => {
  const [first, second] = [v7(), v7()].sort()
  const late = await share({ validFrom: '2024-03-01' }, [[third, 10_000]])
  await share({ id: second as string, validFrom: '2024-02-01' })
  await share({ id: first as string, validFrom: '2024-02-01' }, [
    [artist, 1_000],
    [label, 9_000],
  ])
  const found = await inTrial(world.database, (tx) => versionsOf(tx, portalId))
  expect(found.map(({ id, parties }) => [id, parties.map(({ shareBp }) => shareBp)])).toEqual([
    [first, [1_000, 9_000]],
    [second, [6_000, 4_000]],
    [late, [10_000]],
  ])
  expect(await inTrial(world.database, (tx) => versionsOf(tx, v7()))).toEqual([])
})

test('what a cost takes of a month goes from who share to who bore it, once, and back when it is withdrawn', async () => {
  const id = await share()
  const costId = await cost(50)
  await earn(id, [
    [label, 60],
    [artist, 40],
  ])
  await recoup()
  const move = { type: 'Recoupment', to: 'royalties', month: '2024-05-01', payer: 'label', splitId: id }
  const moves = [
    { ...move, who: 'label', cents: 20, share: 6_000 },
    { ...move, who: 'artist', cents: -20, share: 4_000 },
  ]
  expect(await entries()).toEqual(moves)
  await recoup()
  expect(await entries()).toEqual(moves)
  await world.database.query('update split_cost set withdrawn_at = now() where id = $1', [costId])
  await recoup()
  expect((await entries()).slice(2)).toEqual([
    { ...move, who: 'artist', cents: 20, share: 4_000 },
    { ...move, who: 'label', cents: -20, share: 6_000 },
  ])
})

test('what the provider pays each moves among what is owed to them, of nobody’s as payer', async () => {
  const id = await share({ payer: 'provider' })
  await cost(50)
  await earn(
    id,
    [
      [label, 60],
      [artist, 40],
    ],
    { to: 'accrued' },
  )
  await recoup()
  expect((await entries()).map(({ to, payer, cents }) => [to, payer, cents])).toEqual([
    ['accrued', null, 20],
    ['accrued', null, -20],
  ])
})

test('a version that is gone gives back what was moved of it, in the book that it moved in', async () => {
  for (const payer of ['account', 'provider'] as const) {
    const id = await share({ payer, productId: v7() })
    await cost(50, { productId: null })
    const to = payer === 'account' ? 'royalties' : 'accrued'
    await putEntries(world.database, [
      {
        ...{ accountId: artist, splitId: id, portalId, month: '2024-05-01', amountCents: -20 },
        ...{ from: 'recouped', to, type: 'Recoupment' },
      },
      {
        accountId: artist,
        splitId: id,
        portalId,
        month: '2024-05-01',
        amountCents: 3,
        from: 'sales',
        to: 'accrued',
      },
    ])
    await world.database.query('delete from split where id = $1', [id])
    await recoup()
    expect((await entries()).at(-1)).toEqual({
      ...{ who: 'artist', type: 'Recoupment', to, cents: 20, month: '2024-05-01', share: null, splitId: id },
      payer: payer === 'account' ? 'label' : null,
    })
    await world.database.query('delete from split_cost where portal_id = $1', [portalId])
  }
})

test('a cost of one share comes off that alone; costs of other things and portals come off nothing of it', async () => {
  const productId = v7()
  const id = await share({ productId })
  const own = await cost(15, { productId, partyId: artist })
  await cost(500)
  await cost(500, { productId: v7() })
  const other = await putAccount(world.database, 'Otro')
  await cost(500, { productId, portalId: other.portalId })
  await earn(id, [
    [label, 60],
    [artist, 40],
  ])
  await recoup()
  const move = { type: 'Own recoupment', to: 'royalties', month: '2024-05-01', payer: 'label', splitId: id }
  expect(await entries()).toEqual([
    { ...move, who: 'label', cents: 15, share: 6_000 },
    { ...move, who: 'artist', cents: -15, share: 4_000 },
  ])
  expect(await filled([own])).toEqual([15])
})

test('months come in order, of all versions of a thing; one in which nothing came is none', async () => {
  const [first, second] = [await share(), await share({ validFrom: '2024-05-15' }, [[artist, 10_000]])]
  const early = await cost(30, { month: '2024-04-01' })
  const late = await cost(100, { month: '2024-05-01' })
  await earn(second, [[artist, 50]], { month: '2024-05-01' })
  await earn(
    first,
    [
      [label, 6],
      [artist, 4],
    ],
    { month: '2024-04-01' },
  )
  await earn(
    first,
    [
      [label, 0],
      [artist, 0],
    ],
    { month: '2024-03-01' },
  )
  await recoup()
  expect(await filled([early, late])).toEqual([30, 30])
  const found = (await entries()).map(({ who, cents, month }) => [month, who, cents])
  expect(found.sort()).toEqual(
    [
      ['2024-04-01', 'label', 4],
      ['2024-04-01', 'artist', -4],
      ['2024-05-01', 'label', 50],
      ['2024-05-01', 'artist', -50],
    ].sort(),
  )
})

test('at the end of a day, in Madrid, what had been written down by then counts', async () => {
  const id = await share()
  const [whole, next] = [
    await cost(10, {
      withdrawnAt: new Date('2024-06-20T21:59:59Z'),
      createdAt: new Date('2024-06-12T21:59:59Z'),
    }),
    await cost(1_000, { month: '2024-06-01' }),
  ]
  await earn(
    id,
    [
      [label, 60],
      [artist, 40],
    ],
    { month: '2024-06-01', at: '2024-06-15T21:59:59Z' },
  )
  const costsAt = (until?: string) =>
    inTrial(world.database, async (tx) => {
      const { costs } = await recoupedBy(tx, portalId, await versionsOf(tx, portalId), until)
      return costs.map(({ id: one, stands }) => [one === whole ? 'whole' : 'next', stands])
    })
  expect(await costsAt('2024-06-11')).toEqual([['next', true]])
  expect(await costsAt('2024-06-12')).toEqual([
    ['whole', true],
    ['next', true],
  ])
  expect(await costsAt('2024-06-19')).toContainEqual(['whole', true])
  expect(await costsAt('2024-06-20')).toContainEqual(['whole', false])
  expect(await costsAt()).toContainEqual(['whole', false])
  expect(await filled([whole, next], '2024-06-14')).toEqual([undefined, undefined])
  expect(await filled([whole, next], '2024-06-15')).toEqual([10, 90])
  expect(await filled([whole, next], '2024-06-20')).toEqual([undefined, 100])
})
