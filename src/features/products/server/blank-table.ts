import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgPolicy, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { blankTypes, Supply } from '#platform/constants.ts'
import { cents, createdAt, id } from '#platform/table.ts'
import { memberRole, serviceOnly } from '#platform/tenancy.ts'

/** Blanks belong to the provider: members read them, because their products are made on them, and change nothing. */
const provided = () => [
  pgPolicy('read', { for: 'select', to: memberRole, using: sql`true` }),
  ...serviceOnly(),
]

/** An unprinted article of a supplier that products are made on. */
export const blank = pgTable(
  'blank',
  {
    id: id(),
    name: text().notNull(),
    type: text().$type<(typeof blankTypes)[number]>().notNull(),
    supplier: text().notNull(),
    reference: text().notNull(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [uniqueIndex('blank_reference').on(t.supplier, t.reference), ...provided()],
)

/** One colour and size of a blank. `alternativeId` says which other one stands in while `supply` is `alternative`. */
export const blankVariant = pgTable(
  'blank_variant',
  {
    id: id(),
    blankId: uuid()
      .notNull()
      .references(() => blank.id, { onDelete: 'cascade' }),
    size: text().notNull().default(''),
    colour: text().notNull().default(''),
    costCents: cents().notNull().default(0),
    supply: text().$type<Supply>().notNull().default('inStock'),
    alternativeId: uuid(),
    position: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('blank_variant_of').on(t.blankId, t.size, t.colour),
    foreignKey({ columns: [t.alternativeId], foreignColumns: [t.id] }).onDelete('set null'),
    index().on(t.alternativeId),
    ...provided(),
  ],
)
