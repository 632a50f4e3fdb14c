import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { Conflict, Unprocessable } from '#platform/errors.ts'
import { modeOf } from './fiscal-mode.ts'
import { findRecords, recordAmendment } from './fiscal-record.ts'
import { statesOf } from './record-fates.ts'
import { bill } from './table.ts'

interface Mend {
  reason: string
  issuerName?: string | undefined
  recipientName?: string | undefined
  description?: string | undefined
}

/**
 * Puts another record in the place of a bill's, where only the record was wrong: the bill stays as it is (RD 1007/2023,
 * art. 8.2.a). What is hashed, number, day and amounts, is the bill's; where one of those is wrong the bill is corrected.
 * @throws what `amend` does
 */
export async function mendRecord(
  tx: Tx,
  row: typeof bill.$inferSelect,
  mend: Mend,
  now: Date,
): Promise<void> {
  await amend(tx, await findRecords(tx, sql`r.bill_id = ${row.id}`), mend, now)
  await tx
    .update(bill)
    .set({ version: sql`${bill.version} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(eq(bill.id, row.id))
}

/** The same of an invoice of the provider. The account's lock has to be held. @throws what `amend` does */
export const mendChargeRecord = async (tx: Tx, chargeId: string, mend: Mend, now: Date): Promise<void> =>
  amend(tx, await findRecords(tx, sql`r.charge_id = ${chargeId}`), mend, now)

/**
 * @throws Conflict while the last one waits to be sent, for what was cancelled or never had any; Unprocessable where nothing
 * would be different from a record that was taken
 */
async function amend(
  tx: Tx,
  records: Awaited<ReturnType<typeof findRecords>>,
  { reason, ...changes }: Mend,
  now: Date,
): Promise<void> {
  const last = records.findLast(({ kind }) => kind === 'alta')
  if (!last) throw new Conflict('billing.fiscal.noRecord')
  const states = await statesOf(tx, records)
  if (records.some((one) => one.kind === 'anulacion' && states(one) !== 'rejected'))
    throw new Conflict('billing.alreadyAnnulled')
  const state = states(last)
  if (state === 'waiting') throw new Conflict('billing.fiscal.stillWaiting')
  const said = Object.fromEntries(Object.entries({ ...last.amends, ...given(changes) }))
  const same = (['issuerName', 'recipientName', 'description'] as const).every(
    (key) => said[key] === last.amends?.[key],
  )
  // A refused one may go again as it was: what was wrong may have been set right with the agency.
  if (same && state !== 'rejected')
    throw new Unprocessable({ issuerName: { code: 'billing.fiscal.nothingMended' } })
  const mode = await modeOf(tx, last.issuerTaxId, now)
  const taken = records.some((one) => ['accepted', 'acceptedWithErrors'].includes(states(one)))
  const refused = mode === 'sending' ? refusedAs(state, taken) : 'N'
  const { billId, chargeId, issuerTaxId, number, issuedOn, input } = last
  const of = chargeId ? { chargeId } : { billId: billId ?? '' }
  const amends = { ...said, reason, refused } as const
  await recordAmendment(tx, { ...of, issuerTaxId, number, issuedOn, input, amends }, now)
}

/** Was the last one refused, and has the agency taken any of them? */
function refusedAs(state: string, taken: boolean) {
  if (!taken) return 'X'
  return state === 'rejected' ? 'S' : 'N'
}

const given = (changes: Omit<Mend, 'reason'>) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value))
