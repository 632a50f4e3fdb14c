import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import { post } from '#features/communications/server/table.ts'
import { portal } from '#features/portals/server/table.ts'
import { type BilingualText, createdAt, id, moment } from '#platform/table.ts'
import { portalTenant, serviceOnly } from '#platform/tenancy.ts'
import type { Frequency, MessageKind } from '../choices.ts'

/** The words of a message that is no post's. */
export interface OwnWords {
  title: BilingualText
  body: BilingualText
  /** The page of Backline that it leads to, without language. */
  link: string
}

/** What one person was told. A post's words stay with the post, so that a correction reaches every inbox. */
export const message = pgTable(
  'message',
  {
    id: id(),
    personId: uuid()
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    postId: uuid().references(() => post.id, { onDelete: 'cascade' }),
    kind: text().$type<MessageKind>().notNull(),
    /** What it tells of: the same is never told twice to one person. */
    about: text().notNull(),
    words: jsonb().$type<OwnWords>(),
    mustAcknowledge: boolean().notNull().default(false),
    /** False for posts that go out by mail only. */
    inApp: boolean().notNull().default(true),
    readAt: moment(),
    acknowledgedAt: moment(),
    /** `digest`: waits for the mail of the day. */
    mailing: text().$type<'none' | 'digest' | 'mailed'>().notNull().default('none'),
    mailId: uuid(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('message_about').on(t.personId, t.about),
    index().on(t.personId, t.createdAt),
    index().on(t.postId, t.personId),
    index().on(t.mailId),
    index().on(t.mailing),
    index().on(t.createdAt),
    ...serviceOnly(),
  ],
)

/** How often a person wants mail of a kind; without a row the usual counts. */
export const notificationPreference = pgTable(
  'notification_preference',
  {
    personId: uuid()
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    kind: text().$type<MessageKind>().notNull(),
    frequency: text().$type<Frequency>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.personId, t.kind] }), ...serviceOnly()],
)

/** Up to which batch the team of a portal has been told of sales; batch ids sort by the time they came in. */
export const saleWatch = pgTable(
  'sale_watch',
  {
    portalId: uuid()
      .primaryKey()
      .references(() => portal.id),
    toldBatchId: uuid().notNull(),
  },
  (t) => portalTenant(t.portalId),
)
