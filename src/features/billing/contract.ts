import * as z from 'zod/mini'
import { allOf, anyOf, fileOperation, operation } from '#platform/operation.ts'
import { billingView } from '#platform/permissions.ts'
import { Id, List, Moment, OptionalText, PageNumber, PortalId } from '#platform/shapes.ts'
import { AgreementParties } from './agreement-parties.ts'
import { Agreed, Bill, BillHead, BillId, HeldSales, OwnBillHead } from './bill-shapes.ts'
import { billStatuses, documentFormats, paymentFilters } from './choices.ts'

export type { LineType } from './choices.ts'

const BillQuery = z.object({
  q: z.optional(OptionalText(100)),
  status: z.optional(z.enum(billStatuses)),
  payment: z.optional(z.enum(paymentFilters)),
  period: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))),
  page: PageNumber,
})

export const getBilling = operation({
  method: 'GET',
  path: '/portal/{portalId}/billing',
  tag: 'billing',
  summary: 'What an account is owed: the open bill, the last bills and advances, what is outstanding',
  access: anyOf(billingView),
  scope: 'portal',
  input: PortalId,
  output: z.object({
    /** Null without `billing.viewbills`, as `bills` are none. */
    next: z.nullable(BillHead),
    bills: z.array(OwnBillHead),
    /** None without `billing.viewadvances`. */
    advances: z.array(OwnBillHead),
    /** Sums: for who sees the summary or what they are the sums of; null for anybody else. */
    outstandingCents: z.nullable(z.number()),
    unpaidCents: z.nullable(z.number()),
    /** What the bank was asked to pay and has not been told of as paid. */
    atBankCents: z.nullable(z.number()),
    /** The next payment that has a day; null where none has, and without `billing.viewbills`. */
    nextPayment: z.nullable(z.object({ on: z.string(), cents: z.number(), atBank: z.boolean() })),
    informationComplete: z.boolean(),
    /** What was sold of products to come: not owed until their release. None without `billing.viewbills`. */
    held: z.array(HeldSales),
    /** What it owes of the provider's invoices, which the next bills are less by; null as `unpaidCents` is. */
    chargedCents: z.nullable(z.number()),
    /** From which sum on it is paid; 0: any. */
    payoutMinimumCents: z.number(),
    /** Until when payments wait for another IBAN; null where none do, and for who sees nothing of what is paid. */
    paymentsHeldUntil: z.nullable(Moment),
    selfInvoice: z.boolean(),
    agreed: z.nullable(Agreed),
    agreementVersion: z.string(),
    /** Whom the agreement names; null while one of them is not known, and for who may not see tax numbers. */
    agreementParties: z.nullable(AgreementParties),
  }),
})

export const listBills = operation({
  tool: {},
  method: 'GET',
  path: '/portal/{portalId}/bills',
  tag: 'billing',
  summary: 'Bills of an account, newest first, 50 a page',
  access: 'billing.viewbills',
  scope: 'portal',
  input: z.extend(BillQuery, {
    ...PortalId.shape,
    year: z.optional(z.coerce.number().check(z.int(), z.minimum(2018), z.maximum(2100))),
  }),
  output: z.extend(List(OwnBillHead), {
    sumPayableCents: z.number(),
    /** Of which the bank was asked already: not part of `sumPayableCents`. */
    sumAtBankCents: z.number(),
    /** Years that there are bills of, newest first. */
    years: z.array(z.number()),
  }),
})

export const listAllBills = operation({
  method: 'GET',
  path: '/billing',
  tag: 'billing',
  summary: 'Bills of all accounts, what is blocked and why, 50 a page',
  access: { staff: 'billing.viewbills' },
  scope: 'none',
  input: z.extend(BillQuery, {
    type: z.optional(z.enum(['1', '2'])),
    blocked: z.optional(z.literal('1')),
  }),
  output: z.extend(List(BillHead), { sumPayableCents: z.number() }),
})

export const getBill = operation({
  tool: {},
  method: 'GET',
  path: '/bill/{billId}',
  tag: 'billing',
  summary: 'A bill with its lines, totals and comments',
  access: 'billing.viewbills',
  scope: 'row',
  input: BillId,
  output: Bill,
})

export const listLineOrders = operation({
  method: 'GET',
  path: '/bill/{billId}/line/{position}',
  tag: 'billing',
  summary: 'The order lines that a line of a bill was made from',
  access: 'billing.viewbills',
  scope: 'row',
  input: z.extend(BillId, {
    position: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)),
    page: PageNumber,
  }),
  output: z.extend(
    List(
      z.object({
        /** Null for an order that an undone import has taken away. */
        orderId: z.nullable(Id),
        order: z.string(),
        at: Moment,
        kind: z.enum(['sale', 'refund', 'cancellation']),
        name: z.string(),
        sku: z.string(),
        units: z.number(),
        netMicros: z.number(),
        amountMicros: z.number(),
        /** Whose commission it was, as on the bill. */
        rateOf: z.nullable(z.enum(['portal', 'product'])),
        rateUnits: z.nullable(z.number()),
      }),
    ),
    {
      /** Of all order lines of that month, portal and rate; the line may hold only what came after an earlier bill. */
      sumCents: z.number(),
      /** Of what is shared: how much all of it is, and how much of that the account's. Orders' amounts are of all of it. */
      wholeCents: z.number(),
      shareBp: z.nullable(z.number()),
      lineCents: z.number(),
    },
  ),
})

export const getBillDocument = fileOperation({
  path: '/bill/{billId}/document',
  tag: 'billing',
  summary:
    'A bill as PDF, its lines as CSV, Facturae 3.2.2 (xsig: signed by the provider, who issues it), its Veri*factu records, or the invoice that the account handed in',
  // Whoever may not see bills knows of none: an id from elsewhere opens nothing.
  access: allOf(['billing.viewbills', 'billing.downloadbills']),
  scope: 'row',
  input: z.extend(BillId, { format: z.enum(documentFormats), locale: z.optional(z.enum(['es', 'en'])) }),
})
