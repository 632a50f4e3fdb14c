import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { ordered } from './server/match-statement.ts'
import { remittance, remittancePayment } from './server/remittance-table.ts'

/** What a bank's statement may tell of: payments that were asked for and not told of, and those that may still come back. */

const world = testDatabase()

test('what the bank was asked for waits to be told, and for 400 days what was paid may come back', async () => {
  const { accountId } = await putAccount(world.database, 'Cuenta')
  const file = { bills: 1, totalCents: 1, executedOn: '2031-06-16', file: Buffer.from('x') }
  const asked = async (undoneAt?: Date) => {
    const id = v7()
    await inTrial(world.database, (tx) =>
      tx.insert(remittance).values({ ...file, id, ...(undoneAt ? { undoneAt } : {}) }),
    )
    return id
  }
  const [one, later, undone] = [await asked(), await asked(), await asked(new Date())]
  const pay = async (number: string, row: object = {}, remittanceId = one) => {
    const billId = await putBill(world.database, {
      ...{ accountId, number, payment: 'inRemittance', remittanceId, ...row },
    })
    const payment = { remittanceId, billId, amountCents: 1_210, iban: 'ES1', holder: 'Titular' }
    await inTrial(world.database, (tx) => tx.insert(remittancePayment).values(payment))
    return billId
  }
  const paid = async (number: string, daysAgo: number) => {
    const id = await pay(number, { payment: 'paid' })
    await world.database.query('update bill set paid_on = current_date - $2::int where id = $1', [
      id,
      daysAgo,
    ])
  }
  await pay('L-1', {}, later)
  const first = await pay('W-1', {})
  await paid('P-399', 399)
  await paid('P-400', 400)
  await pay('U-1', {}, undone)
  await pay('N-1', { payment: 'unpaid' })
  await pay('R-1', { payment: 'returned' })
  await pay('C-1', { status: 'Cancelled', totals: {} })
  // Asked for once more since, in another file.
  await pay('A-1', { remittanceId: later })
  const all = (await inTrial(world.database, ordered)).filter(({ account }) => account === 'Cuenta')
  expect(all.map(({ number }) => number)).toEqual(['W-1', 'P-399', 'L-1'])
  expect(all[0]).toEqual({
    ...{ billId: first, account: 'Cuenta', number: 'W-1', payment: 'inRemittance', remittanceId: one },
    ...{ executedOn: '2031-06-16', cents: 1_210, iban: 'ES1' },
  })
})
