import { type SQL, sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from '#platform/table.ts'
import { memberRole, serviceOnly } from '#platform/tenancy.ts'
import type { FiscalMode } from '../fiscal-choices.ts'
import { charge } from './charge-table.ts'
import { bill } from './table.ts'

/** Members read what follows from their own bills: the policies of each table say which of the next one's rows they see. */
const readBy = (using: SQL) => pgPolicy('read', { for: 'select', to: memberRole, using })

/** What a record says otherwise than the one in whose place it stands, and why. */
export interface Amends {
  reason: string
  /**
   * What the agency has of what is amended (SuministroInformacion.xsd, RechazoPrevio): `N` it was taken, `S` a former
   * amendment was refused, `X` there is none at all. Of a cancellation (SinRegistroPrevio, RechazoPrevio) both can be: `XS`.
   */
  refused: 'N' | 'S' | 'X' | 'XS'
  issuerName?: string | undefined
  recipientName?: string | undefined
  description?: string | undefined
}

/** Veri*factu records, one chain for each issuer's NIF over all of its series. */
export const fiscalRecord = pgTable(
  'fiscal_record',
  {
    issuerTaxId: text().notNull(),
    sequence: integer().notNull(),
    /** Of which it is: a bill, or a charge. */
    billId: uuid().references(() => bill.id),
    chargeId: uuid().references(() => charge.id),
    kind: text().$type<'alta' | 'anulacion'>().notNull(),
    number: text().notNull(),
    issuedOn: date().notNull(),
    /** What was hashed. */
    input: text().notNull(),
    hash: text().notNull(),
    previousHash: text().notNull(),
    generatedAt: text().notNull(),
    /** The mode that it was made in; null: made before there were modes. */
    mode: text().$type<FiscalMode>(),
    /** Of a record that takes the place of another one of the same bill. */
    amends: jsonb().$type<Amends>(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.issuerTaxId, t.sequence] }),
    index().on(t.billId),
    index().on(t.chargeId).where(sql`charge_id is not null`),
    check('of_one', sql`num_nonnulls(bill_id, charge_id) = 1`),
    readBy(sql`exists (select from bill b where b.id = fiscal_record.bill_id)
      or exists (select from charge c where c.id = fiscal_record.charge_id)`),
    ...serviceOnly(),
  ],
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
    readBy(sql`exists (select from fiscal_record r where r.issuer_tax_id = fiscal_sending.issuer_tax_id
      and r.sequence = fiscal_sending.sequence)`),
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
  (t) => [
    index().on(t.issuerTaxId, t.at),
    readBy(sql`exists (select from fiscal_sending s where s.issuer_tax_id = fiscal_answer.issuer_tax_id
      and s.answered_at = fiscal_answer.at)`),
    ...serviceOnly(),
  ],
)
