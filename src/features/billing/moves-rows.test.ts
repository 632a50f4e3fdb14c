import { expect, test } from 'vitest'
import { pointMarks } from '#platform/csv-out.ts'
import { inTrial, putBill, putEntries } from '#testing/raw-bills.ts'
import { putAccount, putProduct, putSale } from '#testing/raw-sales.ts'
import { previewRate } from './server/preview-rate.ts'
import { statement } from './server/statement.ts'
import { charging } from './test-charges.ts'

/** What an account was billed, charged and paid, move by move; and what another commission would have come to. */

const { world, to, issue, read } = charging()
const noon = (day: string) => new Date(`${day}T11:00:00Z`)

async function movesOf(f: string, t: string) {
  const asked = { f, t, format: 'csv', locale: 'en', marks: pointMarks, now: noon('2027-06-01') } as const
  const { content } = await inTrial(world.database, (tx) => statement(tx, to.accountId, asked))
  const lines = String(content)
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .slice(1)
  return lines.map((line) => line.split(',').filter(Boolean).join(' '))
}

test('a statement has each bill and charge once, what was paid and what came back, in the order of their days', async () => {
  const { accountId } = to
  const put = (number: string, row: object = {}) => putBill(world.database, { accountId, number, ...row })
  const bill = await put('R-1', { issuedOn: '2026-03-05' })
  const advance = await put('A-1', { type: 2, issuedOn: '2026-03-06' })
  const back = await put('C-1', { correctsId: bill, issuedOn: '2026-04-01' })
  const move = (
    billId: string,
    from: 'accrued' | 'payable' | 'bank' | 'charged',
    into: typeof from,
    cents: number,
    day: string,
  ) =>
    putEntries(
      world.database,
      [{ accountId, billId, from, to: into, amountCents: cents } as never],
      noon(day),
    )
  await move(bill, 'accrued', 'payable', 60_000, '2026-03-07')
  await move(bill, 'accrued', 'payable', 40_000, '2026-03-08')
  await move(advance, 'accrued', 'payable', 5_000, '2026-03-07')
  await move(back, 'payable', 'accrued', 20_000, '2026-04-01')
  await move(bill, 'payable', 'bank', 100_000, '2026-04-10')
  await move(bill, 'bank', 'payable', 100_000, '2026-04-12')
  const { number } = await read(await issue())
  // Set off: the charge has lessened what is owed already.
  await move(bill, 'payable', 'charged', 1_210, '2027-01-05')
  const all = [
    '2026-03-05 R-1 Bill 1000 1000',
    '2026-03-06 A-1 Advance 50 1050',
    '2026-04-01 C-1 Corrective bill -200 850',
    '2026-04-10 R-1 Payment -1000 -150',
    '2026-04-12 R-1 Payment returned 1000 850',
    `2027-01-01 ${number} Invoice received -12.1 837.9`,
  ]
  expect(await movesOf('2026-03-05', '2027-01-31')).toEqual(['2026-03-05 Opening balance 0', ...all])
  expect(await movesOf('2026-03-06', '2026-04-10')).toEqual([
    '2026-03-06 Opening balance 1000',
    ...all.slice(1, 4),
  ])
  expect(await movesOf('2027-01-01', '2027-01-01')).toEqual([
    '2027-01-01 Opening balance 850',
    ...all.slice(5),
  ])
  expect(await movesOf('2026-12-31', '2026-12-31')).toEqual(['2026-12-31 Opening balance 850'])
})

test('moves of one day stand in the order in which they were first entered', async () => {
  const { accountId } = to
  for (const [number, hours] of [
    ['R-8', ['09', '12']],
    ['R-9', ['10']],
    ['R-7', ['11', '08']],
  ] as const) {
    const billId = await putBill(world.database, { accountId, number, issuedOn: '2026-03-05' })
    for (const hour of hours)
      await putEntries(
        world.database,
        [{ accountId, billId, from: 'accrued', to: 'payable', amountCents: 100 }],
        new Date(`2026-03-05T${hour}:00:00Z`),
      )
  }
  expect((await movesOf('2026-03-05', '2026-03-05')).slice(1)).toEqual([
    '2026-03-05 R-7 Bill 2 2',
    '2026-03-05 R-8 Bill 2 4',
    '2026-03-05 R-9 Bill 1 5',
  ])
})

test('a commission is tried on one portal, or on all that have none of their own', async () => {
  const now = noon('2031-06-15')
  const sale = async (portalId: string, euros: number, row: object = {}) => {
    const productId = await putProduct(world.database, portalId, 'Camiseta')
    const micros = euros * 1_000_000
    await putSale(world.database, {
      ...{ portalId, productId, at: noon('2031-05-10'), category: 'apparel', units: 1 },
      ...{ netMicros: micros, commissionPct: '20', ...row },
    })
  }
  const [one, two] = [await putAccount(world.database, 'Una'), await putAccount(world.database, 'Dos')]
  await sale(one.portalId, 100)
  await sale(one.portalId, 40)
  await sale(two.portalId, 60)
  await sale(one.portalId, 1_000, { category: 'album' })
  await sale(one.portalId, 1_000, { at: noon('2031-06-01') })
  await sale(one.portalId, 1_000, { at: noon('2031-04-30') })
  await sale(two.portalId, 1_000, { rateOf: 'product' })
  const tried = (portalId?: string) =>
    inTrial(world.database, (tx) => previewRate(tx, { key: 'apparel', bp: 1_000, portalId }, now))
  const figures = async (portalId?: string) => {
    const { portals, netCents, commissionCents, wouldBeCents, products } = await tried(portalId)
    return [portals, netCents, commissionCents, wouldBeCents, products.map((of) => of.netCents)]
  }
  expect(await figures()).toEqual([2, 20_000, 4_000, 2_000, [10_000, 6_000, 4_000]])
  expect(await figures(one.portalId)).toEqual([1, 14_000, 2_800, 1_400, [10_000, 4_000]])
  const rate = (validFrom: string, key = 'apparel') =>
    world.database.query(
      'insert into portal_rate (portal_id, key, pct, valid_from) values ($1, $2, 15, $3)',
      [two.portalId, key, validFrom],
    )
  await rate('2031-05-02')
  await rate('2031-05-01', 'default')
  expect((await figures())[1]).toBe(20_000)
  await rate('2031-05-01')
  expect((await figures())[1]).toBe(14_000)
  expect((await figures(two.portalId))[1]).toBe(6_000)
})
