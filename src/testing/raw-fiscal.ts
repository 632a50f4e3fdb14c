import { fiscalRecord, fiscalSending } from '#features/billing/server/fiscal-table.ts'
import type { FrozenInformation } from '#features/billing/server/frozen.ts'
import type { Database } from '#platform/db.ts'
import { inTrial, putBill } from './raw-bills.ts'
import { accounts } from './world/cast.ts'

/** For tests of what is read of records: puts them there by hand, each with a bill that it is of. */

const where = { street: 'Calle 1', postcode: '28001', city: 'Madrid', province: 'Madrid' }
const informationOf = (taxId: string): FrozenInformation => ({
  ...{ ...where, taxId, legalName: `Nombre de ${taxId}`, kind: 'company', holder: 'Titular' },
  ...{ territory: 'peninsula', retentionBp: 0, settlementBp: 10_000, email: 'a@example.com' },
})

/** An issued bill with all that a record tells of it. */
export const putBillOf = (
  database: Database,
  taxId: string,
  row: Partial<Parameters<typeof putBill>[1]> = {},
) =>
  putBill(database, {
    ...{ accountId: accounts.casaCal.id, issuedOn: '2026-01-15', information: informationOf(taxId) },
    provider: { ...where, taxId: 'B00000000', legalName: 'Proveedor' },
    totals: { baseCents: 1_000, taxCents: 210, totalCents: 1_210, payableCents: 1_210, groups: [] },
    ...row,
  })

type Row = typeof fiscalRecord.$inferInsert

/** A record of a bill of its own, where none is named. */
export async function putRecord(
  database: Database,
  row: Pick<Row, 'issuerTaxId' | 'sequence'> & Partial<Row>,
): Promise<string> {
  const billId = row.billId ?? (row.chargeId ? null : await putBillOf(database, row.issuerTaxId))
  await inTrial(database, (tx) =>
    tx.insert(fiscalRecord).values({
      ...{ kind: 'alta', number: `N-${row.sequence}`, issuedOn: '2026-01-15', hash: `H-${row.sequence}` },
      ...{ input: `NumSerieFactura=N-${row.sequence}&CuotaTotal=2.10&ImporteTotal=12.10&Huella=` },
      ...{ previousHash: '', generatedAt: '2026-01-15T12:00:00+01:00', ...row, billId },
    }),
  )
  return billId ?? ''
}

/** How far it has come with the agency. */
export const putSending = (
  database: Database,
  row: Pick<Row, 'issuerTaxId' | 'sequence'> & Partial<typeof fiscalSending.$inferInsert>,
) => inTrial(database, (tx) => tx.insert(fiscalSending).values(row))
