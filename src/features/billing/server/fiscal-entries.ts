import { inArray } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { taxBefore } from '../tax-cases.ts'
import { chargesOfRecords } from './charge-paper.ts'
import type { findRecords } from './fiscal-record.ts'
import type { FrozenInformation, FrozenProvider } from './frozen.ts'
import { bill } from './table.ts'
import type { FiscalEntry } from './verifactu-xml.ts'

type Found = Awaited<ReturnType<typeof findRecords>>

/** Records with what each is of, as it was frozen. Needs the service's reach. */
export async function entriesOf(tx: Tx, records: Found): Promise<FiscalEntry[]> {
  const bills = await tx
    .select()
    .from(bill)
    .where(inArray(bill.id, [...new Set(records.flatMap(({ billId }) => billId ?? []))]))
  const originals = await tx
    .select({ id: bill.id, number: bill.number, issuedOn: bill.issuedOn })
    .from(bill)
    .where(inArray(bill.id, [...new Set(bills.flatMap(({ correctsId }) => correctsId ?? []))]))
  const charges = await chargesOfRecords(
    tx,
    records.flatMap(({ chargeId }) => chargeId ?? []),
  )
  return records.map((record) => {
    const supplied = record.chargeId ? charges.get(record.chargeId) : undefined
    if (supplied) return { record, bill: supplied }
    const of = bills.find(({ id }) => id === record.billId)
    if (!of?.information || !of.provider || !of.totals) throw new Error(`Record ${record.number} has no bill`)
    const [information, provider] = [of.information as FrozenInformation, of.provider as FrozenProvider]
    return {
      record,
      bill: {
        ...{
          type: of.type,
          period: of.period,
          periodFrom: of.periodFrom,
          information,
          provider,
          totals: of.totals,
        },
        ...correctedBy(of, originals),
        tax: of.tax ?? taxBefore(information.territory),
      },
    }
  })
}

/** What a bill corrects, by its number and day. */
function correctedBy(
  { correctsId, correction }: typeof bill.$inferSelect,
  originals: readonly Pick<typeof bill.$inferSelect, 'id' | 'number' | 'issuedOn'>[],
) {
  const original = originals.find(({ id }) => id === correctsId)
  const issuedOn = original?.issuedOn
  return {
    corrects: original?.number ?? null,
    correction: correction && issuedOn ? { ...correction, issuedOn } : null,
  }
}
