import { bigint, boolean, date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { bytea, createdAt, moment } from '#platform/table.ts'
import { portalTenant, serviceOnly } from '#platform/tenancy.ts'

/** The day's secret behind visitor hashes; dropped 48 h after its day, and with it every way back to a person. */
export const visitSalt = pgTable(
  'visit_salt',
  { day: date().primaryKey(), salt: bytea().notNull(), createdAt: createdAt() },
  () => serviceOnly(),
)

/**
 * Raw page views and clicks, kept until they are rolled up and 48 h old. `opensVisit`: the first one after 30 minutes
 * of silence; the visit counts at its time, with its source. `firstOfDay`: the visitor's first of that day.
 */
export const pageView = pgTable(
  'page_view',
  {
    /** No foreign key: whoever writes a view has looked its portal up, and to be asked again for each takes a tenth of it all. */
    portalId: uuid().notNull(),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    at: moment().notNull(),
    kind: text().$type<'view' | 'click'>().notNull().default('view'),
    visitorHash: bytea().notNull(),
    opensVisit: boolean().notNull(),
    firstOfDay: boolean().notNull(),
    path: text().notNull(),
    source: text(),
    medium: text(),
    campaign: text(),
    referrer: text(),
    channel: text().notNull(),
    country: text(),
    province: text(),
    city: text(),
    device: text().notNull(),
    browser: text().notNull(),
    linkId: uuid(),
    batchId: uuid().notNull(),
  },
  (t) => [
    // What a visitor did last is looked up for every view: one index for that and for the key.
    primaryKey({ columns: [t.portalId, t.visitorHash, t.at, t.id] }),
    index().on(t.batchId),
    ...portalTenant(t.portalId),
  ],
)

/** Who was there on which day of Europe/Madrid: the hash says nothing without the day's salt. */
export const dailyVisitor = pgTable(
  'daily_visitor',
  { portalId: uuid().notNull(), day: date().notNull(), visitorHash: bytea().notNull() },
  (t) => [primaryKey({ columns: [t.portalId, t.day, t.visitorHash] }), ...portalTenant(t.portalId)],
)

/** Lines of logs already read: raw views do not live long enough to recognise a file that comes twice. */
export const visitImportLine = pgTable(
  'visit_import_line',
  { portalId: uuid().notNull(), lineHash: bigint({ mode: 'bigint' }).notNull() },
  (t) => [primaryKey({ columns: [t.portalId, t.lineHash] }), ...portalTenant(t.portalId)],
)
