import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'

type BillingAlert = 'no-bill-info' | 'bill-to-accept' | 'payment-returned' | 'agreement-pending'

/** What is wrong with the bills of a portal's account; told on its master portal only, most severe first. */
export async function billingAlerts(tx: Tx, portalId: string): Promise<BillingAlert[]> {
  const [row] = await rows<Record<'informed' | 'pending' | 'returned' | 'agreed', boolean>>(
    tx,
    sql`select exists (select from billing_information i where i.account_id = p.account_id) as informed,
        exists (select from bill b where b.account_id = p.account_id and b.type = 1 and b.status = 'Pending') as pending,
        exists (select from bill b where b.account_id = p.account_id and b.status = 'Approved' and b.payment = 'returned') as returned,
        not p.self_invoice or exists (select from billing_agreement g where g.account_id = p.account_id) as agreed
      from portal p where p.id = ${portalId} and p.master`,
  )
  if (!row) return []
  return [
    ...(row.informed ? [] : (['no-bill-info'] as const)),
    ...(row.pending ? (['bill-to-accept'] as const) : []),
    ...(row.returned ? (['payment-returned'] as const) : []),
    ...(row.pending && !row.agreed ? (['agreement-pending'] as const) : []),
  ]
}
