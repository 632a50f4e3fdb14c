import { boolean, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import type { DetailKind, ReportPace } from '#features/analytics/choices.ts'
import { createdAt, id } from '#platform/table.ts'
import { portalTenant } from '#platform/tenancy.ts'

/**
 * A view of analytics kept by name. `portalId` is the portal that was current when it was made (a label's master portal
 * stands for the whole label) and null for staff; reports are written with what the owner may see there on that day.
 */
export const savedView = pgTable(
  'saved_view',
  {
    id: id(),
    ownerId: uuid()
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    portalId: uuid(),
    accountId: uuid(),
    name: text().notNull(),
    page: text().$type<DetailKind>().notNull(),
    query: text().notNull(),
    shared: boolean().notNull().default(false),
    report: text().$type<ReportPace>().notNull().default('none'),
    /** The Monday or the first of the month that the last report was for. */
    reportedOn: date(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.ownerId), index().on(t.accountId), index().on(t.report), ...portalTenant(t.portalId)],
)
