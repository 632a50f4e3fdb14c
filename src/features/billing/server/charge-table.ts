import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import { account } from '#features/portals/server/table.ts'
import { cents, createdAt, id } from '#platform/table.ts'
import { accountTenant, serviceOnly } from '#platform/tenancy.ts'
import type { ChargeKind } from '../choices.ts'
import type { BillTax } from '../tax-cases.ts'
import type { Totals } from '../totals.ts'
import type { FrozenInformation, FrozenProvider } from './frozen.ts'
import { bill } from './table.ts'

const ofAccount = () =>
  uuid()
    .notNull()
    .references(() => account.id)

/** An invoice of the provider to an account, of what it supplied. A row is one that was issued: it does not change. */
export const charge = pgTable(
  'charge',
  {
    id: id(),
    accountId: ofAccount(),
    number: text().notNull(),
    issuedOn: date().notNull(),
    /** Who supplies and who receives, as they were. */
    provider: jsonb().$type<FrozenProvider>().notNull(),
    information: jsonb().$type<FrozenInformation>().notNull(),
    tax: jsonb().$type<BillTax>().notNull(),
    totals: jsonb().$type<Totals>().notNull(),
    hash: text().notNull(),
    /** Of one that takes another back. */
    correctsId: uuid(),
    reason: text(),
    actorId: uuid().references(() => person.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('charge_number').on(sql`(provider->>'taxId')`, t.number),
    uniqueIndex('charge_one_correction').on(t.correctsId).where(sql`corrects_id is not null`),
    index().on(t.accountId, t.createdAt),
    index().on(t.createdAt),
    ...accountTenant(t.accountId),
  ],
)

export const chargeLine = pgTable(
  'charge_line',
  {
    chargeId: uuid()
      .notNull()
      .references(() => charge.id),
    position: integer().notNull(),
    accountId: ofAccount(),
    kind: text().$type<ChargeKind>().notNull(),
    description: text().notNull(),
    units: integer().notNull(),
    taxBp: integer().notNull(),
    amountCents: cents().notNull(),
  },
  (t) => [primaryKey({ columns: [t.chargeId, t.position] }), ...accountTenant(t.accountId)],
)

/**
 * What has settled a charge, wholly or in part: what the account was owed with a bill, another charge that took it back, or with
 * neither a payment of the account. Only ever added to.
 */
export const chargeSettlement = pgTable(
  'charge_settlement',
  {
    id: id(),
    accountId: ofAccount(),
    chargeId: uuid()
      .notNull()
      .references(() => charge.id),
    billId: uuid().references(() => bill.id),
    againstId: uuid().references(() => charge.id),
    amountCents: cents().notNull(),
    day: date().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.chargeId),
    index().on(t.billId).where(sql`bill_id is not null`),
    check('some_amount', sql`amount_cents <> 0`),
    check('one_way', sql`bill_id is null or against_id is null`),
    ...accountTenant(t.accountId),
  ],
)

/** The last number that the provider gave in each of its series; its row is locked until the charge that takes it is there. */
export const chargeCounter = pgTable(
  'charge_counter',
  {
    issuerTaxId: text().notNull(),
    series: text().$type<'charge' | 'corrective'>().notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.issuerTaxId, t.series, t.year] }), ...serviceOnly()],
)
