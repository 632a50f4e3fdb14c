import * as z from 'zod/mini'
import { billTypes } from '#platform/constants.ts'
import { Id, Moment, Text } from '#platform/shapes.ts'
import { acceptances, billStatuses, blocks, lineTypes, paymentStates, payoutWaits } from './choices.ts'
import { faults } from './corrections.ts'
import { RecordState } from './record-state.ts'
import { withheldTaxes } from './retention.ts'
import { taxCases } from './tax-cases.ts'

export const BillId = z.object({ billId: Id })
export const Day = z.iso.date()
/** Cents that may be negative. */
export const Cents = z.number().check(z.int(), z.minimum(-1_000_000_000_00), z.maximum(1_000_000_000_00))
/** A rate in hundredths of a per cent: 21 % is 2100. */
export const BasisPoints = z.number().check(z.int(), z.minimum(0), z.maximum(10_000))
export const Reason = Text(500)

/** The agreement in force: which text, who accepted it, and whether silence accepts bills by it. */
export const Agreed = z.object({
  version: z.string(),
  person: z.string(),
  at: Moment,
  silence: z.boolean(),
})

/** What lines come to: earned, settled, the base, tax, what is withheld, and what is paid; by rate of tax too. */
export const Totals = z.object({
  earnedCents: z.number(),
  settledCents: z.number(),
  baseCents: z.number(),
  taxCents: z.number(),
  retentionCents: z.number(),
  totalCents: z.number(),
  payableCents: z.number(),
  groups: z.array(
    z.object({
      taxBp: z.number(),
      earnedCents: z.number(),
      settledCents: z.number(),
      baseCents: z.number(),
      taxCents: z.number(),
    }),
  ),
})

/** A bill in a list: what an account is paid for a month, or an advance. */
export const BillHead = z.object({
  id: Id,
  /** 1 bill, 2 advance. */
  type: z.union([z.literal(billTypes.bills), z.literal(billTypes.advances)]),
  account: z.object({ id: Id, name: z.string(), portalId: z.nullable(Id) }),
  status: z.enum(billStatuses),
  payment: z.enum(paymentStates),
  number: z.nullable(z.string()),
  /** First day of the month that it closes; null while it is open. */
  period: z.nullable(z.string()),
  /** First day of the first month that it is of, where it is of several; null where it is of one. */
  periodFrom: z.nullable(z.string()),
  issuedOn: z.nullable(z.string()),
  /** Is it one that corrects another? */
  corrective: z.boolean(),
  /** Of an advance: granted, and waiting to be accepted. */
  offered: z.boolean(),
  baseCents: z.number(),
  payableCents: z.number(),
  /** What it waits for. */
  blocked: z.array(z.enum(blocks)),
  /** For `If-Match`. */
  version: z.number(),
  updatedAt: Moment,
})
export type BillHead = z.infer<typeof BillHead>

/** A line of a bill; automatic ones are of one portal, one month and one commission. */
export const BillLine = z.object({
  position: z.number(),
  type: z.enum(lineTypes),
  /** Of automatic lines: whose sales, of which month, at which commission. */
  portal: z.nullable(z.object({ id: Id, name: z.string() })),
  month: z.string(),
  commissionBp: z.nullable(z.number()),
  /** Where others share in it: how much of it is this account's, in hundredths of a per cent. */
  shareBp: z.nullable(z.number()),
  taxBp: z.number(),
  units: z.nullable(z.number()),
  description: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  amountCents: z.number(),
  /** What was sold, by product, the largest first; none while the bill is open, and where nothing was sold. */
  goods: z.array(
    z.object({
      /** Null: several that are each a small part. */
      name: z.nullable(z.string()),
      sku: z.nullable(z.string()),
      /** Whose commission it was, where not the one of all portals; of a product's own, from how many units sold on. */
      rateOf: z.nullable(z.enum(['portal', 'product'])),
      rateUnits: z.nullable(z.number()),
      units: z.number(),
      grossCents: z.number(),
      offCents: z.number(),
      chargedCents: z.number(),
      amountCents: z.number(),
    }),
  ),
  /** Can it be opened down to order lines? */
  opens: z.boolean(),
})
export type BillLine = z.infer<typeof BillLine>

/** When a bill is paid, and why then or not yet. */
export const ExpectedPayment = z.object({
  /** The day that the bank was asked for, or the last of the term; null while it waits for something. */
  on: z.nullable(z.string()),
  why: z.enum(['atBank', 'term', ...payoutWaits]),
  /** Until when a changed IBAN holds it. */
  until: z.optional(Moment),
})
export type ExpectedPayment = z.infer<typeof ExpectedPayment>

/** A bill in the list of its own account, with when it was or will be paid. */
export const OwnBillHead = z.extend(BillHead, {
  paidOn: z.nullable(z.string()),
  expected: z.nullable(ExpectedPayment),
})
export type OwnBillHead = z.infer<typeof OwnBillHead>

/** A bill with its lines, its tax and whom it is of. */
export const Bill = z.extend(BillHead, {
  lines: z.array(BillLine),
  /** Where lines that are rounded one by one differ from their exact sum, which analytics shows: both, in cents. */
  rounding: z.nullable(z.object({ linesCents: z.number(), onceCents: z.number() })),
  totals: Totals,
  taxName: z.enum(['IVA', 'IGIC', 'IPSI']),
  /** By who supplies, who receives and what; null for what was closed before cases were told apart. */
  taxCase: z.nullable(z.enum(taxCases)),
  /** What it says where nothing is charged, and the articles for it. */
  taxMention: z.nullable(z.enum(['reverseCharge', 'exempt'])),
  taxLaw: z.nullable(z.string()),
  retentionBp: z.number(),
  /** On account of which tax it is withheld: of persons' income, or of companies'. */
  retentionTax: z.enum(withheldTaxes),
  selfInvoice: z.boolean(),
  legalName: z.nullable(z.string()),
  taxId: z.nullable(z.string()),
  provider: z.nullable(z.string()),
  ibanMasked: z.nullable(z.string()),
  outstandingCents: z.number(),
  reason: z.nullable(z.string()),
  proof: z.nullable(z.string()),
  acceptance: z.nullable(z.enum(acceptances)),
  /** When it was reminded of, since it was presented. */
  reminders: z.array(Moment),
  /** Of what waits to be accepted: the last day on which the law wants it issued, and when silence accepts it. */
  issueBy: z.nullable(z.string()),
  silentOn: z.nullable(z.string()),
  /** The newest that corrects it; without number while it waits to be accepted. */
  correctedBy: z.nullable(z.object({ id: Id, number: z.nullable(z.string()) })),
  corrects: z.nullable(z.object({ id: Id, number: z.nullable(z.string()) })),
  /** What was wrong, and whether all of it is taken back. */
  correction: z.nullable(z.object({ fault: z.enum(faults), whole: z.boolean() })),

  hash: z.nullable(z.string()),
  /** Were its Veri*factu records cancelled? */
  recordsAnnulled: z.boolean(),
  /** Can it be had signed? What the provider issues, while there is a certificate. */
  signable: z.boolean(),
  /** Its Veri*factu records, oldest first, and what the tax agency said of each. */
  records: z.array(RecordState),
  ownNumber: z.nullable(z.string()),
  closedAt: z.nullable(Moment),
  approvedAt: z.nullable(Moment),
  cancelledAt: z.nullable(Moment),
  paidOn: z.nullable(z.string()),
  returnedOn: z.nullable(z.string()),
  returnReason: z.nullable(z.string()),
  /** Of an issued bill: when it is paid, or what its payment waits for. */
  /** What charges of the provider have settled of it, each by its number; that much less is paid. */
  offsets: z.array(z.object({ chargeId: Id, number: z.string(), day: z.string(), amountCents: z.number() })),
  expected: z.nullable(ExpectedPayment),
  comments: z.array(
    z.object({ id: Id, person: z.string(), staff: z.boolean(), text: z.string(), createdAt: Moment }),
  ),
})
export type Bill = z.infer<typeof Bill>

/** What was sold of a product before its release: `incomeCents` will be owed on that day. */
export const HeldSales = z.object({
  product: z.object({ id: Id, name: z.object({ es: z.string(), en: z.optional(z.string()) }) }),
  portal: z.object({ id: Id, name: z.string() }),
  on: z.string(),
  units: z.number(),
  incomeCents: z.number(),
})
export type HeldSales = z.infer<typeof HeldSales>
