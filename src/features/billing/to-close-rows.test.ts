import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill, putEntries, putInformation } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { accountsToClose } from './server/close-bill.ts'
import { closeMonths } from './server/close-months.ts'

/** Whose month can be closed, of entries put by hand. */

const world = testDatabase()
const april = '2026-04-01'

test('a month is closed of who has something open of it or of before, and nothing closed since', async () => {
  const put = async (taxId: string) => {
    const { accountId } = await putAccount(world.database, `Cuenta ${taxId}`)
    await putInformation(world.database, { accountId, taxId })
    return accountId
  }
  const [now, before, later, held, closed] = [
    ...[await put('B1'), await put('B2'), await put('B3')],
    ...[await put('B4'), await put('B5')],
  ] as [string, string, string, string, string]
  const sold = (accountId: string, month: string) =>
    putEntries(world.database, [{ accountId, month, from: 'sales', to: 'accrued', amountCents: 1_000 }])
  await sold(now, april)
  await sold(before, '2026-03-01')
  await sold(later, '2026-05-01')
  // Nothing of it is open: it was held, and moved on.
  await putEntries(world.database, [
    { accountId: held, month: april, from: 'held', to: 'payable', amountCents: 1_000 },
  ])
  await sold(closed, april)
  await putBill(world.database, { accountId: closed, period: april })
  const found = (await inTrial(world.database, (tx) => accountsToClose(tx, april))).map(({ id }) => id)
  const ours = [now, before, later, held, closed]
  expect(found.filter((id) => ours.includes(id)).sort()).toEqual([now, before].sort())
})

test('how far a long closing is, is told after every hundred accounts, and at its end', async () => {
  const { database } = world
  for (let nth = 0; nth < 101; nth++) {
    const { accountId } = await putAccount(database, `Deudora ${nth}`)
    await putInformation(database, { accountId, taxId: `D${nth}` })
    // Carried forward already: nothing becomes of it.
    await putEntries(database, [
      {
        ...{ accountId, month: '2015-04-01', from: 'carried', to: 'accrued', amountCents: -1 },
        ...{ type: 'Adjustment', itemId: v7() },
      },
    ])
  }
  // So long ago that nobody else had anything.
  const now = new Date('2015-05-20T10:00:00Z')
  const told: [number, number][] = []
  const progress = (done: number, of: number) => void told.push([done, of])
  expect(await closeMonths(database, { now, appOrigin: '', progress })).toBe(0)
  expect(told).toEqual([
    [100, 101],
    [101, 101],
  ])
})
