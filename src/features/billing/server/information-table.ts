import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import { account } from '#features/portals/server/table.ts'
import { defaultRetentionPct } from '#platform/constants.ts'
import { cents, createdAt, id, moment } from '#platform/table.ts'
import { accountTenant } from '#platform/tenancy.ts'
import type { Supply, Territory } from '../choices.ts'
import type { RetentionKind } from '../retention.ts'
import type { FrozenInformation } from './frozen.ts'

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
    /** Of a person: the parts of `legalName`; null until they have been said apart. */
    givenName: text(),
    firstSurname: text(),
    secondSurname: text(),
    kind: text().$type<'person' | 'company'>().notNull(),
    taxId: text().notNull(),
    /** Another account has said the same NIF: bills wait until staff have looked. */
    taxIdShared: boolean().notNull().default(false),
    /** Staff have looked: whoever says the same NIF later makes nobody wait here. */
    taxIdConfirmed: boolean().notNull().default(false),
    /** Which series its bills are numbered in: another for each NIF. */
    series: integer().notNull().default(1),
    street: text().notNull(),
    postcode: text().notNull(),
    city: text().notNull(),
    province: text().notNull(),
    iban: text().notNull(),
    holder: text().notNull(),
    territory: text().$type<Territory>().notNull(),
    supply: text().$type<Supply>().notNull().default('services'),
    /** The first day on which who is paid and how they are taxed is as it stands here; null: always. */
    since: date(),
    /** What is withheld for; null until the account has said it, which was not asked before. */
    retention: text().$type<RetentionKind>(),
    /** The year in which a rate that ends began. */
    retentionYear: integer(),
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
    /** What the version before this one reads; `refusedIbans` says it now. */
    refusedIban: text(),
    /** Where payments came back from, of whoever had the account then: nothing is paid there again. */
    refusedIbans: text().array().notNull().default(sql`'{}'`),
    /** From which sum on it is paid; less waits for more. */
    payoutMinimumCents: cents().notNull().default(0),
    version: integer().notNull().default(1),
    updatedAt: createdAt(),
  },
  (t) => [
    check('retention_known', sql`retention_bp in (0, 280, 600, 700, 1500, 1900, 2400)`),
    ...accountTenant(t.accountId),
  ],
)

/** What an account said about itself before something changed that bills are taxed by, so that late bills know it. */
export const billingInformationPast = pgTable(
  'billing_information_past',
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => account.id),
    /** The first day on which it was so; null: always. */
    since: date(),
    information: jsonb().$type<FrozenInformation>().notNull(),
    at: createdAt(),
  },
  (t) => [index().on(t.accountId, t.at), ...accountTenant(t.accountId)],
)

/** The account lets the provider issue its invoices: which text, who, when, from where. Only ever ended. */
export const billingAgreement = pgTable(
  'billing_agreement',
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => account.id),
    textVersion: text().notNull(),
    textHash: text().notNull(),
    /** Both parties as the text names them; null in agreements of before, which are of the account's first NIF. */
    supplierName: text(),
    taxId: text(),
    /** Which of the account's series its NIF then billed in; null in those of before. */
    series: integer(),
    providerName: text(),
    providerTaxId: text(),
    personId: uuid().references(() => person.id, { onDelete: 'set null' }),
    personName: text().notNull(),
    address: text().notNull(),
    /** Does it say that silence accepts a bill, after two reminders? */
    silence: boolean().notNull().default(false),
    at: createdAt(),
    withdrawnAt: moment(),
    withdrawnBy: text(),
  },
  (t) => [index().on(t.accountId, t.at), ...accountTenant(t.accountId)],
)
