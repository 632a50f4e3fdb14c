import { eq, sql } from 'drizzle-orm'
import { portal } from '#features/portals/server/table.ts'
import { billTypes } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { inAccount } from '#platform/own-reach.ts'
import { select } from '#platform/select.ts'
import { todayPlus } from '#platform/windows.ts'
import { issueBy } from '../acceptance-days.ts'
import type { Bill, BillLine } from '../bill-shapes.ts'
import type { Goods } from '../goods.ts'
import { withheldTaxOf } from '../retention.ts'
import { isOfSales, roundingOf } from '../rounding.ts'
import { type BillTax, lineBp } from '../tax-cases.ts'
import { planOf } from './acceptance-plan.ts'
import { silenceAgreed } from './agreement.ts'
import { getCertificate } from './certificate.ts'
import { expectedPayments } from './expected-payment.ts'
import { findHeads } from './heads.ts'
import { type OpenAmount, openAmounts } from './ledger.ts'
import { openLines } from './open-totals.ts'
import { earliestMonth } from './period-of.ts'
import { recordStates } from './record-states.ts'
import { type AccountSettings, maskedIban, settingsOf, taxOfBill } from './settings.ts'
import { settledByCharges } from './settle-charges.ts'
import { bill, billComment, billLine } from './table.ts'
import { outstandingOf } from './totals-of-bills.ts'

/** One bill with its lines. @throws NotFound */
export async function getBill(tx: Tx, billId: string, now: Date): Promise<Bill> {
  const [found] = await findHeads(tx, sql`b.id = ${billId}`, { orderBy: sql`b.id`, limit: 1, now })
  const [row] = await tx.select().from(bill).where(eq(bill.id, billId))
  if (!found || !row) throw new NotFound()
  const settings = await settingsOf(tx, row.accountId, now)
  const open = row.status === 'Next' && row.type === billTypes.bills
  const lines: StoredLine[] = open
    ? await openLines(tx, row.accountId, now)
    : await linesOf(tx, row, settings)
  const names = await portalNames(tx, row.accountId)
  const related = await rows<{ id: string; number: string | null; corrects_id: string | null }>(
    tx,
    sql`select id, number, corrects_id from bill where (corrects_id = ${billId} and status <> 'Cancelled') or id = ${row.correctsId} order by created_at desc, id desc`,
  )
  const comments = await tx
    .select()
    .from(billComment)
    .where(eq(billComment.billId, billId))
    .orderBy(billComment.createdAt, billComment.id)
  const records = await recordStates(tx, sql`r.bill_id = ${billId}`)
  const tax = taxOfBill(row, settings)
  const party = row.information ?? settings.information
  const iso = (at: Date | null) => at?.toISOString() ?? null
  const { totals, taxBp: _, charged: _c, retentionBp, ...rest } = found
  return {
    ...rest,
    lines: lines.map((line, position) => toLine(line, position, names)),
    rounding: roundingOf(lines),
    totals,
    ...toldTax(tax),
    retentionBp,
    retentionTax: party ? withheldTaxOf(party) : 'IRPF',
    ...partiesOf(row, settings),
    ibanMasked: maskedIban(ibanOf(row, settings)),
    outstandingCents: (await outstandingOf(tx, [row.accountId]))(row.accountId, party?.taxId),
    reason: row.reason,
    proof: row.proof,
    ...(await acceptanceOf(tx, row)),
    correctedBy: numbered(related.find((one) => one.corrects_id === billId)),
    corrects: numbered(related.find((one) => one.id === row.correctsId)),
    correction: row.correction,
    hash: row.hash,
    recordsAnnulled: records.some(({ kind }) => kind === 'anulacion'),
    records,
    signable: isIssuedHere(row) && (await isSigning(tx, now)),
    ownNumber: row.ownNumber,
    closedAt: iso(row.closedAt),
    approvedAt: iso(row.approvedAt),
    cancelledAt: iso(row.cancelledAt),
    paidOn: row.paidOn,
    returnedOn: row.returnedOn,
    returnReason: row.returnReason,
    offsets: (await settledByCharges(tx, billId)).map(({ cents: amountCents, ...one }) => ({
      ...{ ...one, amountCents },
    })),
    expected: (await expectedPayments(tx, row.accountId, [row])).get(billId) ?? null,
    comments: comments.map((one) => ({
      id: one.id,
      person: one.personName,
      staff: one.staff,
      text: one.text,
      createdAt: one.createdAt.toISOString(),
    })),
  }
}

type Row = typeof bill.$inferSelect

const numbered = (one: { id: string; number: string | null } | undefined) =>
  one ? { id: one.id, number: one.number } : null

const partiesOf = (row: Row, settings: AccountSettings) => {
  const party = row.information ?? settings.information
  return {
    selfInvoice: row.selfInvoice ?? settings.selfInvoice,
    legalName: party?.legalName ?? null,
    taxId: party?.taxId ?? null,
    provider: row.provider?.legalName ?? settings.provider?.legalName ?? null,
  }
}

const toldTax = (tax: BillTax | undefined) => ({
  ...{ taxName: tax?.name ?? 'IVA', taxCase: tax?.case ?? null },
  ...{ taxMention: tax?.mention ?? null, taxLaw: tax?.law ?? null },
})

/** Where it is paid: of who had the account before, what stands on the bill. */
const ibanOf = ({ information }: Row, { information: present }: AccountSettings) =>
  !information || information.taxId === present?.taxId ? present?.iban : information.iban

const isIssuedHere = ({ number, selfInvoice }: Row) => number !== null && selfInvoice !== false

async function isSigning(tx: Tx, now: Date): Promise<boolean> {
  const certificate = await getCertificate(tx, now)
  return certificate !== null && certificate.state !== 'expired' && certificate.state !== 'ofOther'
}

async function acceptanceOf(tx: Tx, row: Row) {
  const { acceptance, reminders, closedAt } = row
  const waits = row.status === 'Pending' && closedAt !== null
  const months =
    waits && row.type === billTypes.bills && row.selfInvoice !== false ? earliestMonth(row) : null
  const silent = waits && row.selfInvoice !== false && (await silenceAgreed(tx, row))
  return {
    ...{ acceptance, reminders, issueBy: months && !row.correctsId ? issueBy(months) : null },
    silentOn: silent ? planOf(row, closedAt).silentOn : null,
  }
}
export type StoredLine = Omit<OpenAmount, 'taxBp'> & {
  taxBp: number
  goods?: Goods[] | null
  exactMicros?: number | null
}

/** Lines of a bill: frozen ones, or what the ledger holds as open. */
export async function linesOf(
  tx: Tx,
  row: Row,
  {
    tax = { rate: null },
    taxBp,
  }: Pick<AccountSettings, 'taxBp'> & { tax?: Pick<BillTax, 'rate'> | undefined },
): Promise<StoredLine[]> {
  if (row.type === billTypes.bills && row.status === 'Next')
    return (await openAmounts(tx, row.accountId)).map((line) => ({
      ...line,
      taxBp: lineBp(tax, line.taxBp, taxBp),
    }))
  const frozen = await tx
    .select()
    .from(billLine)
    .where(eq(billLine.billId, row.id))
    .orderBy(billLine.position)
  if (frozen.length > 0 || row.type === billTypes.bills) return frozen
  // An advance that is only asked for.
  return [
    {
      ...{
        type: 'Advance',
        portalId: null,
        month: todayPlus(row.createdAt),
        commissionBp: null,
      },
      ...{
        taxBp,
        itemId: null,
        description: row.reason,
        reference: null,
        units: null,
        splitId: null,
        shareBp: null,
      },
      amountCents: row.amountCents ?? 0,
    } as StoredLine,
  ]
}

/**
 * Names of all portals of an account, also of those that a member of the master portal does not list, and of those in which
 * it has a share.
 */
export async function portalNames(tx: Tx, accountId: string): Promise<Map<string, string>> {
  const found = await inAccount(tx, accountId, () =>
    select(
      tx,
      { id: portal.id, name: portal.name },
      sql`portal where ${portal.accountId} = ${accountId} or ${portal.id} in (
        select s.portal_id from split_party y join split s on s.id = y.split_id where y.account_id = ${accountId}
        union select c.portal_id from split_cost c where c.account_id = ${accountId}
        union select l.portal_id from bill_line l where l.account_id = ${accountId} and l.split_id is not null)`,
    ),
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}

function toLine(line: StoredLine, position: number, names: Map<string, string>): BillLine {
  const { type, portalId, month, commissionBp, taxBp, units, description, reference, amountCents } = line
  const { shareBp = null } = line
  return {
    position,
    type,
    portal: portalId ? { id: portalId, name: names.get(portalId) ?? '' } : null,
    month,
    commissionBp,
    shareBp,
    taxBp,
    units,
    description,
    reference,
    amountCents,
    // Bills of before named what had come back whole within the month, too: no units and no money.
    goods: (line.goods ?? [])
      .filter((one) => one.units !== 0 || one.grossCents !== 0 || one.amountCents !== 0)
      .map(({ rateOf = null, rateUnits = null, ...rest }) => ({ ...rest, rateOf, rateUnits })),
    opens: portalId !== null && isOfSales({ type }),
  }
}
