import { type SQL, sql } from 'drizzle-orm'
import { billTypes } from '#platform/constants.ts'
import { elevated, rows, type Tx } from '#platform/db.ts'
import { keptPlan } from '#platform/prepared.ts'
import { todayPlus } from '#platform/windows.ts'
import type { BillHead } from '../bill-shapes.ts'
import type { BillStatus, Block, PaymentState, Supply, Territory } from '../choices.ts'
import { type RetentionKind, retentionBpOf } from '../retention.ts'
import type { Totals } from '../totals.ts'
import type { FrozenInformation } from './frozen.ts'
import { inForce, operationsFrom } from './in-force.ts'
import { openTotals } from './open-totals.ts'
import { formerSql, ibanSql } from './payable.ts'
import { taxReader } from './settings.ts'
import { liveTotals, openByMonth } from './totals-of-bills.ts'

interface Columns {
  id: string
  type: 1 | 2
  account_id: string
  account_name: string
  portal_id: string | null
  status: BillStatus
  payment: PaymentState
  number: string | null
  period: string | null
  period_from: string | null
  issued_on: string | null
  corrects_id: string | null
  offered: boolean
  totals: Totals | null
  amount_cents: string | null
  version: number
  updated_at: string
  information: FrozenInformation | null
  tax_id: string | null
  /** Of the open bill: since when its account is who it is. */
  since: string | null
  informed: boolean
  agreed: boolean
  held: boolean
  own: boolean
  self_invoice: boolean
  provided: boolean
  territory: Territory | null
  supply: Supply
  retention: RetentionKind | null
  retention_year: number | null
  retention_bp: number | null
  settlement_bp: number
}

/** The day that a bill `b` is sorted by, in Madrid: of the month that it closes, or of its beginning. */
export const dayOf = sql`coalesce(b.period, (b.created_at at time zone 'Europe/Madrid')::date)`

/** SQL: has the table of cases (tax-cases.ts) none for an account `i` and the provider, by their postcodes? */
const noCaseSql = sql`(select case left(value::jsonb->>'postcode', 2)
    when '35' then i.supply = 'authorship' when '38' then i.supply = 'authorship'
    when '51' then true when '52' then true else false end from setting where key = 'billing.provider')`

/**
 * SQL: why an open bill `b` of account `i` with portal `p` would be the account's own to invoice, were it closed now; null where an
 * agreement is in force. It has to precede the sales (RD 1619/2012, art. 5.2), so that this is said before they are closed.
 */
const unagreedSql = sql`case when b.status = 'Next' and b.type = 1 and i.account_id is not null
    and coalesce(p.self_invoice, true) and i.territory <> 'basqueNavarre'
    and not exists (${inForce(sql`b.account_id`, sql`i.tax_id`, sql`coalesce(i.series, 1)`)})
  then case when exists (select from billing_agreement g where g.account_id = b.account_id and g.withdrawn_at is null) then 'agreementOfOther'
    when exists (select from billing_agreement g where g.account_id = b.account_id) then 'agreementEnded' else 'agreementMissing' end end`

/** SQL: what a bill waits for, as an array of texts; the same words as `blocks`. */
export const blockedSql = sql`array_remove(array[
  case when b.status = 'Next' and b.type = 1 and i.account_id is null then 'information' end,
  case when b.type = 2 and b.status in ('Next', 'Pending') and i.account_id is null then 'information' end,
  case when b.status = 'Pending' and (b.type = 1 or b.closed_at is not null) and b.corrects_id is null and coalesce(b.self_invoice, true)
    and not exists (${inForce(sql`b.account_id`, sql`b.information->>'taxId'`, sql`coalesce((b.information->>'series')::int, 1)`, operationsFrom(sql`b.id`))}) then 'agreement' end,
  case when b.status = 'Next' and i.account_id is not null and ${noCaseSql} then 'taxCase' end,
  ${unagreedSql},
  case when i.tax_id_shared and (b.status = 'Next' or b.status = 'Pending' and b.corrects_id is null
    and coalesce(b.information->>'taxId', i.tax_id) = i.tax_id) then 'taxIdShared' end,
  case when b.status = 'Pending' and not exists (select from setting where key = 'billing.provider') then 'provider' end,
  case when b.status = 'Pending' and b.type = 1 and b.corrects_id is null and not coalesce(b.self_invoice, true) and b.own_number is null then 'ownInvoice' end,
  case when b.status = 'Approved' and b.payment in ('unpaid', 'returned') and not ${formerSql} and i.iban_held_until > clock_timestamp() then 'ibanHeld' end,
  case when b.status = 'Approved' and b.payment in ('unpaid', 'returned') and ${ibanSql} = any(i.refused_ibans) then 'ibanReturned' end
], null)`

/** SQL: bills of which `blockedSql` may tell something: of all that are paid it is not asked. */
export const mayWaitSql = sql`(b.status in ('Next', 'Pending') or b.status = 'Approved' and b.payment in ('unpaid', 'returned'))`

/** Tables that `where` may name: b bill, a account, p its master portal, i its billing information. */
export const headTables = sql`bill b join account a on a.id = b.account_id
  left join portal p on p.account_id = a.id and p.master and p.deleted_at is null
  left join billing_information i on i.account_id = a.id`

interface Rates {
  settlementBp: number
  retentionBp: number
}

/** What is settled and withheld of a bill: as it was frozen, or as it would be today. */
function ratesOf(row: Columns, day: string): Rates {
  const { information, territory, retention, retention_year: retentionYear } = row
  const now =
    retention && territory
      ? retentionBpOf({ retention, retentionYear, territory }, Number(day.slice(0, 4)))
      : (row.retention_bp ?? 0)
  return {
    settlementBp: information?.settlementBp ?? row.settlement_bp,
    retentionBp: information?.retentionBp ?? now,
  }
}

/** What the totals of a bill that keeps none yet are reckoned from. */
const unfrozen = (row: Columns) => ({
  id: row.id,
  type: row.type,
  accountId: row.account_id,
  taxId: row.information?.taxId ?? row.tax_id,
  open: row.type === billTypes.bills && row.status === 'Next',
  amountCents: row.amount_cents === null ? null : Number(row.amount_cents),
})

/** Bills with what they come to; the caller narrows them to what may be seen: one account's, or those of a page. */
export async function findHeads(
  tx: Tx,
  where: SQL,
  { orderBy, limit, offset = 0, now }: { orderBy: SQL; limit: number; offset?: number; now: Date },
): Promise<(BillHead & { totals: Totals; taxBp: number; charged: boolean; retentionBp: number })[]> {
  return elevated(tx, 'ownAccount', async () => {
    const found = await rows<Columns & { blocked: Block[] }>(
      tx,
      sql`select ${keptPlan} b.id, b.type, b.account_id, a.name as account_name, p.id as portal_id, b.status, b.payment, b.number,
          b.period::text, b.period_from::text, b.issued_on::text, b.corrects_id, b.totals,
          b.type = 2 and b.status = 'Pending' and b.closed_at is not null as offered, b.amount_cents, b.version, b.updated_at,
          b.information, i.tax_id, i.territory,
          case when b.type = 1 and b.status = 'Next' then i.since::text end as since, i.supply, i.retention,
          i.retention_year, i.retention_bp, a.settlement_bp, ${blockedSql} as blocked
        from ${headTables} where ${where} order by ${orderBy} limit ${limit} offset ${offset}`,
    )
    const day = todayPlus(now)
    const taxed = await taxReader(tx, day)
    const ofRows = new Map<Columns, Awaited<ReturnType<typeof taxed>> & Rates>()
    for (const row of found) {
      const { territory, supply } = row
      ofRows.set(row, {
        ...(await taxed(territory ? { territory, supply } : undefined)),
        ...ratesOf(row, day),
      })
    }
    const of = (row: Columns) => ofRows.get(row) as Awaited<ReturnType<typeof taxed>> & Rates
    const unissued = found.filter(({ totals }) => totals === null)
    const open = await openByMonth(tx, [...new Set(unissued.map((row) => row.account_id))])
    const live = await liveTotals(
      tx,
      unissued.map((row) => ({ ...unfrozen(row), ...of(row) })),
      open,
    )
    // Of two standings it is more than one bill, each with its own tax.
    for (const { id, account_id, since } of unissued) {
      const changed = open.some((one) => one.account_id === account_id && (one.month ?? '') < (since ?? ''))
      const totals = changed ? await openTotals(tx, account_id, now) : undefined
      if (totals) live.set(id, totals)
    }
    return found.map((row) => {
      const totals = row.totals ?? (live.get(row.id) as Totals)
      return {
        id: row.id,
        type: row.type,
        account: { id: row.account_id, name: row.account_name, portalId: row.portal_id },
        status: row.status,
        payment: row.payment,
        number: row.number,
        period: row.status === 'Next' ? null : row.period,
        periodFrom: row.status === 'Next' ? null : row.period_from,
        issuedOn: row.issued_on,
        corrective: row.corrects_id !== null,
        offered: row.offered,
        baseCents: totals.baseCents,
        payableCents: totals.payableCents,
        blocked: row.blocked,
        version: row.version,
        updatedAt: new Date(row.updated_at).toISOString(),
        totals,
        ...{ taxBp: of(row).taxBp, charged: of(row).charged },
        retentionBp: of(row).retentionBp,
      }
    })
  })
}
