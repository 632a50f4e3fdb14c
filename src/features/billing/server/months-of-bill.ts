import { eq } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { settingsOf } from './settings.ts'
import { accrualDay } from './standing.ts'
import { type bill, billLine } from './table.ts'

type Row = typeof bill.$inferSelect
type Named = Pick<NonNullable<Row['information']>, 'kind' | 'taxId' | 'territory' | 'supply'>

const standing = ({ kind, taxId, territory, supply = 'services' }: Named) =>
  [kind, taxId, territory, supply].join(' ')

/** Is who a closed bill names still who the account was in each of its months, as far as that is known? */
export async function isOfItsMonths(tx: Tx, row: Row, now: Date): Promise<boolean> {
  const today = formatDay(dayOf(now.getTime()))
  const named = row.information
  if (!named) return true
  const months = await tx
    .selectDistinct({ month: billLine.month })
    .from(billLine)
    .where(eq(billLine.billId, row.id))
  for (const { month } of months) {
    const { information } = await settingsOf(tx, row.accountId, now, accrualDay(month, today))
    if (information && standing(information) !== standing(named)) return false
  }
  return true
}
