import { sql } from 'drizzle-orm'
import {
  bigint,
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
import { person } from '#features/account/server/table.ts'
import { portal } from '#features/portals/server/table.ts'
import { bytea, createdAt, id, moment } from '#platform/table.ts'
import { portalTenant, serviceOnly } from '#platform/tenancy.ts'
import type { EndpointState, SendingFault, SendingState, WebhookType } from '../choices.ts'

/** An address of somebody else's program that is told what happens at a portal, or at all of its label's. */
export const webhookEndpoint = pgTable(
  'webhook_endpoint',
  {
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    accountId: uuid().notNull(),
    name: text().notNull(),
    url: text().notNull(),
    types: jsonb().$type<WebhookType[]>().notNull(),
    /** Of a label's portal: told of all portals of the account. */
    wholeAccount: boolean().notNull().default(false),
    state: text().$type<EndpointState>().notNull().default('active'),
    /** Whose rights say what it may be told. */
    personId: uuid().references(() => person.id, { onDelete: 'set null' }),
    /** No try has succeeded since. */
    failingSince: moment(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    removedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    index('webhook_endpoint_account').on(t.accountId).where(sql`removed_at is null`),
    ...portalTenant(t.portalId),
  ],
)

/** What an endpoint's messages are signed with, sealed; several while one takes the other's place. */
export const webhookSecret = pgTable(
  'webhook_secret',
  {
    id: id(),
    endpointId: uuid().notNull(),
    sealed: bytea().notNull(),
    /** Null for the one that stays. */
    endsAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.endpointId), ...serviceOnly()],
)

/**
 * The outbox: what happened, written with the change itself. Members reach it by their endpoints alone: what one of them
 * may be told, another of the same portal may not.
 */
export const webhookMessage = pgTable(
  'webhook_message',
  {
    /** `msg_…`, the same at every try. */
    id: text().primaryKey(),
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    accountId: uuid().notNull(),
    type: text().$type<WebhookType>().notNull(),
    /** What it is about: messages of the same thing are sent one after the other. */
    thing: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Only for endpoints of these people. */
    people: jsonb().$type<string[]>(),
    /** Its place among all messages; null until it has been handed to the endpoints. See hand-out.ts. */
    position: bigint({ mode: 'number' }),
    at: createdAt(),
  },
  (t) => [
    index('webhook_message_waiting').on(t.at).where(sql`position is null`),
    uniqueIndex('webhook_message_position').on(t.position),
    index().on(t.portalId, t.position),
    index().on(t.accountId, t.position),
    uniqueIndex('webhook_message_day').on(t.portalId, t.thing).where(sql`type = 'visits.day'`),
    ...serviceOnly(),
  ],
)

/** A message on its way to one endpoint, and what was answered last. */
export const webhookSending = pgTable(
  'webhook_sending',
  {
    portalId: uuid().notNull(),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    endpointId: uuid().notNull(),
    messageId: text()
      .notNull()
      .references(() => webhookMessage.id, { onDelete: 'cascade' }),
    type: text().$type<WebhookType | 'test'>().notNull(),
    thing: text().notNull(),
    position: bigint({ mode: 'number' }).notNull(),
    state: text().$type<SendingState>().notNull().default('waiting'),
    tries: integer().notNull().default(0),
    nextAt: createdAt(),
    /** Nobody else sends it before. */
    leasedUntil: moment(),
    fault: text().$type<SendingFault>(),
    /** Of the last answer: its status, and the beginning of its body. */
    status: integer(),
    answer: text(),
    tookMs: integer(),
    triedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    foreignKey({
      columns: [t.portalId, t.endpointId],
      foreignColumns: [webhookEndpoint.portalId, webhookEndpoint.id],
    }),
    index('webhook_sending_waiting').on(t.endpointId, t.thing, t.position).where(sql`state = 'waiting'`),
    index().on(t.endpointId, t.position),
    index().on(t.messageId),
    ...portalTenant(t.portalId),
  ],
)

/** Products whose stock has come to nothing or back from it, until somebody looks whether all of one is sold out. */
export const webhookLook = pgTable(
  'webhook_look',
  {
    portalId: uuid().notNull(),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    productId: uuid().notNull(),
    out: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.portalId, t.id] }), ...serviceOnly()],
)

/** Whether a product was sold out when somebody looked last. */
export const webhookSeen = pgTable(
  'webhook_seen',
  { portalId: uuid().notNull(), productId: uuid().notNull(), soldOut: boolean().notNull() },
  (t) => [primaryKey({ columns: [t.portalId, t.productId] }), ...serviceOnly()],
)
