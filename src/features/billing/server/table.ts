import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import { account } from '#features/portals/server/table.ts'
import { cents, createdAt, id, moment } from '#platform/table.ts'
import { accountTenant } from '#platform/tenancy.ts'
import type { Acceptance, BillStatus, LineType, PaymentState } from '../choices.ts'
import type { Correction } from '../corrections.ts'
import type { Goods } from '../goods.ts'
import type { BillTax } from '../tax-cases.ts'
import type { Totals } from '../totals.ts'
import { moments } from './billed-table.ts'
import type { FrozenInformation, FrozenProvider } from './frozen.ts'

const ofAccount = () =>
  uuid()
    .notNull()
    .references(() => account.id)

/**
 * A bill (type 1) or an advance (type 2). One bill of each account is Next: the open accrual, whose lines are what the
 * ledger holds as accrued. What is Approved does not change any more, apart from its payment and its cancellation.
 */
export const bill = pgTable(
  'bill',
  {
    id: id(),
    accountId: ofAccount(),
    type: smallint().$type<1 | 2>().notNull().default(1),
    status: text().$type<BillStatus>().notNull().default('Next'),
    payment: text().$type<PaymentState>().notNull().default('unpaid'),
    /** First day of the month that it closes. */
    period: date(),
    /** First day of the first month that it is of, where it is of several; what was carried forward counts from where it was. */
    periodFrom: date(),
    number: text(),
    issuedOn: date(),
    hash: text(),
    selfInvoice: boolean(),
    information: jsonb().$type<FrozenInformation>(),
    provider: jsonb().$type<FrozenProvider>(),
    totals: jsonb().$type<Totals>(),
    /** When the first of its operations was done; null while it is open, and for those of before. */
    operationsFrom: moment(),
    /** How it is taxed, from its closing on; null where it was closed before there were cases. */
    tax: jsonb().$type<BillTax>(),
    /** What an advance asks for. */
    amountCents: cents(),
    /** Of a dispute, cancellation or refusal; what an advance is for. */
    reason: text(),
    /** Of an approval that staff recorded. */
    proof: text(),
    /** Who accepted it; null for what was approved before this was kept. */
    acceptance: text().$type<Acceptance>(),
    /** When it was reminded of, since it was closed: ISO 8601. */
    reminders: jsonb().$type<string[]>().notNull().default([]),
    /** Not before this day has whoever reminds and accepts by silence anything to do; null: to be looked at. */
    lookOn: date(),
    correctsId: uuid(),
    /** Of a corrective bill; null for those of before. */
    correction: jsonb().$type<Correction>(),
    /** Of an account that issues its own invoices. */
    ownNumber: text(),
    ownDate: date(),
    ownFile: text(),
    actorId: uuid().references(() => person.id, { onDelete: 'set null' }),
    closedAt: moment(),
    approvedAt: moment(),
    cancelledAt: moment(),
    /** What of it was settled by charges of the provider: that much less is paid. */
    offsetCents: cents().notNull().default(0),
    paidOn: date(),
    returnedOn: date(),
    returnReason: text(),
    remittanceId: uuid(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    uniqueIndex('bill_one_next').on(t.accountId).where(sql`type = 1 and status = 'Next'`),
    uniqueIndex('bill_number').on(t.accountId, t.number).where(sql`number is not null`),
    index().on(t.correctsId).where(sql`corrects_id is not null`),
    uniqueIndex('bill_one_correction')
      .on(t.correctsId)
      .where(sql`corrects_id is not null and status = 'Pending'`),
    index().on(t.accountId, t.type, t.createdAt),
    index().on(t.status, t.payment),
    index('bill_payable_by_day')
      .on(sql`(coalesce(period, (created_at at time zone 'Europe/Madrid')::date))`)
      .where(sql`status = 'Approved' and payment in ('unpaid', 'returned')`),
    // By the day that a list of bills is in: `dayOf` in heads.ts.
    index('bill_open_by_day')
      .on(t.status, sql`(coalesce(period, (created_at at time zone 'Europe/Madrid')::date))`)
      .where(sql`status in ('Pending', 'Next')`),
    index('bill_closed_by_day')
      .on(sql`(coalesce(period, (created_at at time zone 'Europe/Madrid')::date))`)
      .where(sql`status not in ('Pending', 'Next')`),
    index('bill_to_look_at')
      .on(sql`coalesce(look_on, '-infinity'::date)`)
      .where(sql`status = 'Pending' and closed_at is not null`),
    check('settled_whole', sql`status <> 'Approved' or (number is not null and hash is not null)`),
    ...accountTenant(t.accountId),
  ],
)

/** Lines as they were frozen; the Next bill's are read from the ledger. Automatic ones name portal, month and rate. */
export const billLine = pgTable(
  'bill_line',
  {
    billId: uuid()
      .notNull()
      .references(() => bill.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    accountId: ofAccount(),
    type: text().$type<LineType>().notNull(),
    portalId: uuid(),
    month: date().notNull(),
    /** Commission in hundredths of a per cent. */
    commissionBp: integer(),
    taxBp: integer().notNull(),
    /** Of lines that stand for themselves: the ledger entry behind them, or the advance. */
    itemId: uuid(),
    description: text(),
    reference: text(),
    units: integer(),
    amountCents: cents().notNull(),
    /** Which split it is a share by, and how large: see split-table.ts. */
    splitId: uuid(),
    shareBp: integer(),
    /** Of automatic lines: when what they hold was told. Null for those of before. */
    told: moments(),
    /** Of automatic lines: what they come to before they are rounded, in millionths. Null for those of before. */
    exactMicros: cents(),
    /** What was sold, by product. */
    goods: jsonb().$type<Goods[]>(),
  },
  (t) => [
    primaryKey({ columns: [t.billId, t.position] }),
    index('bill_line_sales').on(t.portalId, t.month).where(sql`portal_id is not null`),
    ...accountTenant(t.accountId),
  ],
)

export const billComment = pgTable(
  'bill_comment',
  {
    id: id(),
    billId: uuid()
      .notNull()
      .references(() => bill.id, { onDelete: 'cascade' }),
    accountId: ofAccount(),
    personId: uuid().references(() => person.id, { onDelete: 'set null' }),
    personName: text().notNull(),
    staff: boolean().notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.billId, t.createdAt), ...accountTenant(t.accountId)],
)

/** The last number given in each series; its row is locked until the bill that takes the next one is committed. */
export const billCounter = pgTable(
  'bill_counter',
  {
    accountId: ofAccount(),
    /** `corrective:2`: of the second NIF that the account has had. */
    series: text().$type<'bill' | 'corrective' | `${'bill' | 'corrective'}:${number}`>().notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.series, t.year] }), ...accountTenant(t.accountId)],
)
