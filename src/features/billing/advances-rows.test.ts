import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PortalScope } from '#platform/actor.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill, putEntries } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import {
  demand,
  getAdvance,
  listAdvances,
  refuseAdvance,
  requestAdvance,
  reviewAdvance,
} from './server/advances.ts'
import { lockBill } from './server/close-bill.ts'
import { billLine } from './server/table.ts'

/** What an account was advanced, what is open of it, and what it may still ask for, to the cent. */

const world = testDatabase()
const now = new Date('2026-11-15T12:00:00Z')
let accountId = ''
let portalId = ''
beforeEach(async () => {
  const made = await putAccount(world.database, 'Cuenta')
  accountId = made.accountId
  portalId = made.portalId
})
const portal = () => ({ id: portalId, accountId, master: true }) as PortalScope
type Row = Partial<Parameters<typeof putBill>[1]>
const advance = (row: Row = {}) => putBill(world.database, { accountId, type: 2, amountCents: 1_000, ...row })
const paidOut = (advanceId: string, amountCents: number) =>
  putEntries(world.database, [{ accountId, advanceId, from: 'advances', to: 'payable', amountCents }])
const settled = (advanceId: string, amountCents: number) =>
  putEntries(world.database, [{ accountId, advanceId, from: 'held', to: 'advances', amountCents }])
const list = (more?: number) => inTrial(world.database, (tx) => listAdvances(tx, portal(), more, now))
const of = (id: string) => inTrial(world.database, (tx) => getAdvance(tx, id))
const earned = (amountCents: number, month = '2026-10-01') =>
  putEntries(world.database, [
    {
      ...{ accountId, from: 'sales', to: 'accrued', amountCents, micros: amountCents * 10_000 },
      ...{ type: 'Income', portalId, month, commissionBp: 2_000 },
    },
  ])
const limit = (pct: number) =>
  world.database.query('update portal set advance_limit_pct = $2 where id = $1', [portalId, pct])

describe('an advance', () => {
  test('is open, settled in part or settled, by what its own entries say', async () => {
    const [open, part, done] = [await advance(), await advance(), await advance()]
    const other = await advance()
    await paidOut(open, 1_000)
    await paidOut(part, 1_000)
    await settled(part, 1)
    await paidOut(done, 1_000)
    await settled(done, 600)
    await settled(done, 400)
    // Of no book of advances, whatever it is about.
    await putEntries(world.database, [
      { accountId, advanceId: part, from: 'payable', to: 'bank', amountCents: 77 },
    ])
    expect(await of(open)).toMatchObject({ state: 'open', openCents: 1_000, amountCents: 1_000 })
    expect(await of(part)).toMatchObject({ state: 'partial', openCents: 999 })
    expect(await of(done)).toMatchObject({ state: 'settled', openCents: 0 })
    // Nothing was ever paid of it.
    expect(await of(other)).toMatchObject({ state: 'settled', openCents: 0 })
    expect((await list()).outstandingCents).toBe(1_999)
  })

  test('is open of nothing before it is issued, and offered where it was granted and waits', async () => {
    const closedAt = new Date('2026-11-01')
    const next = await advance({
      status: 'Next',
      reason: 'Vinilo',
      createdAt: new Date('2026-11-02T10:00:00Z'),
    })
    const [asked, offered] = [
      await advance({ status: 'Pending' }),
      await advance({ status: 'Pending', closedAt }),
    ]
    const refused = await advance({ status: 'Cancelled', closedAt })
    const issued = await advance({ closedAt })
    await paidOut(asked, 5)
    expect(await of(next)).toEqual({
      ...{
        id: next,
        account: { id: accountId, name: 'Cuenta' },
        status: 'Next',
        offered: false,
        state: null,
      },
      ...{ number: null, amountCents: 1_000, openCents: 0, reason: 'Vinilo', payment: 'unpaid', version: 1 },
      requestedAt: '2026-11-02T10:00:00.000Z',
    })
    const told = async (id: string) => {
      const { offered: is, state, openCents } = await of(id)
      return [is, state, openCents]
    }
    expect([await told(asked), await told(offered), await told(refused), await told(issued)]).toEqual([
      ...[
        [false, null, 0],
        [true, null, 0],
        [false, null, 0],
        [false, 'settled', 0],
      ],
    ])
  })

  test('is not what corrects one, nor a bill, nor another account’s; the newest comes first', async () => {
    const [first, second] = [v7(), v7()]
    const createdAt = new Date('2026-11-03')
    const newest = await advance({ createdAt: new Date('2026-11-04') })
    await advance({ id: second, createdAt })
    await advance({ id: first, createdAt })
    const corrective = await advance({ correctsId: first })
    const ofMonth = await putBill(world.database, { accountId, status: 'Pending' })
    const other = await putAccount(world.database, 'Otra')
    await advance({ accountId: other.accountId })
    expect((await list()).items.map(({ id }) => id)).toEqual([newest, second, first])
    for (const id of [corrective, ofMonth, v7()])
      await expect(of(id)).rejects.toMatchObject({ code: 'notFound' })
  })
})

describe('what may be asked for', () => {
  test('is a part of what the last months brought, rounded down, less what is open and asked for', async () => {
    await earned(9_999)
    expect(await list()).toMatchObject({
      ...{ limitPct: 10, yearIncomeCents: 9_999, ceilingCents: 999, availableCents: 999 },
      ...{ outstandingCents: 0, requestedCents: 0, whatIf: null, account: 'Cuenta' },
    })
    await limit(50)
    const granted = await advance({ amountCents: 300 })
    await paidOut(granted, 300)
    await settled(granted, 100)
    await advance({ status: 'Next', amountCents: 1_000 })
    await advance({ status: 'Pending', amountCents: 400 })
    await advance({ status: 'Cancelled', amountCents: 9_000 })
    expect(await list()).toMatchObject({
      ...{ limitPct: 50, ceilingCents: 4_999, outstandingCents: 200, requestedCents: 1_400 },
      availableCents: 3_399,
    })
    await limit(10)
    expect(await list()).toMatchObject({ ceilingCents: 999, availableCents: 0 })
  })

  test('is of the twelve months that are over, neither of an earlier one nor of the one that runs', async () => {
    await earned(100, '2025-11-01')
    await earned(7, '2025-10-01')
    await earned(30, '2026-11-01')
    expect(await list()).toMatchObject({ yearIncomeCents: 100, ceilingCents: 10 })
  })

  test('is nothing of a year that took more than it brought', async () => {
    await earned(-5_000)
    expect(await list()).toMatchObject({ yearIncomeCents: -5_000, ceilingCents: 0, availableCents: 0 })
  })

  test('is asked for to the last cent, and one more is refused', async () => {
    await earned(10_000)
    const ask = (amountCents: number, reason?: string) =>
      inTrial(world.database, (tx) => requestAdvance(tx, portal(), { amountCents, reason }, now))
    await expect(ask(1_001)).rejects.toMatchObject({
      fields: { amountCents: { code: 'billing.aboveCeiling', params: { amountCents: 1_000 } } },
    })
    expect((await list()).items).toEqual([])
    expect(await ask(999, 'Vinilo')).toMatchObject({
      ...{ status: 'Next', amountCents: 999, reason: 'Vinilo', requestedAt: now.toISOString() },
    })
    expect(await ask(1, '')).toMatchObject({ amountCents: 1, reason: null, offered: false })
    await expect(ask(1)).rejects.toMatchObject({ fields: { amountCents: { params: { amountCents: 0 } } } })
  })

  test('is told with the month in which all of it would be settled, and with more of it', async () => {
    await earned(10_000)
    const granted = await advance({ amountCents: 20_000 })
    await paidOut(granted, 20_000)
    const { forecast, whatIf } = await list(10_000)
    // What October brought is not issued yet, and each month brings as much.
    expect(forecast).toMatchObject({ settledIn: '2026-11', monthlyCents: 10_000, earnedCents: 10_000 })
    expect(whatIf).toMatchObject({ settledIn: '2026-12', monthlyCents: 10_000 })
    expect(forecast).not.toHaveProperty('incomeOf')
    expect((await list(0)).whatIf).toEqual(forecast)
  })
})

describe('a request', () => {
  const act = (id: string, run: (...of: Parameters<typeof reviewAdvance>) => Promise<unknown>) =>
    inTrial(world.database, async (tx) => {
      const row = await lockBill(tx, id)
      if (!row) throw new Error('no bill')
      await run(tx, row)
    }).then(
      () => 'done',
      ({ code }: { code: string }) => code,
    )
  const review = (id: string) => act(id, reviewAdvance)
  const refuse = (id: string) => act(id, (tx, row) => refuseAdvance(tx, row, 'No', now))

  test('is taken into review once, and refused before it is granted or after', async () => {
    const id = await advance({ status: 'Next' })
    expect(await review(id)).toBe('done')
    expect(await of(id)).toMatchObject({ status: 'Pending', version: 2, offered: false })
    expect(await review(id)).toBe('billing.advanceState')
    await inTrial(world.database, (tx) =>
      tx.insert(billLine).values({
        ...{ billId: id, position: 0, accountId, type: 'Advance', month: '2026-11-01', taxBp: 0 },
        amountCents: 1_000,
      }),
    )
    const beside = await advance({ status: 'Next' })
    expect(await refuse(id)).toBe('done')
    expect(await of(id)).toMatchObject({ status: 'Cancelled', version: 3, reason: 'No' })
    expect(await world.database.query('select from bill_line where bill_id = $1', [id])).toHaveLength(0)
    expect(await refuse(id)).toBe('billing.advanceState')
    expect((await of(beside)).status).toBe('Next')
    expect(await refuse(beside)).toBe('done')
    expect(await world.database.query('select cancelled_at as at from bill where id = $1', [beside])).toEqual(
      [{ at: now }],
    )
  })

  test('is none of a bill, of what corrects one, or of what was issued', async () => {
    const corrective = await advance({ status: 'Next', correctsId: v7() })
    const issued = await advance()
    const ofMonth = await putBill(world.database, { accountId, status: 'Next' })
    for (const id of [corrective, issued, ofMonth])
      expect([await review(id), await refuse(id)]).toEqual(['billing.advanceState', 'billing.advanceState'])
    expect(() =>
      demand({ type: 2, correctsId: null, status: 'Approved' } as never, 'Next', 'Approved'),
    ).not.toThrow()
  })
})
