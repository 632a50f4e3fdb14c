import * as z from 'zod/mini'
import { fileOperation, operation } from '#platform/operation.ts'
import { Id, List, Moment, PageNumber, PortalId } from '#platform/shapes.ts'
import { Day } from './bill-shapes.ts'
import { payoutWaits, remittanceStates, statementBodyMegabytes } from './choices.ts'

const staff = { staff: 'billing.managebills' } as const
const RemittanceId = z.object({ remittanceId: Id })
/** A sum that is paid out. */
const PayoutCents = z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000_000_00))

/** Bills that the bank is asked to pay together. */
export const Remittance = z.object({
  id: Id,
  bills: z.number(),
  totalCents: z.number(),
  /** The day on which the bank is asked to pay. */
  on: Day,
  state: z.enum(remittanceStates),
  createdAt: Moment,
  /** Was it made by who asks? Somebody else confirms it. */
  own: z.boolean(),
})

const PayoutLimit = z.object({
  /** Above this sum a second person confirms; null: never. */
  confirmAboveCents: z.nullable(z.number()),
  /** One that lets more through, and from when. */
  later: z.nullable(z.object({ confirmAboveCents: z.nullable(z.number()), from: Moment })),
})
export type PayoutLimit = z.infer<typeof PayoutLimit>

export const listRemittances = operation({
  method: 'GET',
  path: '/billing/remittances',
  tag: 'billing',
  summary: 'Payment files made so far, what the next would hold, and what waits and why',
  access: staff,
  scope: 'none',
  input: z.object({ page: PageNumber }),
  output: z.extend(List(Remittance), {
    ready: z.object({ bills: z.number(), totalCents: z.number(), held: z.number() }),
    /** Approved and not paid, the oldest first, 500 at most. */
    due: z.array(
      z.object({
        billId: Id,
        number: z.string(),
        account: z.string(),
        issuedOn: Day,
        payableCents: z.number(),
        /** Why it cannot be paid now; null where it can. */
        waits: z.nullable(z.enum(payoutWaits)),
        /** Until when a changed IBAN holds it. */
        until: z.optional(Moment),
      }),
    ),
    /** What charges that were taken back give back: with the next bill of who was charged; who has the account no more gets none. */
    givenBack: z.array(
      z.object({
        chargeId: Id,
        number: z.string(),
        account: z.string(),
        /** Who was charged. */
        legalName: z.string(),
        /** Has somebody else the account by now? Then it is paid by hand. */
        former: z.boolean(),
        cents: z.number(),
      }),
    ),
    ...PayoutLimit.shape,
  }),
})

export const createRemittance = operation({
  method: 'POST',
  path: '/billing/remittance',
  status: 201,
  tag: 'billing',
  summary: 'Put what can be paid, or the bills named, into one SEPA payment file (pain.001.001.09)',
  access: staff,
  scope: 'none',
  idempotent: true,
  input: z.object({
    on: Day,
    /** Left out: everything that can be paid. */
    billIds: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(500))),
  }),
  output: Remittance,
})

export const confirmRemittance = operation({
  method: 'PUT',
  path: '/billing/remittance/{remittanceId}/confirmation',
  tag: 'billing',
  summary: 'Confirm a payment file that somebody else has made',
  access: staff,
  scope: 'none',
  input: RemittanceId,
  output: Remittance,
})

export const undoRemittance = operation({
  method: 'PUT',
  path: '/billing/remittance/{remittanceId}/undoing',
  tag: 'billing',
  summary: 'Take back a payment file that nobody has downloaded; its bills can be paid again',
  access: staff,
  scope: 'none',
  input: RemittanceId,
  output: Remittance,
})

export const downloadRemittance = operation({
  method: 'PUT',
  path: '/billing/remittance/{remittanceId}/download',
  tag: 'billing',
  summary: 'Let a payment file leave for the bank; from now on it cannot be undone',
  access: staff,
  scope: 'none',
  input: RemittanceId,
  output: Remittance,
})

export const getRemittanceFile = fileOperation({
  path: '/billing/remittance/{remittanceId}',
  tag: 'billing',
  summary: 'A payment file that has left for the bank (pain.001.001.09)',
  access: staff,
  scope: 'none',
  input: RemittanceId,
})

export const setPayoutLimit = operation({
  method: 'PUT',
  path: '/billing/payoutLimit',
  tag: 'billing',
  summary: 'Say above which sum a second person confirms what one person pays out in a day',
  access: 'super',
  scope: 'none',
  input: z.object({ confirmAboveCents: z.nullable(PayoutCents) }),
  output: PayoutLimit,
})

export const setPayoutMinimum = operation({
  method: 'PUT',
  path: '/portal/{portalId}/payoutMinimum',
  tag: 'billing',
  summary: 'Say from which sum on an account is paid; less than that waits for more',
  access: staff,
  scope: 'portal',
  input: z.extend(PortalId, { minimumCents: PayoutCents }),
  output: z.object({ minimumCents: z.number() }),
})

const StatementAnswer = z.object({
  entries: z.array(
    z.object({
      day: Day,
      /** Above zero: came in. */
      cents: z.number(),
      text: z.string(),
      /** `known`: told before; `unmatched`: fits no payment, or more than one. */
      outcome: z.enum(['paid', 'returned', 'known', 'unmatched']),
      bills: z.array(z.object({ billId: Id, number: z.string(), account: z.string() })),
    }),
  ),
  paid: z.number(),
  returned: z.number(),
  known: z.number(),
  unmatched: z.number(),
})
export type StatementAnswer = z.infer<typeof StatementAnswer>

export const matchStatement = operation({
  method: 'POST',
  path: '/billing/bankStatement',
  tag: 'billing',
  summary: "Match the bank's statement (camt.053 or Norma 43) to payments: looked at first, then recorded",
  access: staff,
  scope: 'none',
  bodyMegabytes: statementBodyMegabytes,
  idempotent: true,
  input: z.object({ file: z.file(), mode: z.enum(['check', 'all']) }),
  output: StatementAnswer,
})
