import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  advanceSettlementPct,
  defaultAdvanceLimitPct,
  defaultSalesObjectiveCents,
  organisationTypes,
} from '#platform/constants.ts'
import { plain } from '#platform/like.ts'
import { cents, createdAt, id, moment } from '#platform/table.ts'
import { accountTenant, portalsTenant, portalTenant } from '#platform/tenancy.ts'

/** The contracting party: a label or an artist. */
export const account = pgTable(
  'account',
  {
    id: id(),
    name: text().notNull(),
    type: text().$type<'master' | 'simple'>().notNull().default('simple'),
    /** 1 label, 2 artist, 3 demo. */
    organisationType: smallint().$type<1 | 2 | 3>().notNull().default(organisationTypes.artist),
    /** Nobody of its portals' teams gets further than setting up a second factor without one. */
    twoFactorRequired: boolean().notNull().default(false),
    /** Hundredths of a per cent of what a bill comes to that settle advances; the provider's to set. */
    settlementBp: integer()
      .notNull()
      .default(advanceSettlementPct * 100),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.name), index('account_by_name').on(plain(sql`name`), t.id), ...accountTenant(t.id)],
)

/** One fan page and shop of an account. It counts as a label only when `account.type` is master and `master` is set. */
export const portal = pgTable(
  'portal',
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => account.id),
    master: boolean().notNull().default(false),
    code: text().notNull(),
    customUrl: text().notNull(),
    name: text().notNull(),
    pictureUrl: text(),
    selfInvoice: boolean().notNull().default(true),
    salesObjectiveCents: cents().notNull().default(defaultSalesObjectiveCents),
    advanceLimitPct: integer().notNull().default(defaultAdvanceLimitPct),
    customDomain: text(),
    /** 1 not verified, 2 verifying, 3 verified, 4 verification error. */
    domainState: smallint().$type<1 | 2 | 3 | 4>().notNull().default(1),
    /** Why the domain is not verified: the code of a message under `portals.domainReason`. */
    domainReason: text(),
    /** When the verification began, or when a verified domain was first seen broken. */
    domainSince: moment(),
    domainCheckedAt: moment(),
    /** Whose pages may call with a key of this portal: `https://shop.example`. */
    apiOrigins: jsonb().$type<string[]>().notNull().default([]),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    deletedAt: moment(),
  },
  (t) => [
    uniqueIndex('portal_code').on(t.code).where(sql`deleted_at is null`),
    uniqueIndex('portal_custom_url').on(t.customUrl).where(sql`deleted_at is null`),
    uniqueIndex('portal_one_master').on(t.accountId).where(sql`master and deleted_at is null`),
    uniqueIndex('portal_verified_domain')
      .on(t.customDomain)
      .where(sql`domain_state = 3 and deleted_at is null`),
    index('portal_api_origins').using('gin', t.apiOrigins).where(sql`api_origins <> '[]'`),
    index().on(t.accountId),
    // What `label_portal` reads; the ids stand in it.
    index('portal_of_account').on(t.accountId, t.id).where(sql`deleted_at is null`),
    index().on(t.name),
    index('portal_by_name').on(plain(sql`name`), t.id).where(sql`deleted_at is null`),
    index('portal_deleted').on(t.id).where(sql`deleted_at is not null`),
    ...portalsTenant(t.id),
  ],
)

/**
 * What a counted address (`/go/…`) led to before it was deleted: fans who have such an address from elsewhere are led to the
 * portal's page. A trigger of each table that has such addresses writes it.
 */
export const formerClick = pgTable(
  'former_click',
  {
    id: uuid().primaryKey(),
    portalId: uuid()
      .notNull()
      .references(() => portal.id, { onDelete: 'cascade' }),
  },
  (t) => [index().on(t.portalId), ...portalTenant(t.portalId)],
)

/** An address that a portal has given up: for a while nobody else gets it, and it leads to the portal's new one. */
export const formerAddress = pgTable(
  'former_address',
  {
    customUrl: text().primaryKey(),
    portalId: uuid()
      .notNull()
      .references(() => portal.id, { onDelete: 'cascade' }),
    releasedAt: createdAt(),
  },
  (t) => [index().on(t.portalId), ...portalTenant(t.portalId)],
)
