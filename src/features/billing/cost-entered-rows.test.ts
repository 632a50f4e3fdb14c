import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { release } from '#features/releases/server/table.ts'
import type { FileStore } from '#platform/files.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill, putEntries, putSplit } from '#testing/raw-bills.ts'
import { putAccount, putProduct } from '#testing/raw-sales.ts'
import { why as whyNot } from '#testing/why.ts'
import { createCost, withdrawCost } from './server/split-costs.ts'
import { billLine } from './server/table.ts'

/** What of an account's costs can be entered, and from which month it comes back. */

const world = testDatabase()
/** The first day of June has begun in Madrid. */
const now = new Date('2031-05-31T22:30:00Z')
const pdf = (bytes: number) => Buffer.alloc(bytes, '%PDF-').toString('base64')
let [accountId, portalId, other] = ['', '', '']
const put: string[] = []
const files = { put: async (key: string) => void put.push(key) } as unknown as FileStore
beforeEach(async () => {
  const made = await putAccount(world.database, 'Cuenta')
  ;[accountId, portalId] = [made.accountId, made.portalId]
  other = (await putAccount(world.database, 'Otra')).accountId
  put.length = 0
})
type Draft = Parameters<typeof createCost>[2]
const enter = (row: Partial<Draft> = {}) =>
  inTrial(world.database, (tx) =>
    createCost(
      tx,
      { id: portalId, accountId } as never,
      {
        ...{ accountId, kind: 'recording', day: '2031-06-01', amountCents: 100, description: 'Estudio' },
        ...{ file: { name: 'factura.pdf', content: pdf(20) }, ...row },
      } as Draft,
      { now, files },
    ),
  )
const why = (row: Partial<Draft>) =>
  enter(row).then(
    () => 'entered',
    ({ fields }: { fields: Record<string, { code: string }> }) =>
      Object.entries(fields).map(([name, { code }]) => `${name} ${code}`),
  )
const month = async (id: string) =>
  (await world.database.query<{ month: string }>('select month::text from split_cost where id = $1', [id]))[0]
    ?.month

test('a day until today in Madrid, and none before music was sold so', async () => {
  expect(await why({ day: '2031-06-02' })).toEqual(['day dates.tooLate'])
  expect(await why({ day: '1994-12-31' })).toEqual(['day dates.tooEarly'])
  expect(await why({ day: '1995-01-01' })).toBe('entered')
  expect(await month(await enter({ day: '2031-05-31' }))).toBe('2031-05-01')
})

test('its document is a PDF, and not too large', async () => {
  const file = (content: string) => ({ file: { name: 'f.pdf', content } })
  expect(await why(file(Buffer.from('no').toString('base64')))).toEqual(['file billing.notPdf'])
  expect(await why(file(pdf(2 * 1024 * 1024 + 1)))).toEqual(['file billing.pdfTooLarge'])
  expect(put).toEqual([])
  expect(await why(file(pdf(2 * 1024 * 1024)))).toBe('entered')
  expect(put).toEqual([expect.stringMatching(/\.cost$/)])
})

test('of an account that there is, and against one that has a share and is another', async () => {
  expect(await why({ accountId: portalId })).toEqual(['accountId billing.notThere'])
  expect(await why({ partyId: other })).toEqual(['partyId billing.noShare'])
  await putSplit(world.database, { portalId }, [
    [accountId, 5_000],
    [other, 5_000],
  ])
  expect(await why({ partyId: other })).toBe('entered')
  expect(await why({ partyId: accountId })).toEqual(['partyId billing.ownCost'])
})

test('it is kept as it was entered, to come back from its month or the first that no bill has closed', async () => {
  await putSplit(world.database, { portalId }, [
    [accountId, 5_000],
    [other, 5_000],
  ])
  const id = await enter({ partyId: other, day: '2031-03-31', kind: 'pressing' })
  const read = async (of: string) =>
    (
      await world.database.query<Record<string, unknown>>(
        `select to_jsonb(c) - 'created_at' - 'id' as row from split_cost c where id = $1`,
        [of],
      )
    )[0]?.row
  const kept = {
    ...{ portal_id: portalId, account_id: accountId, party_id: other, kind: 'pressing', day: '2031-03-31' },
    ...{ month: '2031-03-01', amount_cents: 100, description: 'Estudio', product_id: null, release_id: null },
    ...{ file_name: 'factura.pdf', file_key: `${id}.cost`, withdrawn_at: null },
  }
  expect(await read(id)).toEqual(kept)
  expect(put).toEqual([`${id}.cost`])
  const billId = await putBill(world.database, { accountId, status: 'Pending', number: null })
  await inTrial(world.database, (tx) =>
    tx.insert(billLine).values({
      ...{ billId, position: 0, accountId, portalId, type: 'Income', month: '2031-03-01', taxBp: 2_100 },
      ...{ commissionBp: 2_000, amountCents: 1 },
    }),
  )
  expect(await month(await enter({ day: '2031-03-31' }))).toBe('2031-04-01')
  expect(await month(await enter({ day: '2031-04-30' }))).toBe('2031-04-01')
  expect(await month(await enter({ day: '2031-05-01' }))).toBe('2031-05-01')
})

test('a party has a share in just this, by whichever version', async () => {
  const [lp, shirt] = [
    await putProduct(world.database, portalId, 'LP'),
    await putProduct(world.database, portalId, 'Camiseta'),
  ]
  const releaseId = v7()
  await inTrial(world.database, (tx) =>
    tx.insert(release).values({
      ...{ portalId, id: releaseId, title: { es: 'Álbum' }, releaseAt: now, durationDays: 30 },
    }),
  )
  const third = await putAccount(world.database, 'Tercera')
  const theirs = [[other, 10_000]] as const
  await putSplit(world.database, { portalId, productId: lp }, theirs)
  await putSplit(world.database, { portalId, productId: lp, validFrom: '2025-01-01' }, [[accountId, 10_000]])
  await putSplit(world.database, { portalId: third.portalId }, theirs)
  const noShare = ['partyId billing.noShare']
  expect(await why({ productId: lp, partyId: other })).toBe('entered')
  expect(await why({ productId: shirt, partyId: other })).toEqual(noShare)
  expect(await why({ releaseId, partyId: other })).toEqual(noShare)
  expect(await why({ partyId: other })).toEqual(noShare)
  expect(await why({ productId: lp, partyId: third.accountId })).toEqual(noShare)
  await putSplit(world.database, { portalId, releaseId }, theirs)
  expect(await why({ releaseId, partyId: other })).toBe('entered')
  expect(await why({ productId: v7() })).toEqual(['productId billing.notThere'])
})

test('it is withdrawn once, from its own portal, and what came back for it goes back', async () => {
  const splitId = await putSplit(world.database, { portalId }, [
    [accountId, 5_000],
    [other, 5_000],
  ])
  for (const [of, from, to] of [
    [other, 'sales', 'royalties'],
    [accountId, 'sales', 'royalties'],
  ] as const)
    await putEntries(world.database, [
      {
        ...{ accountId: of, payerId: accountId, from, to, amountCents: 500, micros: 5_000_000, portalId },
        ...{ splitId, shareBp: 5_000, type: 'Income', month: '2031-06-01', commissionBp: 2_000, units: 1 },
      },
    ])
  const back = async () =>
    (
      await world.database.query<{ cents: number }>(
        `select coalesce(sum(case when "from" = 'recouped' then amount_cents else -amount_cents end), 0)::int as cents
          from ledger_entry where portal_id = $1 and account_id = $2 and 'recouped' in ("from", "to")`,
        [portalId, other],
      )
    )[0]?.cents
  const id = await enter({ day: '2031-06-01', amountCents: 100 })
  expect(await back()).toBe(-50)
  const withdraw = (of = portalId) =>
    whyNot(inTrial(world.database, (tx) => withdrawCost(tx, { id: of, accountId } as never, id, now)))
  expect(await withdraw(v7())).toBe('notFound')
  expect(await withdraw()).toBe('done')
  expect(await back()).toBe(0)
  expect(await withdraw()).toBe('notFound')
  const [row] = await world.database.query<{ at: Date }>(
    'select withdrawn_at as at from split_cost where id = $1',
    [id],
  )
  expect(row?.at).toEqual(now)
})
