import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { Id, Moment, OptionalText, PortalId } from '#platform/shapes.ts'
import { BillId, Cents, Reason } from './bill-shapes.ts'

/** Money that an account has asked for before it was earned, and what of it is still to be settled. */
export const Advance = z.object({
  id: Id,
  account: z.object({ id: Id, name: z.string() }),
  status: z.enum(['Next', 'Pending', 'Approved', 'Cancelled']),
  /** Granted by staff, and its bill waits to be accepted. */
  offered: z.boolean(),
  /** Of granted ones. */
  state: z.nullable(z.enum(['open', 'partial', 'settled'])),
  number: z.nullable(z.string()),
  amountCents: z.number(),
  openCents: z.number(),
  reason: z.nullable(z.string()),
  payment: z.string(),
  requestedAt: Moment,
  version: z.number(),
})
export type Advance = z.infer<typeof Advance>

/** A release that comes, and what it is reckoned to bring. */
export const Coming = z.object({
  title: z.object({ es: z.string(), en: z.optional(z.string()) }),
  portal: z.string(),
  on: z.string(),
  /** What of it is sold already, and owed on that day. */
  presoldCents: z.number(),
  /** What it is reckoned to bring in three months, from so many releases before it; none: only what is presold. */
  expectedCents: z.number(),
  compared: z.number(),
})
export type Coming = z.infer<typeof Coming>

/** By when what an advance would leave open is reckoned to be earned, and from what. */
export const Forecast = z.object({
  /** What one of the last months has brought on average, without what releases brought in their first three. */
  monthlyCents: z.number(),
  /** Of how many months that are over; 0: there is nothing to reckon from. */
  paceMonths: z.number(),
  /** Releases whose first three months are over: what the next are reckoned from. */
  compared: z.number(),
  /** Releases of the next twelve months, and what is presold; the next first. */
  coming: z.array(Coming),
  /** What is earned and not issued yet: of earlier months, and of this one so far. */
  earnedCents: z.number(),
  /** `yyyy-MM` in which everything is settled; null when it never is at this pace. */
  settledIn: z.nullable(z.string()),
})

export const listAdvances = operation({
  method: 'GET',
  path: '/portal/{portalId}/advances',
  tag: 'billing',
  summary: 'Advances of an account, the ceiling, and when they will be settled',
  access: 'billing.viewadvances',
  scope: 'portal',
  input: z.extend(PortalId, {
    /** What if this much more were granted? */
    amountCents: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1e10))),
  }),
  output: z.object({
    /** Name of the account. */
    account: z.string(),
    items: z.array(Advance),
    outstandingCents: z.number(),
    requestedCents: z.number(),
    limitPct: z.number(),
    yearIncomeCents: z.number(),
    ceilingCents: z.number(),
    availableCents: z.number(),
    forecast: Forecast,
    whatIf: z.nullable(Forecast),
  }),
})

export const requestAdvance = operation({
  method: 'POST',
  path: '/portal/{portalId}/advance',
  status: 201,
  tag: 'billing',
  summary: 'Ask for an advance, up to the ceiling',
  access: 'billing.manageadvances',
  scope: 'portal',
  idempotent: true,
  input: z.extend(PortalId, {
    amountCents: Cents.check(z.minimum(1)),
    reason: z.optional(OptionalText(500)),
  }),
  output: Advance,
})

const ofAdvance = { tag: 'billing', access: { staff: 'billing.manageadvances' }, scope: 'row' } as const

export const reviewAdvance = operation({
  ...ofAdvance,
  method: 'PUT',
  path: '/bill/{billId}/review',
  summary: 'Take an advance into review',
  versioned: 'required',
  input: BillId,
  output: Advance,
})
export const grantAdvance = operation({
  ...ofAdvance,
  method: 'PUT',
  path: '/bill/{billId}/grant',
  summary: 'Grant an advance: its own bill with tax is presented, and issued once it is accepted',
  versioned: 'required',
  idempotent: true,
  input: BillId,
  output: Advance,
})
export const refuseAdvance = operation({
  ...ofAdvance,
  method: 'PUT',
  path: '/bill/{billId}/refusal',
  summary: 'Refuse an advance with a reason',
  versioned: 'required',
  idempotent: true,
  input: z.extend(BillId, { reason: Reason }),
  output: Advance,
})
