import { inArray } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import type { Block } from '../choices.ts'
import { closeBill } from './close-bill.ts'
import { monthToClose } from './close-months.ts'
import { lockAccounts } from './ledger.ts'
import { settingsOf } from './settings.ts'
import { bill } from './table.ts'

/** Closes the last whole month of the open bills named, and tells of each that stays why it does. */
export async function closeBills(
  tx: Tx,
  billIds: readonly string[],
  { now, appOrigin }: { now: Date; appOrigin: string },
) {
  const found = await tx
    .select()
    .from(bill)
    .where(inArray(bill.id, [...billIds]))
    .orderBy(bill.accountId)
  await lockAccounts(
    tx,
    found.map(({ accountId }) => accountId),
  )
  const left: { billId: string; account: string; why: Block[] }[] = []
  let closed = 0
  for (const row of found) {
    if (row.type !== 1 || row.status !== 'Next') continue
    const result = await closeBill(tx, row.accountId, { through: monthToClose(now), now, appOrigin })
    if ('closed' in result) closed++
    else
      left.push({
        billId: row.id,
        account: (await settingsOf(tx, row.accountId, now)).name,
        why: result.left === 'empty' ? [] : [result.left],
      })
  }
  return { closed, left }
}
