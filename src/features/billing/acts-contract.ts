import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { Id, OptionalText, Text } from '#platform/shapes.ts'
import { BasisPoints, Bill, BillId, Cents, Day, Reason } from './bill-shapes.ts'
import { blocks, pdfBodyMegabytes } from './choices.ts'
import { faults } from './corrections.ts'

export const closeBill = operation({
  method: 'PUT',
  path: '/bill/{billId}/closing',
  tag: 'billing',
  summary: 'Close the open bill: its lines, rates and billing information are frozen',
  access: { staff: 'billing.managebills' },
  scope: 'row',
  versioned: 'required',
  idempotent: true,
  input: BillId,
  output: Bill,
})

export const closeBills = operation({
  method: 'PUT',
  path: '/billing/closing',
  tag: 'billing',
  summary: 'Close the last month of all accounts, or of those named; tells what stays and why',
  access: { staff: 'billing.managebills' },
  scope: 'none',
  idempotent: true,
  input: z.object({ billIds: z.array(Id).check(z.minLength(1), z.maxLength(500)) }),
  output: z.object({
    closed: z.number(),
    left: z.array(z.object({ billId: Id, account: z.string(), why: z.array(z.enum(blocks)) })),
  }),
})

export const approveBill = operation({
  method: 'PUT',
  path: '/bill/{billId}/approval',
  tag: 'billing',
  summary:
    'Accept a bill; staff record the proof of its acceptance. It gets its number and never changes again',
  access: 'billing.managebills',
  scope: 'row',
  versioned: 'required',
  idempotent: true,
  input: z.extend(BillId, { proof: z.optional(Reason) }),
  output: Bill,
})

export const disputeBill = operation({
  method: 'PUT',
  path: '/bill/{billId}/dispute',
  tag: 'billing',
  summary: 'Send a bill back with a reason; its amounts are open again',
  access: 'billing.managebills',
  scope: 'row',
  versioned: 'required',
  idempotent: true,
  input: z.extend(BillId, { reason: Reason }),
  output: Bill,
})

export const cancelBill = operation({
  method: 'PUT',
  path: '/bill/{billId}/cancellation',
  tag: 'billing',
  summary: 'Cancel a bill with a reason; for an approved one a corrective bill is presented to its account',
  access: { staff: 'billing.managebills' },
  scope: 'row',
  versioned: 'required',
  idempotent: true,
  input: z.extend(BillId, {
    reason: Reason,
    /** What was wrong on an approved one: its kind and reason follow from it. */
    fault: z.optional(z.enum(faults)),
    /** Only this much more or less, before tax; left out, the whole is taken back. */
    difference: z.optional(
      z.object({
        amountCents: Cents.check(z.refine((value) => value !== 0, { error: 'format' })),
        description: Text(120),
      }),
    ),
  }),
  output: Bill,
})

export const annulRecords = operation({
  method: 'PUT',
  path: '/bill/{billId}/recordAnnulment',
  tag: 'billing',
  summary:
    'Cancel the Veri*factu records of a cancelled bill that should never have been issued, and of its corrective',
  access: { staff: 'billing.managebills' },
  scope: 'row',
  versioned: 'required',
  idempotent: true,
  input: z.extend(BillId, { reason: Reason }),
  output: Bill,
})

/** What another record says in the place of one that was wrong, and why; what is left out stays as it was. */
export const Mending = z.object({
  reason: Reason,
  /** As the tax agency has whose bill it is. */
  issuerName: z.optional(OptionalText(120)),
  /** As the tax agency has who received it. */
  recipientName: z.optional(OptionalText(120)),
  /** What was supplied, in a few words. */
  description: z.optional(OptionalText(500)),
})

export const mendRecord = operation({
  method: 'PUT',
  path: '/bill/{billId}/recordMending',
  tag: 'billing',
  summary:
    "Put another Veri*factu record in the place of a bill's, where only the record was wrong: what is left out stays as it was",
  access: { staff: 'billing.managebills' },
  scope: 'row',
  versioned: 'required',
  idempotent: true,
  input: z.extend(BillId, Mending.shape),
  output: Bill,
})

export const addLine = operation({
  method: 'POST',
  path: '/bill/{billId}/line',
  status: 201,
  tag: 'billing',
  summary: 'Add an Extra or Adjustment to the open bill, with its reason and reference',
  access: { staff: 'billing.managebills' },
  scope: 'row',
  idempotent: true,
  input: z.extend(BillId, {
    type: z.enum(['Extra', 'Adjustment']),
    description: Text(120),
    amountCents: Cents.check(z.refine((value) => value !== 0, { error: 'format' })),
    /** Left out: the account's own rate. */
    taxBp: z.optional(z.nullable(BasisPoints)),
    reason: Reason,
    reference: z.optional(OptionalText(80)),
  }),
  output: Bill,
})

export const commentBill = operation({
  method: 'POST',
  path: '/bill/{billId}/comment',
  status: 201,
  tag: 'billing',
  summary: 'Say something about a bill',
  access: 'billing.viewbills',
  scope: 'row',
  idempotent: true,
  spy: false,
  input: z.extend(BillId, { text: Text(1_000) }),
  output: Bill,
})

export const setPayment = operation({
  method: 'PUT',
  path: '/bill/{billId}/payment',
  tag: 'billing',
  summary: 'Record that a bill was paid, or that its payment came back',
  access: { staff: 'billing.managebills' },
  scope: 'row',
  versioned: 'required',
  idempotent: true,
  input: z.extend(BillId, {
    payment: z.enum(['paid', 'returned']),
    on: Day,
    reason: z.optional(OptionalText(500)),
  }),
  output: Bill,
})

export const setOwnInvoice = operation({
  method: 'PUT',
  path: '/bill/{billId}/ownInvoice',
  bodyMegabytes: pdfBodyMegabytes,
  tag: 'billing',
  summary: "Hand in the account's own invoice; its amounts have to agree to the cent",
  access: 'billing.managebills',
  scope: 'row',
  versioned: 'required',
  idempotent: true,
  input: z.extend(BillId, {
    number: Text(60),
    date: Day,
    baseCents: Cents,
    taxCents: Cents,
    retentionCents: Cents,
    totalCents: Cents,
    /** The PDF, base64. */
    file: z.optional(z.string().check(z.maxLength(3_000_000), z.regex(/^[A-Za-z0-9+/]*={0,2}$/))),
  }),
  output: Bill,
})
