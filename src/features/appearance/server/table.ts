import { index, integer, jsonb, pgTable, primaryKey, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { portal } from '#features/portals/server/table.ts'
import { createdAt } from '#platform/table.ts'
import { portalTenant } from '#platform/tenancy.ts'
import type { Appearance } from '../contract.ts'

/** The draft of a portal's looks. A portal without one has the default. */
export const appearanceDraft = pgTable(
  'appearance_draft',
  {
    portalId: uuid()
      .primaryKey()
      .references(() => portal.id),
    draft: jsonb().$type<Appearance>().notNull(),
    version: integer().notNull().default(1),
    updatedAt: createdAt(),
  },
  (t) => portalTenant(t.portalId),
)

/** What was published; the highest number is what fans see. */
export const appearanceVersion = pgTable(
  'appearance_version',
  {
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    number: integer().notNull(),
    appearance: jsonb().$type<Appearance>().notNull(),
    personId: uuid(),
    publishedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    uniqueIndex('appearance_version_number').on(t.portalId, t.number),
    index().on(t.id),
    ...portalTenant(t.portalId),
  ],
)

/** Which products a portal's page shows, in their order. Without a row it shows all that are on sale, newest first. */
export const shownProducts = pgTable(
  'shown_products',
  {
    portalId: uuid()
      .primaryKey()
      .references(() => portal.id),
    productIds: jsonb().$type<string[]>().notNull(),
    updatedAt: createdAt(),
  },
  (t) => portalTenant(t.portalId),
)
