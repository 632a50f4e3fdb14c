import { eq, sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { formats } from '#platform/format.ts'
import { words } from '#platform/words.ts'
import { proposeCorrection } from './correct-bill.ts'
import { type OpenAmount, post } from './ledger.ts'
import { type AccountSettings, settingsOf } from './settings.ts'
import { bill } from './table.ts'

interface Late {
  amounts: readonly OpenAmount[]
  settings: AccountSettings
  earnedCents: number
}

const taxedBy = ({ tax, taxBp }: Pick<AccountSettings, 'tax' | 'taxBp'>) => `${tax?.case} ${taxBp}`

/** The newest issued bill of the same person that was taxed so, of the month if there is one, with enough of it left. */
async function billToCorrect(tx: Tx, accountId: string, { amounts, settings, earnedCents }: Late) {
  const left = sql`(b.totals->>'baseCents')::bigint + coalesce((select sum((c.totals->>'baseCents')::bigint) from bill c
    where c.corrects_id = b.id and c.status = 'Approved'), 0)`
  const [found] = await rows<{ id: string }>(
    tx,
    sql`select b.id from bill b where b.account_id = ${accountId} and b.type = 1 and b.status = 'Approved' and b.corrects_id is null
        and b.payment <> 'inRemittance' and b.information->>'taxId' = ${settings.information?.taxId ?? ''}
        and b.tax->>'case' is not distinct from ${settings.tax?.case ?? null}::text and ${left} >= ${-earnedCents}::bigint
        and exists (select from jsonb_array_elements(b.totals->'groups') g where (g->>'taxBp')::int = ${settings.taxBp})
        and not exists (select from bill c where c.corrects_id = b.id and c.status = 'Pending')
      order by exists (select from bill_line l where l.bill_id = b.id and l.month = ${amounts[0]?.month ?? null}::date) desc,
        b.issued_on desc, b.id desc limit 1`,
  )
  if (!found) return undefined
  const [row] = await tx.select().from(bill).where(eq(bill.id, found.id)).for('update')
  return row
}

/**
 * What came back of months that were taxed otherwise than the one that runs cannot come off what is sold now: its tax would stay as it
 * was. It becomes a corrective bill, by difference, of one that bore that tax (Ley 37/1992, arts. 80.Dos and 89; RD 1619/2012, art. 15).
 * Answers whether it did; where no bill can be corrected by so much it is carried forward as everything below zero.
 */
export async function correctLate(
  tx: Tx,
  accountId: string,
  late: Late,
  clock: { now: Date; appOrigin: string },
): Promise<boolean> {
  const { amounts, settings, earnedCents } = late
  if (earnedCents >= 0 || taxedBy(settings) === taxedBy(await settingsOf(tx, accountId, clock.now)))
    return false
  const row = await billToCorrect(tx, accountId, late)
  if (!row) return false
  const month = formats('es').month(amounts[0]?.month ?? '')
  await proposeCorrection(
    tx,
    row,
    {
      ...{ fault: 'returned', reason: words('billing.late.reason', 'es', { month }) },
      difference: { amountCents: earnedCents, description: words('billing.late.line', 'es', { month }) },
    },
    { ...clock, actorId: null },
  )
  const [made] = await rows<{ id: string }>(
    tx,
    sql`select id from bill where corrects_id = ${row.id} and status = 'Pending'`,
  )
  await post(
    tx,
    clock.now,
    amounts.map((line) => ({
      ...{ ...line, accountId, from: 'accrued' as const, to: 'adjustment' as const },
      reason: markOf(made?.id ?? ''),
    })),
  )
  return true
}

const markOf = (billId: string) => `corrected by ${billId}`

/** A corrective bill that is dropped leaves what it was of open again; nothing where somebody has proposed it. */
export const reopenLate = (tx: Tx, { id, accountId }: Pick<typeof bill.$inferSelect, 'id' | 'accountId'>) =>
  tx.execute(sql`
    insert into ledger_entry (id, account_id, "from", "to", amount_cents, type, portal_id, month, commission_bp, tax_bp,
      item_id, split_id, share_bp, description, reference, units)
    select gen_random_uuid(), account_id, "to", "from", amount_cents, type, portal_id, month, commission_bp, tax_bp,
      item_id, split_id, share_bp, description, reference, units
    from ledger_entry where account_id = ${accountId} and reason = ${markOf(id)} and "from" = 'accrued'`)
