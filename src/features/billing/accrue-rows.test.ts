import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill, putSplit } from '#testing/raw-bills.ts'
import { putAccount, putProduct, putSale } from '#testing/raw-sales.ts'
import { accrueDue } from './server/accrue-sales.ts'

/** What the ledger has of sales: by whose they are, by month and rate, and what is shared. */

const world = testDatabase()
let [accountId, portalId, productId] = ['', '', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Sello')
  ;[accountId, portalId] = [made.accountId, made.portalId]
  productId = await putProduct(world.database, portalId, 'Taza')
})
const march = new Date('2026-03-10T10:00:00Z')
/** A sale of so many cents net, of which a fifth is the provider's where nothing else is said. */
const sell = (cents: number, row: Partial<Parameters<typeof putSale>[1]> = {}) =>
  putSale(world.database, {
    ...{ portalId, productId, at: march, netMicros: cents * 10_000, incomeMicros: cents * 8_000, ...row },
  })
const accrue = (only = accountId) => inTrial(world.database, (tx) => accrueDue(tx, only))
const entries = async (of = accountId) =>
  (
    await world.database.query<Record<string, unknown>>(
      `select concat_ws(' ', "from" || '→' || "to", type, to_char(month, 'MM'), commission_bp, '×' || units, amount_cents, micros, share_bp) as said
        from ledger_entry where account_id = $1 order by id`,
      [of],
    )
  )
    .map(({ said }) => said)
    .toSorted()

describe('sales', () => {
  test('are what was earned by month and rate, and what making them cost', async () => {
    await sell(1_000)
    await sell(500, { units: 2, commissionPct: '10', incomeMicros: 3_000_000 })
    await sell(100, { at: new Date('2026-03-31T21:59:59Z') })
    await sell(200, { at: new Date('2026-03-31T22:00:00Z') })
    await sell(-300, { kind: 'refund', units: 0 })
    await accrue()
    expect(await entries()).toEqual([
      'production→accrued On demand 03 1000 ×2 -150 -1500000',
      'sales→accrued Income 03 1000 ×2 450 4500000',
      'sales→accrued Income 03 2000 ×2 640 6400000',
      'sales→accrued Income 04 2000 ×1 160 1600000',
    ])
    expect(await accrue()).toBe(0)
  })

  test('are followed by what they come to later, in entries of their own', async () => {
    const gone = await sell(1_000)
    await sell(500)
    await accrue()
    await world.database.query('delete from order_line where order_id = $1', [gone])
    await accrue()
    await sell(0, { netMicros: 4_000, incomeMicros: 3_200 })
    await accrue()
    await sell(0, { netMicros: 20_000, incomeMicros: 16_000 })
    await accrue()
    expect(await entries()).toEqual([
      'sales→accrued Income 03 2000 ×-1 -800 -8000000',
      'sales→accrued Income 03 2000 ×1 0 3200',
      'sales→accrued Income 03 2000 ×1 2 16000',
      'sales→accrued Income 03 2000 ×2 1200 12000000',
    ])
  })

  test('leave nothing where they come to nothing', async () => {
    await sell(0)
    const orderId = await sell(700)
    await sell(-700, { orderId, kind: 'cancellation', units: -1 })
    expect(await accrue()).toBeGreaterThan(0)
    expect(await entries()).toEqual([])
  })

  test('are owed when they are said to be, and never where they never are', async () => {
    await sell(100, { owedAt: new Date('2026-04-10T10:00:00Z') })
    await sell(200, { owedAt: new Date('2099-04-10T10:00:00Z') })
    await accrue()
    expect(await entries()).toEqual(['sales→accrued Income 04 2000 ×1 80 800000'])
    const waits = await world.database.query<{ month: string }>(
      'select distinct month::text from accrual_due where portal_id = $1',
      [portalId],
    )
    expect(waits).toEqual([{ month: '2099-04-01' }])
  })

  test('open a bill of the account where none is open', async () => {
    const open = async () =>
      (
        await world.database.query('select 1 from bill where account_id = $1 and status = $2', [
          accountId,
          'Next',
        ])
      ).length
    await sell(100)
    await accrue()
    expect(await open()).toBe(1)
    await sell(100)
    await accrue()
    expect(await open()).toBe(1)
    await world.database.query('delete from bill where account_id = $1', [accountId])
    await putBill(world.database, { accountId, type: 2, status: 'Next' as never })
    await sell(100)
    await accrue()
    expect(await open()).toBe(2)
  })

  test('of others wait for theirs', async () => {
    const other = await putAccount(world.database, 'Otra')
    const good = await putProduct(world.database, other.portalId, 'Pin')
    await sell(100)
    await sell(200, { portalId: other.portalId, productId: good })
    expect(await accrue()).toBe(1)
    expect([(await entries()).length, (await entries(other.accountId)).length]).toEqual([1, 0])
    expect(await accrue(other.accountId)).toBe(1)
    expect(await entries(other.accountId)).toEqual(['sales→accrued Income 03 2000 ×1 160 1600000'])
  })
})

describe('what is shared', () => {
  const party = async (name: string) => (await putAccount(world.database, name)).accountId

  test('by the provider is each one’s own, to the cent, the odd ones to whom most is left', async () => {
    const [a, b] = [await party('A'), await party('B')]
    const split = (payer: 'provider' | 'account', ...parts: [string, number][]) =>
      putSplit(world.database, { portalId, payer }, parts)
    const splitId = await split('provider', [accountId, 3_333], [a, 3_334], [b, 3_333])
    await sell(125, { splitId })
    await accrue()
    // A hundred cents: 33,33 and 33,34 and 33,33.
    expect(await entries()).toEqual(['sales→accrued Income 03 2000 ×1 33 333300 3333'])
    expect(await entries(a)).toEqual(['sales→accrued Income 03 2000 ×1 34 333400 3334'])
    expect(await entries(b)).toEqual(['sales→accrued Income 03 2000 ×1 33 333300 3333'])
    const bills = await world.database.query<{ who: string }>(
      `select account_id as who from bill where status = 'Next' and account_id = any($1)`,
      [[accountId, a, b]],
    )
    expect(new Set(bills.map(({ who }) => who))).toEqual(new Set([accountId, a, b]))
    await sell(-125, { splitId, kind: 'refund', units: 0 })
    await accrue(b)
    expect((await entries(a))[0]).toBe('sales→accrued Income 03 2000 ×-1 -34 -333400 3334')
  })

  test('by the account is its own as a whole, and a debt of it to each', async () => {
    const [a, b] = [await party('A'), await party('B')]
    const splitId = await putSplit(world.database, { portalId, payer: 'account' }, [
      [a, 5_000],
      [b, 5_000],
    ])
    await sell(126, { splitId, netMicros: 1_262_500, incomeMicros: 1_010_000 })
    await sell(100)
    await accrue()
    expect(await entries()).toEqual(['sales→accrued Income 03 2000 ×2 181 1810000'])
    // Of two as large the first has the odd cent.
    expect(await entries(a)).toEqual(['sales→royalties Income 03 2000 ×1 51 505000 5000'])
    expect(await entries(b)).toEqual(['sales→royalties Income 03 2000 ×1 50 505000 5000'])
    const payers = await world.database.query<{ payer: string | null }>(
      'select distinct payer_id as payer from ledger_entry where account_id = any($1)',
      [[a, b]],
    )
    expect(payers).toEqual([{ payer: accountId }])
    expect(
      await world.database.query(`select 1 from bill where status = 'Next' and account_id = any($1)`, [
        [a, b],
      ]),
    ).toEqual([])
  })
})
