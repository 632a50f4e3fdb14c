import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { product } from '#features/products/server/table.ts'
import { moment } from '#platform/table.ts'
import { portalTenant } from '#platform/tenancy.ts'

/** A fan's address, left to be told when something that is sold out can be bought again. */
export const restockAlert = pgTable(
  'restock_alert',
  {
    portalId: uuid().notNull(),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    productId: uuid().notNull(),
    /** One of its sizes or colours; null for whatever there is of it. */
    variantId: uuid(),
    email: text().notNull(),
    locale: text().$type<'es' | 'en'>().notNull().default('es'),
    consentAt: moment().notNull().default(sql`clock_timestamp()`),
    /** When the address answered that it is theirs. Nobody else is told, or stands in the list. */
    confirmedAt: moment(),
    toldAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    foreignKey({
      columns: [t.portalId, t.productId],
      foreignColumns: [product.portalId, product.id],
    }).onDelete('cascade'),
    unique('restock_alert_email').on(t.portalId, t.productId, t.variantId, t.email).nullsNotDistinct(),
    index('restock_alert_of_fan').on(t.portalId, t.email),
    index('restock_alert_told').on(t.portalId, t.toldAt).where(sql`told_at is not null`),
    index('restock_alert_waiting')
      .on(t.portalId, t.productId)
      .where(sql`told_at is null and confirmed_at is not null`),
    ...portalTenant(t.portalId),
  ],
)
