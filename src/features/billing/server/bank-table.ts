import { date, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import { cents, createdAt } from '#platform/table.ts'
import { serviceOnly } from '#platform/tenancy.ts'

/** Movements of the bank that a bill's payment was told by: the same again tells nothing. */
export const bankEntry = pgTable(
  'bank_entry',
  {
    /** Of all that it says and, of several that say the same, of its place among them. */
    fingerprint: text().primaryKey(),
    day: date().notNull(),
    amountCents: cents().notNull(),
    told: text().$type<'paid' | 'returned'>().notNull(),
    actorId: uuid().references(() => person.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  () => serviceOnly(),
)
