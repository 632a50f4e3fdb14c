import { sql } from 'drizzle-orm'
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { portal } from '#features/portals/server/table.ts'
import { bytea, createdAt, moment } from '#platform/table.ts'
import { memberRole, portalTenant, serviceOnly } from '#platform/tenancy.ts'
import type { ConnectorKind, DeliveryState, RuleKind } from '../choices.ts'

/** A shop or print service that tells a portal of its orders. `currencyRates`: EUR per unit, for shops in other money. */
export const connector = pgTable(
  'connector',
  {
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    kind: text().$type<ConnectorKind>().notNull(),
    /** What its orders and SKUs are known by: its kind, or `shopify:name` for a portal's second shop of a kind. */
    source: text().notNull(),
    name: text().notNull(),
    /** The shop's own name for itself, where it was connected with its consent. */
    label: text(),
    currencyRates: jsonb().$type<Record<string, string>>().notNull().default({}),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    removedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    uniqueIndex('connector_id').on(t.id),
    uniqueIndex('connector_source').on(t.portalId, t.source).where(sql`removed_at is null`),
    ...portalTenant(t.portalId),
  ],
)

// The connector's own policies say which of them a member reaches.
const ofOwnConnector = sql`connector_id in (select id from connector)`
/** What signatures are checked with, sealed. */
export const connectorSecret = pgTable(
  'connector_secret',
  { connectorId: uuid().primaryKey(), sealed: bytea().notNull(), createdAt: createdAt() },
  () => [
    pgPolicy('tenant', { for: 'all', to: memberRole, using: ofOwnConnector, withCheck: ofOwnConnector }),
    ...serviceOnly(),
  ],
)

/** A delivery as it came, kept until it has been worked off and 30 days more. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    portalId: uuid().notNull(),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    connectorId: uuid().notNull(),
    /** SHA-256 of the body: the same body again is the same delivery. */
    bodyHash: bytea().notNull(),
    topic: text().notNull().default(''),
    body: text().notNull(),
    state: text().$type<DeliveryState>().notNull().default('waiting'),
    /** Code of messages `orders.delivery.error`, with its parameters. */
    error: jsonb().$type<{ code: string; params?: Record<string, string | number> }>(),
    tries: integer().notNull().default(0),
    /** The order that it told of, as the source names it. */
    reference: text(),
    receivedAt: createdAt(),
    repeatedAt: moment(),
    processedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    foreignKey({ columns: [t.portalId, t.connectorId], foreignColumns: [connector.portalId, connector.id] }),
    uniqueIndex('webhook_delivery_body').on(t.portalId, t.connectorId, t.bodyHash),
    index().on(t.state, t.receivedAt),
    index().on(t.portalId, t.connectorId, t.receivedAt),
    index('webhook_delivery_failed').on(t.portalId, t.connectorId).where(sql`state = 'failed'`),
    ...portalTenant(t.portalId),
  ],
)

/** Units that a print service has sent, by its own shipment. */
export const production = pgTable(
  'production',
  {
    portalId: uuid().notNull(),
    connectorId: uuid().notNull(),
    shipmentId: text().notNull(),
    line: text().notNull(),
    /** The shop's order, as the shop names it. */
    reference: text().notNull(),
    sku: text().notNull(),
    units: integer().notNull(),
    at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.connectorId, t.shipmentId, t.line] }),
    foreignKey({ columns: [t.portalId, t.connectorId], foreignColumns: [connector.portalId, connector.id] }),
    index().on(t.portalId, t.reference),
    ...portalTenant(t.portalId),
  ],
)

/** What of a shop belongs to which portal of its account; the first that fits counts, and the rest is the connector's own. */
export const shopRule = pgTable(
  'shop_rule',
  {
    portalId: uuid().notNull(),
    connectorId: uuid().notNull(),
    position: integer().notNull(),
    kind: text().$type<RuleKind>().notNull(),
    value: text().notNull(),
    targetId: uuid()
      .notNull()
      .references(() => portal.id),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.connectorId, t.position] }),
    foreignKey({ columns: [t.portalId, t.connectorId], foreignColumns: [connector.portalId, connector.id] }),
    ...portalTenant(t.portalId),
  ],
)
