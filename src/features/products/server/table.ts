import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { portal } from '#features/portals/server/table.ts'
import { plain } from '#platform/like.ts'
import { type BilingualText, cents, createdAt, moment } from '#platform/table.ts'
import { memberRole, portalTenant, serviceOnly } from '#platform/tenancy.ts'
import { blank } from './blank-table.ts'

export type Category = 'album' | 'apparel' | 'accessory' | 'culture' | 'digital'
export type ProductFormat = 'onDemand' | 'presave' | 'limited' | 'digital'
export type RateKey = 'default' | 'igic' | 'ipsi' | 'apparel' | 'apparelDigital' | 'apparelCulture'

/** What a portal sells. `costCents` is what one unit costs to produce. */
export const product = pgTable(
  'product',
  {
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    name: jsonb().$type<BilingualText>().notNull(),
    description: jsonb().$type<BilingualText>(),
    sku: text(),
    category: text().$type<Category>().notNull(),
    format: text().$type<ProductFormat>().notNull().default('limited'),
    status: text().$type<'active' | 'draft' | 'archived'>().notNull().default('draft'),
    priceCents: cents().notNull().default(0),
    costCents: cents().notNull().default(0),
    taxClass: text(),
    pictureUrls: jsonb().$type<string[]>().notNull().default([]),
    /** What each picture shows, by its place. */
    pictureAlts: jsonb().$type<string[]>().notNull().default([]),
    releaseOn: date(),
    blankId: uuid().references(() => blank.id),
    /** Of a limited one: how many there are, or until when it sells. */
    editionUnits: integer(),
    closesOn: date(),
    /** Of a digital one: where its file lies. */
    fileUrl: text(),
    /** Where it is made, ISO 3166-1 alpha-2. */
    countryOfOrigin: text(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    index().on(t.id),
    index('product_by_name').on(plain(sql`name->>'es'`), t.id),
    index('product_by_name_of_portal').on(t.portalId, plain(sql`name->>'es'`), t.id),
    uniqueIndex('product_sku').on(t.portalId, t.sku).where(sql`sku is not null`),
    // What is made on a blank that cannot be had.
    index('product_of_blank').on(t.blankId, t.portalId).where(sql`blank_id is not null`),
    ...portalTenant(t.portalId),
  ],
)

/** A product's size and colour. A null price is the product's. */
export const variant = pgTable(
  'variant',
  {
    portalId: uuid().notNull(),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    productId: uuid().notNull(),
    size: text(),
    colour: text(),
    sku: text(),
    priceCents: cents(),
    position: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    foreignKey({ columns: [t.portalId, t.productId], foreignColumns: [product.portalId, product.id] }),
    index().on(t.portalId, t.productId),
    // What was clicked is found by its id alone.
    index().on(t.id),
    // Which colours there are.
    index('variant_colour').on(t.colour).where(sql`colour is not null`),
    uniqueIndex('variant_sku').on(t.portalId, t.sku).where(sql`sku is not null`),
    ...portalTenant(t.portalId),
  ],
)

/**
 * Where a shop sells a product, or one of its variants. The main shop stands first. A press on the way there is counted for
 * `id`, and a sale that it brings comes back with it: it stays the same while the shop does, whatever its address.
 */
export const purchaseAddress = pgTable(
  'purchase_address',
  {
    portalId: uuid().notNull(),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    productId: uuid().notNull(),
    variantId: uuid(),
    shop: text().notNull(),
    /** https, and nothing else. */
    url: text().notNull(),
    position: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    foreignKey({
      columns: [t.portalId, t.productId],
      foreignColumns: [product.portalId, product.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.portalId, t.variantId],
      foreignColumns: [variant.portalId, variant.id],
    }).onDelete('cascade'),
    index().on(t.id),
    unique('purchase_address_shop').on(t.portalId, t.productId, t.variantId, t.shop).nullsNotDistinct(),
    check('purchase_address_https', sql`url like 'https://%'`),
    ...portalTenant(t.portalId),
  ],
)

/**
 * Every SKU that a source has ever sent, and what it stands for. Without a product it is unmapped: counted, shown and
 * never dropped. Sales are rolled up by this row's id, so that a later mapping regroups history without touching it.
 */
export const skuMapping = pgTable(
  'sku_mapping',
  {
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    source: text().notNull(),
    sku: text().notNull(),
    /** As the source last named it. */
    name: text().notNull().default(''),
    productId: uuid(),
    variantId: uuid(),
    /** Mapped by hand, not by an equal SKU of the catalogue. */
    byHand: boolean().notNull().default(false),
    createdAt: createdAt(),
    mappedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    uniqueIndex('sku_mapping_sku').on(t.portalId, t.source, t.sku),
    index().on(t.id),
    // With its id, so that what is of a product needs no other index: one that has the product last reads all of a portal.
    index('sku_mapping_of_product').on(t.portalId, t.productId, t.id),
    // One SKU by its key, or all of a label's, with what they stand for and no row read. With the id last, one would be
    // looked for among all of its portal.
    index('sku_mapping_stands_for').on(t.portalId, t.id, t.productId),
    index('sku_mapping_unmapped').on(t.portalId).where(sql`product_id is null`),
    index('sku_mapping_by_mapping')
      .on(t.mappedAt.desc().nullsLast(), t.id)
      .where(sql`product_id is not null`),
    ...portalTenant(t.portalId),
  ],
)

/** Rates in per cent by key, each valid from a day on. `kind` says what a key means: VAT of bills or commission. */
export const rate = pgTable(
  'rate',
  {
    key: text().$type<RateKey>().notNull(),
    validFrom: date().notNull(),
    kind: text().$type<'vat' | 'commission'>().notNull(),
    pct: numeric().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.validFrom] }),
    pgPolicy('read', { for: 'select', to: memberRole, using: sql`true` }),
    ...serviceOnly(),
  ],
)

/** A portal's own rate, before the common one from its day on. */
export const portalRate = pgTable(
  'portal_rate',
  {
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    key: text().$type<RateKey>().notNull(),
    validFrom: date().notNull(),
    pct: numeric().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.portalId, t.key, t.validFrom] }), ...portalTenant(t.portalId)],
)
