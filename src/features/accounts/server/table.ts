import { integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/portals/server/table.ts'
import { type BilingualText, createdAt } from '#platform/table.ts'
import { accountTenant } from '#platform/tenancy.ts'

/** What an account says of itself on the legal pages of its portals; empty texts add nothing to the common ones. */
export const legalText = pgTable(
  'legal_text',
  {
    accountId: uuid()
      .primaryKey()
      .references(() => account.id),
    notice: jsonb().$type<BilingualText>().notNull(),
    privacy: jsonb().$type<BilingualText>().notNull(),
    version: integer().notNull().default(1),
    updatedAt: createdAt(),
  },
  (t) => accountTenant(t.accountId),
)
