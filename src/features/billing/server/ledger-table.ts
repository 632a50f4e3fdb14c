import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgPolicy, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/portals/server/table.ts'
import { cents, createdAt, id, moment } from '#platform/table.ts'
import { idsIn, memberRole, serviceOnly, serviceRole } from '#platform/tenancy.ts'
import type { LineType } from '../choices.ts'

/**
 * The ledger. Each row moves an amount out of one book into another, so that all books together are always zero; rows
 * are only ever added. `accrued`: owed and not on a bill; `held`: on a Pending bill; `payable`: approved and not paid;
 * `charged`: what an account owes for `services` of the provider;
 * `recouped`: costs on their way between those who share; `royalties`: owed by a label, which `settled` what it has paid.
 */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => account.id),
    at: createdAt(),
    from: text().$type<Book>().notNull(),
    to: text().$type<Book>().notNull(),
    amountCents: cents().notNull(),
    /** The exact sum behind an accrual, in millionths. */
    micros: cents(),
    type: text().$type<LineType>(),
    portalId: uuid(),
    month: date(),
    commissionBp: integer(),
    taxBp: integer(),
    itemId: uuid(),
    billId: uuid(),
    advanceId: uuid(),
    description: text(),
    reason: text(),
    reference: text(),
    units: integer(),
    /** Which split it is a share by, and how large: see split-table.ts. */
    splitId: uuid(),
    shareBp: integer(),
    /** Of what a label owes those it shares with: the label. */
    payerId: uuid(),
    /** Of what it has paid: to whom of those who had the account one after the other, and by whom of those who had its own. */
    taxId: text(),
    payerTaxId: text(),
    /** The day of a payment at the bank, where it moved on another day than it was recorded. */
    day: date(),
  },
  (t) => [
    index().on(t.accountId, t.at),
    index('ledger_accrual').on(t.accountId, t.type, t.month),
    index().on(t.billId),
    index('ledger_portal').on(t.portalId, t.month),
    index('ledger_payer').on(t.payerId).where(sql`payer_id is not null`),
    index('ledger_advance').on(t.advanceId).where(sql`advance_id is not null`),
    check('two_books', sql`"from" <> "to"`),
    pgPolicy('read', {
      for: 'select',
      to: memberRole,
      using: sql`account_id in ${idsIn('app.accounts')}`,
    }),
    pgPolicy('append', {
      for: 'insert',
      to: memberRole,
      withCheck: sql`account_id in ${idsIn('app.accounts')}`,
    }),
    pgPolicy('service_read', { for: 'select', to: serviceRole, using: sql`true` }),
    pgPolicy('service_append', { for: 'insert', to: serviceRole, withCheck: sql`true` }),
  ],
)
type Book =
  | 'sales'
  | 'production'
  | 'extra'
  | 'adjustment'
  | 'carried'
  | 'accrued'
  | 'held'
  | 'payable'
  | 'advances'
  | 'tax'
  | 'retention'
  | 'bank'
  | 'recouped'
  | 'royalties'
  | 'settled'
  | 'services'
  | 'charged'

/**
 * Months of portals whose order lines have changed since the ledger was last filled; written by a trigger. `due_at`: from
 * when on the change counts, where that is not at once.
 */
export const accrualDue = pgTable(
  'accrual_due',
  { portalId: uuid().notNull(), month: date().notNull(), at: createdAt(), dueAt: moment() },
  (t) => [index().on(t.portalId, t.month), index().on(t.dueAt), ...serviceOnly()],
)
