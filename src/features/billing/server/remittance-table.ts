import { boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import { bytea, cents, createdAt, id, moment } from '#platform/table.ts'
import { serviceOnly } from '#platform/tenancy.ts'
import { bill } from './table.ts'

/** Files of payments for the bank. One that was taken back before anybody had it stays as a row. */
export const remittance = pgTable(
  'remittance',
  {
    id: id(),
    bills: integer().notNull(),
    totalCents: cents().notNull(),
    /** The day on which the bank was asked to pay. */
    executedOn: date().notNull(),
    file: bytea().notNull(),
    actorId: uuid().references(() => person.id, { onDelete: 'set null' }),
    /** Does a second person have to confirm it? */
    needsSecond: boolean().notNull().default(false),
    confirmedBy: uuid().references(() => person.id, { onDelete: 'set null' }),
    confirmedAt: moment(),
    downloadedAt: moment(),
    undoneAt: moment(),
    createdAt: createdAt(),
  },
  () => serviceOnly(),
)

/** What a file asks the bank for; none of files from before this was kept. */
export const remittancePayment = pgTable(
  'remittance_payment',
  {
    remittanceId: uuid()
      .notNull()
      .references(() => remittance.id),
    billId: uuid()
      .notNull()
      .references(() => bill.id),
    amountCents: cents().notNull(),
    iban: text().notNull(),
    holder: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.remittanceId, t.billId] }), index().on(t.billId), ...serviceOnly()],
)
