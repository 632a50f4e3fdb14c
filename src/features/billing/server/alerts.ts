import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { billingView } from '#platform/permissions.ts'
import { keptPlan } from '#platform/prepared.ts'
import { inForce } from './in-force.ts'

type BillingAlert = 'no-bill-info' | 'bill-to-accept' | 'payment-returned' | 'agreement-pending'

/**
 * What is wrong with the bills of a portal's account; told on its master portal only. Who may not open billing hears
 * nothing of bills.
 */
export async function billingAlerts(
  tx: Tx,
  portalId: string,
  keys: ReadonlySet<string>,
): Promise<BillingAlert[]> {
  if (!billingView.some((key) => keys.has(key))) return []
  const [row] = await rows<Record<'informed' | 'pending' | 'returned' | 'agreed', boolean>>(
    tx,
    sql`select ${keptPlan} i.account_id is not null as informed,
        exists (select from bill b where b.account_id = p.account_id and b.status = 'Pending' and (b.type = 1 or b.closed_at is not null)) as pending,
        exists (select from bill b where b.account_id = p.account_id and b.status = 'Approved' and b.payment = 'returned'
            and coalesce(b.information->>'taxId' = i.tax_id, true))
          and coalesce(i.iban = any(i.refused_ibans), true) as returned,
        not p.self_invoice or i.territory = 'basqueNavarre' or exists (${inForce(sql`p.account_id`, sql`i.tax_id`, sql`coalesce(i.series, 1)`)}) as agreed
      from portal p left join billing_information i on i.account_id = p.account_id where p.id = ${portalId} and p.master`,
  )
  if (!row) return []
  return [
    ...(row.informed ? [] : (['no-bill-info'] as const)),
    ...(row.pending ? (['bill-to-accept'] as const) : []),
    // Of the IBAN that the bank refused; another one is looked at by nobody but whoever pays.
    ...(row.returned ? (['payment-returned'] as const) : []),
    // Before the first sale that it is for: what is sold without it is never billed under it (decision 124).
    ...(row.informed && !row.agreed ? (['agreement-pending'] as const) : []),
  ]
}
