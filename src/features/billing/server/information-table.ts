import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import { account } from '#features/portals/server/table.ts'
import { defaultRetentionPct } from '#platform/constants.ts'
import { createdAt, id, moment } from '#platform/table.ts'
import { accountTenant } from '#platform/tenancy.ts'

/**
 * Who is paid, as the law wants it named. The IBAN is answered only with its middle hidden; a changed one holds
 * payments until `ibanHeldUntil`.
 */
export const billingInformation = pgTable(
  'billing_information',
  {
    accountId: uuid()
      .primaryKey()
      .references(() => account.id),
    legalName: text().notNull(),
    kind: text().$type<'person' | 'company'>().notNull(),
    taxId: text().notNull(),
    street: text().notNull(),
    postcode: text().notNull(),
    city: text().notNull(),
    province: text().notNull(),
    iban: text().notNull(),
    holder: text().notNull(),
    territory: text().$type<'peninsula' | 'canaries' | 'ceutaMelilla' | 'basqueNavarre'>().notNull(),
    /** Hundredths of a per cent. */
    retentionBp: integer()
      .notNull()
      .default(defaultRetentionPct * 100),
    retentionReason: text(),
    /** Key and name of the PDF that shows why; see files.ts. */
    retentionFile: text(),
    retentionFileName: text(),
    email: text().notNull(),
    /** What the version before this one reads; `account.settlement_bp` says it now. */
    settlementBp: integer().notNull().default(10_000),
    ibanHeldUntil: moment(),
    version: integer().notNull().default(1),
    updatedAt: createdAt(),
  },
  (t) => [check('retention_known', sql`retention_bp in (0, 700, 1500, 1900)`), ...accountTenant(t.accountId)],
)

/** The account lets the provider issue its invoices: which text, who, when, from where. Never changed. */
export const billingAgreement = pgTable(
  'billing_agreement',
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => account.id),
    textVersion: text().notNull(),
    textHash: text().notNull(),
    personId: uuid().references(() => person.id, { onDelete: 'set null' }),
    personName: text().notNull(),
    address: text().notNull(),
    at: createdAt(),
  },
  (t) => [index().on(t.accountId, t.at), ...accountTenant(t.accountId)],
)
