import { date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from '#platform/table.ts'
import { serviceOnly } from '#platform/tenancy.ts'
import { bill } from './table.ts'

/** Veri*factu records, one chain for each issuer's NIF over all of its series. */
export const fiscalRecord = pgTable(
  'fiscal_record',
  {
    issuerTaxId: text().notNull(),
    sequence: integer().notNull(),
    billId: uuid()
      .notNull()
      .references(() => bill.id),
    kind: text().$type<'alta' | 'anulacion'>().notNull(),
    number: text().notNull(),
    issuedOn: date().notNull(),
    /** What was hashed. */
    input: text().notNull(),
    hash: text().notNull(),
    previousHash: text().notNull(),
    generatedAt: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.issuerTaxId, t.sequence] }), index().on(t.billId), ...serviceOnly()],
)

/** How far each record has come with the agency; there are rows only while sending is switched on. */
export const fiscalSending = pgTable(
  'fiscal_sending',
  {
    issuerTaxId: text().notNull(),
    sequence: integer().notNull(),
    state: text()
      .$type<'waiting' | 'accepted' | 'acceptedWithErrors' | 'rejected'>()
      .notNull()
      .default('waiting'),
    attempts: integer().notNull().default(0),
    /** Not before; also while an attempt is under way. */
    dueAt: createdAt(),
    errorCode: text(),
    errorText: text(),
    answeredAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.issuerTaxId, t.sequence] }),
    index().on(t.state, t.dueAt),
    ...serviceOnly(),
  ],
)

/** What the agency answered to each sending, word for word. */
export const fiscalAnswer = pgTable(
  'fiscal_answer',
  {
    id: id(),
    issuerTaxId: text().notNull(),
    records: integer().notNull(),
    /** HTTP status; null where nothing came back. */
    status: integer(),
    csv: text(),
    body: text().notNull(),
    at: createdAt(),
  },
  (t) => [index().on(t.issuerTaxId, t.at), ...serviceOnly()],
)
