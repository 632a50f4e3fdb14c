import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { portal } from '#features/portals/server/table.ts'
import { type BilingualText, createdAt, moment } from '#platform/table.ts'
import { portalTenant } from '#platform/tenancy.ts'

/** A product or album with a release date. */
export const release = pgTable(
  'release',
  {
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    title: jsonb().$type<BilingualText>().notNull(),
    productId: uuid(),
    coverUrl: text(),
    /** The number that shops and services know it by, twelve or thirteen digits. */
    upc: text(),
    /** The recording that it is, where it is a single one. */
    isrc: text(),
    releaseAt: moment().notNull(),
    durationDays: integer().notNull(),
    presave: boolean().notNull().default(true),
    links: jsonb().$type<{ name: string; url: string }[]>().notNull().default([]),
    status: text().$type<'draft' | 'published'>().notNull().default('draft'),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    index().on(t.id),
    index().on(t.portalId, t.releaseAt),
    ...portalTenant(t.portalId),
  ],
)

/** A fan's address, left for one release with their consent; erased with the release or on request. */
export const presave = pgTable(
  'presave',
  {
    portalId: uuid().notNull(),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    releaseId: uuid().notNull(),
    email: text().notNull(),
    locale: text().$type<'es' | 'en'>().notNull().default('es'),
    consentAt: moment().notNull().default(sql`clock_timestamp()`),
    /** When the address answered that it is theirs. Nobody else is told of the release, or stands in the list. */
    confirmedAt: moment(),
    /** When the mail that they asked for went into the outbox; the address is erased 30 days later. */
    toldAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    foreignKey({
      columns: [t.portalId, t.releaseId],
      foreignColumns: [release.portalId, release.id],
    }).onDelete('cascade'),
    uniqueIndex('presave_email').on(t.portalId, t.releaseId, t.email),
    index().on(t.portalId, t.releaseId, t.consentAt),
    // Whether somebody confirmed another one at the portal, and what is erased of them.
    index('presave_of_fan').on(t.portalId, t.email),
    // How many a release has.
    index('presave_confirmed').on(t.portalId, t.releaseId).where(sql`confirmed_at is not null`),
    index('presave_told').on(t.portalId, t.toldAt).where(sql`told_at is not null`),
    index('presave_waiting').on(t.releaseId).where(sql`told_at is null and confirmed_at is not null`),
    ...portalTenant(t.portalId),
  ],
)
