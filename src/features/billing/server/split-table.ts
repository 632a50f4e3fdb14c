import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { account, portal } from '#features/portals/server/table.ts'
import { cents, createdAt, id, moment } from '#platform/table.ts'
import { accountTenant, portalTenant } from '#platform/tenancy.ts'
import type { CostKind, SplitPayer } from '../choices.ts'

/** What it is of: a product, a release, or with neither all of the portal. */
const subject = () => ({
  portalId: uuid()
    .notNull()
    .references(() => portal.id),
  productId: uuid(),
  releaseId: uuid(),
})

/**
 * How what is sold from a day on is shared. A row is one version of it and does not change; the next one begins on its own
 * day. `payer`: the provider pays each party, or the portal's account does out of what the provider pays it.
 */
export const split = pgTable(
  'split',
  {
    id: id(),
    ...subject(),
    validFrom: date().notNull(),
    payer: text().$type<SplitPayer>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.portalId, t.validFrom),
    check('one_subject', sql`product_id is null or release_id is null`),
    ...portalTenant(t.portalId),
  ],
)

/** Who has which share, in the order in which cents that are left over are given. */
export const splitParty = pgTable(
  'split_party',
  {
    splitId: uuid()
      .notNull()
      .references(() => split.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id),
    position: integer().notNull(),
    shareBp: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.splitId, t.accountId] }),
    index().on(t.accountId),
    check('a_share', sql`share_bp between 1 and 10000`),
    ...accountTenant(t.accountId),
  ],
)

/** What an account spent on what is shared, and has back from it first: from all of it, or from one party's share. */
export const splitCost = pgTable(
  'split_cost',
  {
    id: id(),
    ...subject(),
    accountId: uuid()
      .notNull()
      .references(() => account.id),
    /** Whose share alone it comes off; null: off the whole, before anything is shared. */
    partyId: uuid().references(() => account.id),
    kind: text().$type<CostKind>().notNull(),
    /** The day of its document. */
    day: date().notNull(),
    /** The first month whose sales it is recouped from: that of its day, or the first one that no bill has closed. */
    month: date().notNull(),
    amountCents: cents().notNull(),
    description: text().notNull(),
    fileName: text(),
    fileKey: text(),
    withdrawnAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.portalId, t.month),
    check('some_amount', sql`amount_cents > 0`),
    check('of_another', sql`party_id <> account_id`),
    check('one_subject', sql`product_id is null or release_id is null`),
    ...portalTenant(t.portalId),
  ],
)

/** By whom an account lets itself be paid with a file, which then has its IBAN; see decision 0120. */
export const shareByFile = pgTable(
  'share_by_file',
  {
    accountId: uuid()
      .notNull()
      .references(() => account.id),
    payerId: uuid()
      .notNull()
      .references(() => account.id),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.payerId] }),
    index().on(t.payerId),
    ...accountTenant(t.accountId),
  ],
)
