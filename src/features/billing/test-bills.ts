import type { Database } from '#platform/db.ts'
import { as, ok } from '#testing/as.ts'
import type { Fault } from './corrections.ts'

/** The open bill of a portal's account. */
export const nextOf = async (database: Database, who: 'artist' | 'label' | 'staff', portalId: string) => {
  const api = await as(database, who)
  const { next } = ok(await api.billing.getBilling({ portalId }))
  if (!next) throw new Error('no open bill')
  return next
}
/** What each book of the ledger holds. */
export const books = (database: Database) =>
  database.query<{ book: string; cents: string }>(
    `select book, sum(cents) as cents from (
       select "to" as book, amount_cents as cents from ledger_entry union all
       select "from", -amount_cents from ledger_entry) e group by 1`,
  )

/** Adds 1,000 € to an account's open bill and closes it. */
export async function pendingBill(database: Database, portalId: string, amountCents = 100_000) {
  const staff = await as(database, 'billing')
  const { id } = await nextOf(database, 'staff', portalId)
  ok(
    await staff.billing.addLine({
      ...{ billId: id, type: 'Extra', description: 'Directo grabado', amountCents, reason: 'Contrato' },
      reference: 'C-1',
    }),
  )
  const open = ok(await staff.billing.getBill({ billId: id }))
  return ok(await staff.billing.closeBill({ billId: id }, { version: open.version }))
}

/** Takes back all of an issued bill: proposed by staff, accepted by the account. Answers what was corrected. */
export async function correctWhole(
  database: Database,
  bill: { id: string; version: number },
  { fault = 'detail', who = 'artist' }: { fault?: Fault; who?: 'artist' | 'label' } = {},
) {
  const staff = await as(database, 'billing')
  const account = await as(database, who)
  const billId = bill.id
  const proposed = ok(
    await staff.billing.cancelBill({ billId, reason: 'Error', fault }, { version: bill.version }),
  )
  const corrective = ok(await account.billing.getBill({ billId: proposed.correctedBy?.id ?? '' }))
  ok(await account.billing.approveBill({ billId: corrective.id }, { version: corrective.version }))
  return ok(await staff.billing.getBill({ billId }))
}
