import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill, putEntries, putInformation, putSplit } from '#testing/raw-bills.ts'
import { informationOfIssued } from '#testing/raw-issued.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import { getBill, linesOf, portalNames } from './server/get-bill.ts'
import { settingsOf } from './server/settings.ts'
import { bill, billLine } from './server/table.ts'

/** What the lines of a bill tell, and of which portals. */

const world = testDatabase()
const now = new Date('2026-12-10T12:00:00Z')
let [accountId, portalId] = ['', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Cuenta')
  accountId = made.accountId
  portalId = made.portalId
})
const inform = (row: object = {}) => putInformation(world.database, { accountId, taxId: 'A', ...row })
const of = (id: string, at = now) => inTrial(world.database, (tx) => getBill(tx, id, at))
type Row = Partial<Parameters<typeof putBill>[1]>
const pending = (row: Row = {}) =>
  putBill(world.database, {
    ...{ accountId, status: 'Pending', closedAt: new Date('2026-12-05T09:00:00Z'), period: '2026-11-01' },
    ...{ information: informationOfIssued, selfInvoice: true, ...row },
  })
const lines = (billId: string, rows: readonly Partial<typeof billLine.$inferInsert>[]) =>
  inTrial(world.database, (tx) =>
    tx.insert(billLine).values(
      rows.map((row, position) => ({
        ...{ billId, position, accountId, type: 'Extra' as const, month: '2026-11-01', taxBp: 2_100 },
        ...{ amountCents: 100, ...row },
      })),
    ),
  )

describe('a line', () => {
  const names = () => inTrial(world.database, (tx) => portalNames(tx, accountId))

  test('names its portal, and opens where it was sold', async () => {
    const id = await pending()
    const shareBp = 2_500
    await lines(id, [
      { type: 'Income', portalId, units: 3, commissionBp: 2_000, shareBp },
      { type: 'Income', portalId: v7() },
      { type: 'Income' },
      { type: 'Extra', portalId },
      { type: 'On demand', portalId },
      { type: 'Recoupment', portalId },
    ])
    const told = (await of(id)).lines
    expect(told[0]).toEqual({
      ...{ position: 0, type: 'Income', portal: { id: portalId, name: 'Cuenta' }, month: '2026-11-01' },
      ...{ commissionBp: 2_000, shareBp, taxBp: 2_100, units: 3, description: null, reference: null },
      ...{ amountCents: 100, goods: [], opens: true },
    })
    expect(told.map(({ portal, opens, shareBp: of }) => [portal?.name ?? null, opens, of])).toEqual([
      ...[
        ['Cuenta', true, shareBp],
        ['', true, null],
        [null, false, null],
        ['Cuenta', false, null],
        ['Cuenta', true, null],
        ['Cuenta', false, null],
      ],
    ])
  })

  test('leaves out products of which nothing was left; those with units, money or an amount stay', async () => {
    const good = {
      name: 'LP',
      sku: 'S',
      units: 0,
      grossCents: 0,
      offCents: 5,
      chargedCents: 5,
      amountCents: 0,
    }
    const id = await pending()
    const goods = [
      good,
      { ...good, units: -1 },
      { ...good, grossCents: 1 },
      { ...good, amountCents: 1, rateOf: 'product' as const, rateUnits: 300 },
    ]
    await lines(id, [{ type: 'Income', portalId, goods }])
    const [line] = (await of(id)).lines
    expect(line?.goods).toEqual([
      { ...good, units: -1, rateOf: null, rateUnits: null },
      { ...good, grossCents: 1, rateOf: null, rateUnits: null },
      { ...good, amountCents: 1, rateOf: 'product', rateUnits: 300 },
    ])
  })

  test('is made of what an advance asks for, until it has some', async () => {
    await inform()
    const asked = { status: 'Next', type: 2, amountCents: 700, reason: 'Vinilo' } as const
    const createdAt = new Date('2026-11-30T23:30:00Z')
    const id = await putBill(world.database, { accountId, ...asked, createdAt })
    expect((await of(id)).lines).toMatchObject([
      {
        type: 'Advance',
        month: '2026-12-01',
        amountCents: 700,
        taxBp: 2_100,
        description: 'Vinilo',
        portal: null,
      },
    ])
    expect(
      (await of(await putBill(world.database, { accountId, ...asked, amountCents: null }))).lines,
    ).toMatchObject([{ amountCents: 0 }])
    await lines(id, [{ type: 'Advance', amountCents: 699 }])
    expect((await of(id)).lines).toMatchObject([{ amountCents: 699 }])
    expect((await of(await pending())).lines).toEqual([])
  })

  test('of the open bill is of what the ledger holds, each at its own rate, or none where nothing is charged', async () => {
    await inform()
    const id = await putBill(world.database, { accountId, status: 'Next' })
    await putEntries(world.database, [
      {
        accountId,
        from: 'extra',
        to: 'accrued',
        amountCents: 5,
        type: 'Extra',
        month: '2026-12-01',
        itemId: v7(),
      },
      {
        ...{ accountId, from: 'extra', to: 'accrued', amountCents: 7, type: 'Extra', month: '2026-12-01' },
        ...{ itemId: v7(), taxBp: 400 },
      },
    ])
    const rows = await inTrial(world.database, async (tx) => {
      const [row] = await tx.select().from(bill).where(eq(bill.id, id))
      if (!row) throw new Error('no bill')
      const settings = await settingsOf(tx, accountId, now)
      const told = async (of: Parameters<typeof linesOf>[2]) =>
        (await linesOf(tx, row, of)).map(({ amountCents, taxBp }) => [amountCents, taxBp])
      return [
        await told(settings),
        await told({ ...settings, tax: { rate: null } }),
        await told({ taxBp: 2_100 }),
        await told({ ...settings, tax: undefined }),
      ]
    })
    expect(rows).toEqual([
      [
        [5, 2_100],
        [7, 400],
      ],
      ...[0, 1, 2].map(() => [
        [5, 0],
        [7, 0],
      ]),
    ])
    expect((await of(id)).lines.map(({ taxBp }) => taxBp)).toEqual([2_100, 400])
  })

  test('is of a portal of its account, or one that it shares in, pays for, or was billed a share of', async () => {
    const others = await putAccount(world.database, 'Otra')
    const beside = await putPortal(world.database, accountId, { name: 'Propio' })
    const portalOf = async (name: string) => putPortal(world.database, others.accountId, { name })
    const shared = await portalOf('Compartido')
    const charged = await portalOf('Costes')
    const billed = await portalOf('Facturado')
    const unshared = await portalOf('Sin parte')
    const party = [accountId, 10_000] as const
    await putSplit(world.database, { portalId: shared }, [party])
    const split = await putSplit(world.database, { portalId: unshared }, [[others.accountId, 10_000]])
    await world.database.query(
      `insert into split_cost (id, portal_id, account_id, kind, description, amount_cents, day, month)
        values ($1, $2, $3, 'other', 'C', 1, '2026-01-01', '2026-01-01')`,
      [v7(), charged, accountId],
    )
    await lines(await pending(), [{ portalId: billed, splitId: split }, { portalId: unshared }])
    expect([...(await names()).entries()].sort(([a], [b]) => (a < b ? -1 : 1))).toEqual(
      Object.entries({
        ...{ [portalId]: 'Cuenta', [beside]: 'Propio', [shared]: 'Compartido', [charged]: 'Costes' },
        [billed]: 'Facturado',
      }).sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  })
})
