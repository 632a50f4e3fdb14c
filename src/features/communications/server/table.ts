import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type BilingualText, createdAt, id, moment } from '#platform/table.ts'
import { serviceOnly } from '#platform/tenancy.ts'
import type { Audience, Channel, PostKind, PostStatus } from '../choices.ts'

/** What staff tell portals. A job makes of it one message for each person of the audience. */
export const post = pgTable(
  'post',
  {
    id: id(),
    title: jsonb().$type<BilingualText>().notNull(),
    description: jsonb().$type<BilingualText>().notNull(),
    body: jsonb().$type<BilingualText>().notNull(),
    pictureUrl: text(),
    kind: text().$type<PostKind>().notNull(),
    audience: jsonb().$type<Audience>().notNull(),
    channels: jsonb().$type<Channel[]>().notNull(),
    mustAcknowledge: boolean().notNull().default(false),
    status: text().$type<PostStatus>().notNull().default('draft'),
    publishAt: moment(),
    publishedAt: moment(),
    /** How many people the audience had when the sending began. */
    recipients: integer(),
    /** The last person, by id, who has a message; the sending goes on after them. */
    sentTo: uuid(),
    /** When everybody had their message. */
    completedAt: moment(),
    deletedAt: moment(),
    /** What it returns to when it is restored. */
    deletedFrom: text().$type<PostStatus>(),
    authorId: uuid(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [index().on(t.status, t.publishAt), index().on(t.createdAt), ...serviceOnly()],
)
