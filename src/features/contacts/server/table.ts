import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import { account } from '#features/portals/server/table.ts'
import { plain } from '#platform/like.ts'
import { createdAt, id, moment } from '#platform/table.ts'
import { serviceOnly } from '#platform/tenancy.ts'
import type { ConsentKind, ConsentSource } from '../choices.ts'

/**
 * A person on the customers' side, with or without a login. Who has a login keeps name and address in `person`; here
 * stands what they were when the contact was made.
 */
/** The last nine figures of a telephone: the same one with and without its country. */
export const phoneEnd = (phone: SQL) => sql`right(regexp_replace(${phone}, '[^0-9]', '', 'g'), 9)`

export const contact = pgTable(
  'contact',
  {
    id: id(),
    personId: uuid()
      .unique()
      .references(() => person.id, { onDelete: 'set null' }),
    accountId: uuid().references(() => account.id, { onDelete: 'set null' }),
    name: text().notNull(),
    email: text(),
    phone: text(),
    organisation: text(),
    tags: jsonb().$type<string[]>().notNull().default([]),
    source: text().$type<'login' | 'staff' | 'import'>().notNull(),
    /** The contact that this double was merged into; it no longer stands by itself. */
    mergedInto: uuid().references((): AnyPgColumn => contact.id),
    mergedAt: moment(),
    /** Personal data is gone since; the row stays so that references lead somewhere. */
    erasedAt: moment(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index().on(t.email),
    index().on(t.accountId),
    index().on(t.mergedInto),
    index().on(t.createdAt),
    index('contact_by_name').on(plain(sql`name`), t.id).where(sql`person_id is null`),
    // Who else has the telephone.
    index('contact_by_phone').on(phoneEnd(sql`phone`)).where(sql`phone is not null`),
    index('contact_tagged').on(t.id).where(sql`tags <> '[]'::jsonb`),
    ...serviceOnly(),
  ],
)

/** What staff wrote down about a contact. */
export const contactNote = pgTable(
  'contact_note',
  {
    id: id(),
    contactId: uuid()
      .notNull()
      .references(() => contact.id, { onDelete: 'cascade' }),
    authorId: uuid(),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.contactId, t.createdAt), ...serviceOnly()],
)

/** Each answer to a question of consent, kept; the latest of a kind counts (RGPD art. 7.1: proof of when and how). */
export const contactConsent = pgTable(
  'contact_consent',
  {
    id: id(),
    contactId: uuid()
      .notNull()
      .references(() => contact.id, { onDelete: 'cascade' }),
    kind: text().$type<ConsentKind>().notNull(),
    given: boolean().notNull(),
    source: text().$type<ConsentSource>().notNull(),
    at: moment().notNull(),
    recordedBy: uuid(),
    recordedAt: createdAt(),
  },
  (t) => [index().on(t.contactId, t.kind, t.at), ...serviceOnly()],
)
