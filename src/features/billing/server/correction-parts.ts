import { and, eq, inArray } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Tx } from '#platform/db.ts'
import { Conflict } from '#platform/errors.ts'
import { turnedGoods } from '../goods.ts'
import { type Totals, totalsOf } from '../totals.ts'
import { post } from './ledger.ts'
import { bill, billLine } from './table.ts'

type Row = typeof bill.$inferSelect
type Part = Pick<Row, 'id' | 'totals' | 'payment'>

/** The differences that have set an issued bill right so far, oldest first. */
export const partsOf = (tx: Tx, billId: string): Promise<Row[]> =>
  tx
    .select()
    .from(bill)
    .where(and(eq(bill.correctsId, billId), eq(bill.status, 'Approved')))
    .orderBy(bill.approvedAt, bill.id)

/** Correctives together take back no more than there was, and a difference adds no more than the bill had: more is a slip. */
export function demandWhatIsLeft(
  row: Pick<Row, 'totals'>,
  parts: readonly Part[],
  difference: { amountCents: number },
  refuse: (field: string, code: string) => void,
): void {
  const base = row.totals?.baseCents ?? 0
  const left = parts.reduce((sum, { totals }) => sum + (totals?.baseCents ?? 0), base)
  const after = left + difference.amountCents
  if (after < Math.min(0, left) || after > Math.max(0, left) + Math.abs(base))
    refuse('difference', 'billing.differenceBounds')
}

/**
 * What is taken back as a whole was paid with all that set it right, or not at all: only then is it known what is owed.
 * @throws Conflict otherwise, and while a part is at the bank
 */
export function demandOnePayment(row: Pick<Row, 'payment'>, parts: readonly Part[]): void {
  if (parts.some(({ payment }) => payment === 'inRemittance')) throw new Conflict('billing.atBank')
  const moved = ({ payment, totals }: Part) => payment === 'paid' && totals?.payableCents !== 0
  if (row.payment !== 'paid' && parts.some(moved)) throw new Conflict('billing.correctedInPart')
}

/** What a corrective bill is made of: so much more or less, or all of the bill and of what set it right, turned round. */
export async function contentOf(
  tx: Tx,
  row: Row,
  parts: readonly Row[],
  difference: { amountCents: number; description: string } | undefined,
) {
  if (!difference) {
    const bills = [row, ...parts]
    const amountCents = row.amountCents === null ? null : -row.amountCents
    return { lines: await turnedLines(tx, bills), totals: negated(bills), amountCents }
  }
  const lines = [differenceLine(row, difference)]
  const { information } = row
  const totals = totalsOf({
    ...{ groups: lines, outstandingCents: 0, settlementBp: 0 },
    retentionBp: information?.retentionBp ?? 0,
  })
  return { lines, totals, amountCents: null }
}

/** The lines of a bill and of what set it right, turned round. */
async function turnedLines(tx: Tx, bills: readonly { id: string }[]) {
  const ids = bills.map(({ id }) => id)
  const found = await tx
    .select()
    .from(billLine)
    .where(inArray(billLine.billId, ids))
    .orderBy(billLine.position)
  return ids
    .flatMap((id) => found.filter(({ billId }) => billId === id))
    .map((line, position) => ({
      ...line,
      // Those of the bill itself keep their places, by which they open to their orders.
      position,
      amountCents: -line.amountCents,
      units: line.units && -line.units,
      exactMicros: line.exactMicros && -line.exactMicros,
      goods: line.goods && turnedGoods(line.goods),
    }))
}

/** At the rate of the bill's largest base. */
export function differenceLine(
  row: Row,
  { amountCents, description }: { amountCents: number; description: string },
) {
  const groups = [...(row.totals?.groups ?? [])].sort((a, b) => b.baseCents - a.baseCents)
  return {
    ...{ accountId: row.accountId, position: 0, type: 'Adjustment' as const, portalId: null },
    ...{ month: row.period ?? row.issuedOn ?? '', commissionBp: null, taxBp: groups[0]?.taxBp ?? 0 },
    ...{ itemId: null, description, reference: row.number, units: null, amountCents },
  }
}

/** What set a bill right that is taken back stays right: it is open, as the bill's own amounts are. */
export async function reopenParts(tx: Tx, parts: readonly Row[], now: Date): Promise<void> {
  if (parts.length === 0) return
  const ids = parts.map(({ id }) => id)
  const lines = await tx.select().from(billLine).where(inArray(billLine.billId, ids))
  await post(
    tx,
    now,
    lines.map(({ accountId, amountCents, month, taxBp, description, reference }) => ({
      ...{ accountId, from: 'adjustment' as const, to: 'accrued' as const, amountCents, type: 'Adjustment' },
      ...{ month, taxBp, description, reference, itemId: v7() },
    })),
  )
}

/** All totals together, turned round. */
export function negated(bills: readonly Pick<Row, 'totals'>[]): Totals {
  const all = bills.flatMap(({ totals }) => totals ?? [])
  const minus = (values: readonly number[]) => {
    const sum = values.reduce((one, value) => one + value, 0)
    return sum === 0 ? 0 : -sum
  }
  const rates = [...new Set(all.flatMap(({ groups }) => groups.map(({ taxBp }) => taxBp)))].sort(
    (a, b) => b - a,
  )
  return {
    earnedCents: minus(all.map((one) => one.earnedCents)),
    settledCents: minus(all.map((one) => one.settledCents)),
    baseCents: minus(all.map((one) => one.baseCents)),
    taxCents: minus(all.map((one) => one.taxCents)),
    retentionCents: minus(all.map((one) => one.retentionCents)),
    totalCents: minus(all.map((one) => one.totalCents)),
    payableCents: minus(all.map((one) => one.payableCents)),
    groups: rates.map((taxBp) => {
      const of = all.flatMap(({ groups }) => groups.filter((group) => group.taxBp === taxBp))
      return {
        taxBp,
        earnedCents: minus(of.map((one) => one.earnedCents)),
        settledCents: minus(of.map((one) => one.settledCents)),
        baseCents: minus(of.map((one) => one.baseCents)),
        taxCents: minus(of.map((one) => one.taxCents)),
      }
    }),
  }
}
