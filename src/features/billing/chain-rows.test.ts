import { describe, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putEntries, putInformation } from '#testing/raw-bills.ts'
import { putBillOf } from '#testing/raw-fiscal.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { closeBill } from './server/close-bill.ts'
import { fiscalMode } from './server/fiscal-mode-table.ts'
import { recordAnnulment, recordIssue } from './server/fiscal-record.ts'

/** What follows on what: records of one issuer, and what is carried from one month into the next. */

const world = testDatabase()
const now = new Date('2026-06-10T10:00:00Z')

describe('records of an issuer', () => {
  const mode = (issuerTaxId: string, of: 'sending' | 'off') =>
    inTrial(world.database, (tx) =>
      tx.insert(fiscalMode).values({ issuerTaxId, mode: of, validFrom: '2020-01-01', personName: 'P' }),
    )
  const issue = async (issuerTaxId: string, number: string) => {
    const billId = await putBillOf(world.database, issuerTaxId, { number })
    const of = { billId, issuerTaxId, number, issuedOn: '2026-06-10' }
    const totals = { taxCents: 210, totalCents: 1_210 } as never
    await inTrial(world.database, (tx) => recordIssue(tx, { ...of, type: 'F1', totals }, now))
    return of
  }
  const chainOf = (issuer: string) =>
    world.database.query<{ sequence: number; kind: string; hash: string; previous: string; queued: number }>(
      `select sequence, kind, hash, previous_hash as previous, (select s.sequence from fiscal_sending s
        where s.issuer_tax_id = r.issuer_tax_id and s.sequence = r.sequence) as queued
        from fiscal_record r where issuer_tax_id = $1 order by sequence`,
      [issuer],
    )

  test('are counted from one on, each with the hash of the one before, and wait where they are sent', async () => {
    const [issuer, other] = ['ZA', 'ZB']
    await mode(issuer, 'sending')
    await mode(other, 'off')
    const first = await issue(issuer, 'R-1')
    await issue(other, 'Q-1')
    await issue(issuer, 'R-2')
    await inTrial(world.database, (tx) => recordAnnulment(tx, { ...first, amends: 'none' as never }, now))
    const chain = await chainOf(issuer)
    expect(chain.map(({ sequence, kind, queued }) => [sequence, kind, queued])).toEqual([
      [1, 'alta', 1],
      [2, 'alta', 2],
      [3, 'anulacion', 3],
    ])
    expect(chain.map(({ previous }) => previous)).toEqual(['', chain[0]?.hash, chain[1]?.hash])
    expect(await chainOf(other)).toMatchObject([{ sequence: 1, previous: '', queued: null }])
    const queue = await world.database.query('select from fiscal_sending where issuer_tax_id = any($1)', [
      [issuer, other],
    ])
    expect(queue).toHaveLength(3)
  })
})

describe('what comes to less than nothing', () => {
  test('is carried into the month once, and stays there until something meets it', async () => {
    const { accountId, portalId } = await putAccount(world.database, 'Cuenta')
    await putInformation(world.database, { accountId, taxId: 'A' })
    const owe = (amountCents: number, row: object = {}) => {
      const of = { type: 'Extra', month: '2026-03-01', portalId, ...row }
      return putEntries(world.database, [
        { accountId, from: 'sales', to: 'accrued', amountCents, ...of } as never,
      ])
    }
    const close = () =>
      inTrial(world.database, (tx) =>
        closeBill(tx, accountId, { through: '2026-06-01', now, appOrigin: 'https://b.test' }),
      )
    const carried = async () => {
      await close()
      const rows = await world.database.query<{ cents: string; reference: string | null }>(
        `select amount_cents as cents, reference from ledger_entry where account_id = $1 and "from" = 'carried' order by at, id`,
        [accountId],
      )
      return rows.map(({ cents, reference }) => [Number(cents), reference])
    }
    await owe(-3_000)
    expect(await carried()).toEqual([[-3_000, '2026-03']])
    expect(await carried()).toEqual([[-3_000, '2026-03']])
    await owe(-500, { month: '2026-05-01' })
    expect(await carried()).toEqual([
      [-3_000, '2026-03'],
      [-3_500, '2026-03'],
    ])
    expect(await carried()).toHaveLength(2)
  })

  test('is carried where it was put right by hand, which nobody carried before', async () => {
    const { accountId, portalId } = await putAccount(world.database, 'Cuenta')
    await putInformation(world.database, { accountId, taxId: 'A' })
    const of = { type: 'Adjustment', month: '2026-05-01', portalId, amountCents: -700 }
    await putEntries(world.database, [{ accountId, from: 'sales', to: 'accrued', ...of } as never])
    await inTrial(world.database, (tx) =>
      closeBill(tx, accountId, { through: '2026-06-01', now, appOrigin: 'https://b.test' }),
    )
    const rows = await world.database.query(
      `select item_id is not null as named from ledger_entry where account_id = $1 and "from" = 'carried'`,
      [accountId],
    )
    expect(rows).toEqual([{ named: true }])
  })
})
