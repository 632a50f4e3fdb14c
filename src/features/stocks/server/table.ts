import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { order } from '#features/orders/server/table.ts'
import { product } from '#features/products/server/table.ts'
import { createdAt } from '#platform/table.ts'
import { idsIn, labelAppends, labelReads, memberRole, portalTenant, serviceRole } from '#platform/tenancy.ts'
import type { MovementKind } from '../choices.ts'

/**
 * What a portal has of one variant, or of a product without variants: `id` is that variant's or product's own.
 * available = onHand − committed − safety.
 */
export const stock = pgTable(
  'stock',
  {
    portalId: uuid().notNull(),
    id: uuid().notNull(),
    productId: uuid().notNull(),
    onHand: integer().notNull().default(0),
    committed: integer().notNull().default(0),
    incoming: integer().notNull().default(0),
    safety: integer().notNull().default(0),
    /** At this many or fewer available somebody is told; null tells nobody. */
    lowAt: integer(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    foreignKey({ columns: [t.portalId, t.productId], foreignColumns: [product.portalId, product.id] }),
    index().on(t.portalId, t.productId),
    // What is sold out or runs low, of however many that are not.
    index('stock_low')
      .on(t.portalId, t.productId)
      .where(sql`on_hand - committed - safety <= greatest(low_at, 0)`),
    // What is missing, and what there is most of, in the order of lists.
    index('stock_available').on(sql`(on_hand - committed - safety)`, t.productId, t.id),
    ...portalTenant(t.portalId),
  ],
)

/** Every change of onHand and committed. Append-only: the application's roles may insert and read, nothing else. */
export const stockMovement = pgTable(
  'stock_movement',
  {
    portalId: uuid().notNull(),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    stockId: uuid().notNull(),
    kind: text().$type<MovementKind>().notNull(),
    /** Change of onHand. */
    units: integer().notNull(),
    /** Change of committed. */
    committed: integer().notNull().default(0),
    onHandAfter: integer().notNull(),
    committedAfter: integer().notNull(),
    note: text(),
    orderId: uuid(),
    personId: uuid(),
    at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    foreignKey({ columns: [t.portalId, t.stockId], foreignColumns: [stock.portalId, stock.id] }),
    index().on(t.portalId, t.stockId, t.at),
    pgPolicy('read', { for: 'select', to: memberRole, using: sql`portal_id in ${idsIn('app.portals')}` }),
    pgPolicy('append', {
      for: 'insert',
      to: memberRole,
      withCheck: sql`portal_id in ${idsIn('app.portals')}`,
    }),
    labelReads('portal_id'),
    labelAppends('portal_id'),
    pgPolicy('service_read', { for: 'select', to: serviceRole, using: sql`true` }),
    pgPolicy('service_append', { for: 'insert', to: serviceRole, withCheck: sql`true` }),
  ],
)

/** What each line of an order has taken from a stock so far, so that a state that comes twice takes nothing twice. */
export const stockClaim = pgTable(
  'stock_claim',
  {
    portalId: uuid().notNull(),
    orderId: uuid().notNull(),
    /** The source's own id of the line. */
    line: text().notNull(),
    stockId: uuid().notNull(),
    committed: integer().notNull(),
    shipped: integer().notNull(),
    returned: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.orderId, t.line, t.stockId] }),
    foreignKey({ columns: [t.portalId, t.orderId], foreignColumns: [order.portalId, order.id] }),
    foreignKey({ columns: [t.portalId, t.stockId], foreignColumns: [stock.portalId, stock.id] }),
    ...portalTenant(t.portalId),
  ],
)
