import { and, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { PortalScope } from '#platform/actor.ts'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict, NotFound, Unprocessable } from '#platform/errors.ts'
import { inAccount } from '#platform/own-reach.ts'
import { number, select } from '#platform/select.ts'
import { dayFault, todayPlus } from '#platform/windows.ts'
import { ofMaster } from './information.ts'
import { billingInformation } from './information-table.ts'
import { lockAccounts, post } from './ledger.ts'
import { accountNames } from './list-splits.ts'
import { messageIdOf, painFile } from './pain.ts'
import { personOfEntry, presentTaxId } from './share-persons.ts'
import { shareByFile } from './split-table.ts'

/**
 * Lets an account that owes this one shares pay it with a file, or no longer: whoever makes the file has the IBAN of each
 * whom it pays. @throws NotFound for one that shares nothing with it
 */
export async function setShareByFile(
  tx: Tx,
  portal: PortalScope,
  { payerId, allowed }: { payerId: string; allowed: boolean },
): Promise<void> {
  const accountId = ofMaster(portal)
  const [pays] = await rows(
    tx,
    sql`select from ledger_entry where account_id = ${accountId} and payer_id = ${payerId} and payer_id <> account_id limit 1`,
  )
  if (!pays) throw new NotFound()
  if (allowed) await tx.insert(shareByFile).values({ accountId, payerId }).onConflictDoNothing()
  else
    await tx
      .delete(shareByFile)
      .where(and(eq(shareByFile.accountId, accountId), eq(shareByFile.payerId, payerId)))
}

const owedTo = {
  accountId: sql<string>`e.account_id`,
  cents: number(
    sql<string>`sum(case when e."to" = 'royalties' then e.amount_cents else -e.amount_cents end)`,
  ),
}

/** Whom an account owes shares, both as who has them now, and how each is paid; those who cannot be, and those who do not want it, apart. */
const owedBy = (tx: Tx, payerId: string) =>
  select(
    tx,
    {
      ...owedTo,
      taxId: sql<string | null>`max(${personOfEntry.payee})`,
      payerTaxId: sql<string | null>`max(${personOfEntry.payer})`,
      iban: sql<string | null>`max(i.iban)`,
      holder: sql<string | null>`max(i.holder)`,
      payable: sql<boolean>`bool_and(i.iban is not null and not (i.iban = any(i.refused_ibans))
        and coalesce(i.iban_held_until <= clock_timestamp(), true)
        and exists (select from share_by_file f where f.account_id = e.account_id and f.payer_id = e.payer_id))`,
    },
    sql`ledger_entry e left join billing_information i on i.account_id = e.account_id
      where e.payer_id = ${payerId} and e.account_id <> ${payerId} and 'royalties' in (e."from", e."to")
        and ${personOfEntry.payee} is not distinct from ${presentTaxId(sql`e.account_id`)}
        and ${personOfEntry.payer} is not distinct from ${presentTaxId(sql`e.payer_id`)}
      group by 1 having sum(case when e."to" = 'royalties' then e.amount_cents else -e.amount_cents end) > 0 order by 1`,
  )

/**
 * Puts what a label owes into one file for its bank, and records it as paid on the day of the file: two files pay nothing twice.
 * What the bank does not pay is taken back as any record is.
 * @throws Conflict without an own account, and where nobody can be paid; Unprocessable by the field for a day that banks do
 * not take, and for accounts that are owed nothing or are not paid so
 */
export async function createShareFile(
  tx: Tx,
  portal: PortalScope,
  { on, accountIds }: { on: string; accountIds?: readonly string[] | undefined },
  now: Date,
) {
  const payerId = ofMaster(portal)
  const dated = dayFault(on, todayPlus(now), todayPlus(now, 60))
  if (dated) throw new Unprocessable({ on: dated })
  return inAccount(tx, payerId, async () => {
    const [own] = await tx.select().from(billingInformation).where(eq(billingInformation.accountId, payerId))
    if (!own) throw new Conflict('billing.informationMissing')
    await lockAccounts(tx, [payerId, ...(await owedBy(tx, payerId)).map(({ accountId }) => accountId)])
    // As it is now that nobody else changes it.
    const payable = (await owedBy(tx, payerId)).filter((one) => one.payable)
    const chosen = accountIds ? payable.filter(({ accountId }) => accountIds.includes(accountId)) : payable
    if (accountIds?.some((id) => !chosen.some(({ accountId }) => accountId === id)))
      throw new Unprocessable({ accountIds: { code: 'billing.notPayable' } })
    if (chosen.length === 0) throw new Conflict('billing.nothingToPay')
    const id = v7()
    const named = await accountNames(
      tx,
      chosen.map(({ accountId }) => accountId),
    )
    const payments = chosen.map(({ accountId, cents, iban, holder, taxId, payerTaxId }, at) => ({
      ...{ taxId, payerTaxId },
      ...{ payee: named(accountId), amountCents: cents, iban: iban ?? '', holder: holder ?? '' },
      reference: `LIQ-${on.replaceAll('-', '')}-${messageIdOf(id).slice(-6)}-${at + 1}`,
    }))
    await post(
      tx,
      now,
      payments.map(({ payee, amountCents, reference, taxId, payerTaxId }) => ({
        ...{ taxId, payerTaxId },
        ...{
          accountId: payee.id,
          payerId,
          from: 'royalties',
          to: 'settled',
          amountCents,
          day: on,
          reference,
        },
      })),
    )
    return {
      name: `pain.001-${id}.xml`,
      content: painFile(
        { id, provider: { legalName: own.legalName, taxId: own.taxId, iban: own.iban }, on, now },
        payments.map(({ amountCents: cents, reference, taxId: _t, payerTaxId: _p, ...to }) => ({
          ...{ ...to, cents, number: reference },
        })),
      ),
      totalCents: payments.reduce((sum, { amountCents }) => sum + amountCents, 0),
      payments: payments.map(({ payee, amountCents, reference }) => ({ payee, amountCents, reference })),
    }
  })
}

/** Who has an account from now on, and whom it pays or is paid by, has said nothing yet of who is to have an IBAN. */
export const endConsents = (tx: Tx, accountId: string) =>
  inAccount(tx, accountId, () =>
    tx.delete(shareByFile).where(sql`${accountId} in (${shareByFile.accountId}, ${shareByFile.payerId})`),
  )

/** Who of those that an account pays, or whom it is paid by, is paid with files: `payer payee`. */
export async function paidByFile(tx: Tx, accountId: string): Promise<ReadonlySet<string>> {
  const found = await tx
    .select()
    .from(shareByFile)
    .where(sql`${accountId} in (${shareByFile.accountId}, ${shareByFile.payerId})`)
  return new Set(found.map((row) => `${row.payerId} ${row.accountId}`))
}
