import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id } from '#platform/table.ts'
import { memberRole, serviceOnly } from '#platform/tenancy.ts'
import type { EventType, FiscalMode } from '../fiscal-choices.ts'

/**
 * In which mode records are made from a day on: of one issuer, or of all that have none of their own (`issuerTaxId`
 * null). Of those in force the one of the latest day counts, of one day what was written last; `mode` null: as all others
 * again.
 */
export const fiscalMode = pgTable(
  'fiscal_mode',
  {
    id: id(),
    issuerTaxId: text(),
    mode: text().$type<FiscalMode>(),
    validFrom: date().notNull(),
    personId: uuid(),
    personName: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.issuerTaxId, t.validFrom), ...serviceOnly()],
)

/** Signed records, each as it was signed (RD 1007/2023, art. 12), in canonical form. */
export const fiscalSignature = pgTable(
  'fiscal_signature',
  {
    issuerTaxId: text().notNull(),
    sequence: integer().notNull(),
    xml: text().notNull(),
    /** Who signed, as its certificate names it. */
    signer: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.issuerTaxId, t.sequence] }),
    // The policies of records say whose they are.
    pgPolicy('read', {
      for: 'select',
      to: memberRole,
      using: sql`exists (select from fiscal_record r where r.issuer_tax_id = fiscal_signature.issuer_tax_id
      and r.sequence = fiscal_signature.sequence)`,
    }),
    ...serviceOnly(),
  ],
)

/** The event log of an issuer whose records are signed and not sent (Orden HAC/1177/2024, art. 9): a chain of its own. */
export const fiscalEvent = pgTable(
  'fiscal_event',
  {
    issuerTaxId: text().notNull(),
    sequence: integer().notNull(),
    type: text().$type<EventType>().notNull(),
    /** What the agency's schema wants of this type. */
    data: jsonb().$type<Record<string, unknown>>(),
    /** What was hashed. */
    input: text().notNull(),
    hash: text().notNull(),
    previousHash: text().notNull(),
    generatedAt: text().notNull(),
    xml: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.issuerTaxId, t.sequence] }), ...serviceOnly()],
)
