import type { FrozenInformation } from '#features/billing/server/frozen.ts'
import { billLine } from '#features/billing/server/table.ts'
import { taxCaseOf } from '#features/billing/tax-cases.ts'
import type { Database } from '#platform/db.ts'
import { inTrial, putBill } from './raw-bills.ts'

/** For tests of what becomes of an issued bill. */

export const taxOfIssued = taxCaseOf('peninsula', 'peninsula', 'services')
const where = { street: 'Calle 1', postcode: '28001', city: 'Madrid', province: 'Madrid' }
export const informationOfIssued: FrozenInformation = {
  ...{ ...where, legalName: 'Nombre de A', kind: 'company', taxId: 'A', holder: 'Titular' },
  ...{ territory: 'peninsula', supply: 'services', retentionBp: 1_000, settlementBp: 10_000 },
  ...{ email: 'a@example.com', series: 1 },
}

export type BillRow = Partial<Parameters<typeof putBill>[1]>
/** An issued bill of 1,000 at 21 %, of which 10 % are withheld. */
export async function putIssued(
  database: Database,
  { accountId, ...row }: { accountId: string } & BillRow,
  month = '2026-10-01',
) {
  const id = await putBill(database, {
    ...{
      accountId,
      information: informationOfIssued,
      ...(taxOfIssued ? { tax: taxOfIssued } : {}),
      selfInvoice: false,
      period: month,
    },
    ...{ issuedOn: '2026-11-01', provider: { ...where, legalName: 'P', taxId: 'P1' } },
    totals: {
      ...{ earnedCents: 1_000, baseCents: 1_000, taxCents: 210, retentionCents: 100, totalCents: 1_210 },
      payableCents: 1_110,
      groups: [{ taxBp: 2_100, earnedCents: 1_000, settledCents: 0, baseCents: 1_000, taxCents: 210 }],
    },
    ...row,
  })
  await inTrial(database, (tx) =>
    tx.insert(billLine).values({
      ...{ billId: id, position: 0, accountId, type: 'Income', month, taxBp: 2_100, units: 3 },
      amountCents: 1_000,
    }),
  )
  return id
}
