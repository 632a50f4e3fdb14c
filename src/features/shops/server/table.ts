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
import type { ConnectorKind } from '#features/connectors/choices.ts'
import { connector } from '#features/connectors/server/table.ts'
import { bytea, createdAt, moment } from '#platform/table.ts'
import { portalTenant } from '#platform/tenancy.ts'
import type { PrivacyKind, ShopState, SyncFault, SyncKind, SyncState, SyncStep } from '../choices.ts'

/** A connector that may ask its shop: which one it is, what it was allowed, and the tokens, sealed. */
export const shopAccess = pgTable(
  'shop_access',
  {
    portalId: uuid().notNull(),
    connectorId: uuid().notNull(),
    /** `name.myshopify.com`; a shop is connected once. */
    domain: text().notNull(),
    state: text().$type<ShopState>().notNull().default('connected'),
    scopes: jsonb().$type<string[]>().notNull(),
    sealed: bytea().notNull(),
    /** Let in by an app of its own organisation, whose keys somebody typed. */
    ownApp: boolean().notNull().default(false),
    /** Of the token that asks; null for one that stays. */
    expiresAt: moment(),
    /** When people last allowed us in. */
    allowedAt: createdAt(),
    /** What was changed in the shop before is known here. */
    reconciledAt: moment(),
    /** When its rules were changed, until what is known has been parted by them. */
    partsDueAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.connectorId] }),
    foreignKey({ columns: [t.portalId, t.connectorId], foreignColumns: [connector.portalId, connector.id] }),
    uniqueIndex('shop_access_domain').on(t.domain),
    ...portalTenant(t.portalId),
  ],
)

/** Somebody who was sent to a shop to allow us in, until they come back: once, in their session, within minutes. */
export const shopWish = pgTable(
  'shop_wish',
  {
    portalId: uuid().notNull(),
    /** SHA-256 of the state that the shop hands back. */
    stateHash: text().notNull(),
    personId: uuid().notNull(),
    sessionHash: text().notNull(),
    domain: text().notNull(),
    name: text().notNull(),
    kind: text().$type<ConnectorKind>().notNull().default('shopify'),
    /** Keys that the shop has sent by itself, sealed, until whoever asked for them comes back. */
    sealed: bytea(),
    /** A connection by hand that this one takes the place of: the same shop. */
    replacesId: uuid(),
    expiresAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.stateHash] }),
    index().on(t.expiresAt),
    ...portalTenant(t.portalId),
  ],
)

/** What one run has brought in of a shop, and where it goes on. */
export const shopRun = pgTable(
  'shop_run',
  {
    portalId: uuid().notNull(),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    connectorId: uuid().notNull(),
    kind: text().$type<SyncKind>().notNull(),
    state: text().$type<SyncState>().notNull().default('running'),
    step: text().$type<SyncStep>().notNull().default('products'),
    /** Where the step goes on: the shop's own cursor, or the last thing that was looked at. */
    cursor: text(),
    /** Only what changed since; null for everything. */
    since: moment(),
    /** How much of each step there is, where the shop says it, and how much has been looked at. */
    totals: jsonb().$type<Partial<Record<SyncStep, number>>>().notNull().default({}),
    counts: jsonb().$type<Partial<Record<SyncStep, number>>>().notNull().default({}),
    /** Orders that no webhook had told. */
    found: integer().notNull().default(0),
    fault: text().$type<SyncFault>(),
    tries: integer().notNull().default(0),
    /** Nobody else works on it before. */
    leasedUntil: moment(),
    nextAt: createdAt(),
    startedAt: createdAt(),
    finishedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    foreignKey({ columns: [t.portalId, t.connectorId], foreignColumns: [connector.portalId, connector.id] }),
    index().on(t.portalId, t.connectorId, t.startedAt),
    uniqueIndex('shop_run_running').on(t.connectorId).where(sql`state = 'running'`),
    ...portalTenant(t.portalId),
  ],
)

/** Which product or variant of the catalogue a shop's own is. */
export const shopItem = pgTable(
  'shop_item',
  {
    portalId: uuid().notNull(),
    connectorId: uuid().notNull(),
    /** The shop's own id: of a variant, or of the product that it belongs to. */
    foreignId: text().notNull(),
    /** Whose catalogue it is in: the connector's portal, or the one that a rule of it names. */
    targetId: uuid().notNull(),
    productId: uuid().notNull(),
    /** Null for the product itself, and for the only variant of a product without any. */
    variantId: uuid(),
    /** Of a variant: what its stock is asked by; null where the shop keeps none. */
    inventoryId: text(),
    /** The shop's figure where our movements that follow from the shop begin: the difference of the two is what it did by itself. */
    stockBase: integer(),
    /** Units that the shop's figure fell by without an order that is known, when that was first seen; negative. */
    stockFell: integer(),
    stockFellAt: moment(),
    /** When the shop told that its figure changed, until it has been asked. */
    stockDueAt: moment(),
    /** What orders call a variant by. */
    sku: text(),
    /** Of a product: what rules are about. */
    vendor: text(),
    tags: jsonb().$type<string[]>(),
    collections: jsonb().$type<string[]>(),
    /** Of a product: pictures that are still to be fetched. */
    pictures: jsonb().$type<{ url: string; alt: string }[]>(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.connectorId, t.foreignId] }),
    foreignKey({ columns: [t.portalId, t.connectorId], foreignColumns: [connector.portalId, connector.id] }),
    index().on(t.portalId, t.connectorId, t.sku),
    index().on(t.targetId, t.productId),
    index('shop_item_stock_due').on(t.portalId, t.connectorId).where(sql`stock_due_at is not null`),
    ...portalTenant(t.portalId),
  ],
)

/** What a shop asked about somebody's data, or its own, and what was done; it stays as the proof of that. */
export const shopPrivacy = pgTable(
  'shop_privacy',
  {
    portalId: uuid().notNull(),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    connectorId: uuid().notNull(),
    kind: text().$type<PrivacyKind>().notNull(),
    /** The shop's own number of the customer, or of the request for data. */
    reference: text().notNull().default(''),
    /** SHA-256 of what was asked: the same once more is the same. */
    bodyHash: bytea().notNull(),
    /** How many orders were found. */
    orders: integer().notNull(),
    /** Of a request for data: what is held, until it was handed over. */
    held: jsonb().$type<unknown[]>(),
    askedAt: createdAt(),
    /** When it was erased, or handed over. */
    doneAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    foreignKey({ columns: [t.portalId, t.connectorId], foreignColumns: [connector.portalId, connector.id] }),
    uniqueIndex('shop_privacy_body').on(t.portalId, t.connectorId, t.bodyHash),
    ...portalTenant(t.portalId),
  ],
)
