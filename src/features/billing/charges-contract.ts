import * as z from 'zod/mini'
import { allOf, fileOperation, operation } from '#platform/operation.ts'
import { Id, List, OptionalText, PageNumber, PortalId, Text } from '#platform/shapes.ts'
import { Mending } from './acts-contract.ts'
import { BasisPoints, Day, Reason, Totals } from './bill-shapes.ts'
import { chargeFormats, chargeKinds } from './choices.ts'
import { RecordState } from './record-state.ts'

const ChargeId = z.object({ chargeId: Id })
/** A document, by its number. */
export const Numbered = z.object({ id: Id, number: z.string() })
const Other = z.nullable(Numbered)

/** An invoice of the provider to an account, in a list. */
export const ChargeHead = z.object({
  id: Id,
  account: z.object({ id: Id, name: z.string(), portalId: z.nullable(Id) }),
  number: z.string(),
  issuedOn: z.string(),
  kinds: z.array(z.enum(chargeKinds)),
  totalCents: z.number(),
  /** What of it is still owed; below zero: what is owed back. */
  openCents: z.number(),
  corrects: Other,
  correctedBy: Other,
})
export type ChargeHead = z.infer<typeof ChargeHead>

/** An invoice of the provider to an account, with its lines and what settled it. */
export const Charge = z.extend(ChargeHead, {
  lines: z.array(
    z.object({
      kind: z.enum(chargeKinds),
      description: z.string(),
      units: z.number(),
      taxBp: z.number(),
      amountCents: z.number(),
    }),
  ),
  totals: Totals,
  taxName: z.enum(['IVA', 'IGIC', 'IPSI']),
  taxMention: z.nullable(z.enum(['reverseCharge', 'exempt'])),
  taxLaw: z.nullable(z.string()),
  provider: z.string(),
  legalName: z.string(),
  taxId: z.string(),
  reason: z.nullable(z.string()),
  /** What settled it: what the account was owed with a bill, another charge, or with neither a payment of the account. */
  /** Its Veri*factu records, in their order. */
  records: z.array(RecordState),
  settlements: z.array(z.object({ day: z.string(), amountCents: z.number(), bill: Other, charge: Other })),
  hash: z.string(),
  signable: z.boolean(),
})
export type Charge = z.infer<typeof Charge>

const Query = z.object({
  /** Only those of which something is owed. */
  open: z.optional(z.literal('1')),
  page: PageNumber,
})
export const Charges = z.extend(List(ChargeHead), {
  /** All that is still owed of those in the list. */
  sumOpenCents: z.number(),
})

export const listCharges = operation({
  tool: {},
  method: 'GET',
  path: '/portal/{portalId}/charges',
  tag: 'billing',
  summary: "The provider's invoices to an account",
  access: 'billing.viewbills',
  scope: 'portal',
  input: z.extend(Query, PortalId.shape),
  output: Charges,
})

export const listAllCharges = operation({
  method: 'GET',
  path: '/billing/charges',
  tag: 'billing',
  summary: "The provider's invoices to all accounts",
  access: { staff: 'billing.viewbills' },
  scope: 'none',
  input: z.extend(Query, { q: z.optional(OptionalText(100)) }),
  output: Charges,
})

export const getCharge = operation({
  method: 'GET',
  path: '/charge/{chargeId}',
  tag: 'billing',
  summary: 'An invoice of the provider with its lines, and what it was set against',
  access: 'billing.viewbills',
  scope: 'row',
  input: ChargeId,
  output: Charge,
})

export const issueCharge = operation({
  method: 'POST',
  path: '/portal/{portalId}/charge',
  status: 201,
  tag: 'billing',
  summary: 'Issue an invoice of the provider, set against what the account is owed',
  access: { staff: 'billing.managebills' },
  scope: 'portal',
  idempotent: true,
  input: z.extend(PortalId, {
    lines: z
      .array(
        z.object({
          kind: z.enum(chargeKinds),
          description: Text(200),
          units: z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
          unitCents: z.number().check(z.int(), z.minimum(1), z.maximum(100_000_000)),
          /** Left out: the usual rate of its tax. */
          taxBp: z.optional(z.nullable(BasisPoints)),
        }),
      )
      .check(z.minLength(1), z.maxLength(50)),
  }),
  output: Charge,
})

export const correctCharge = operation({
  method: 'POST',
  path: '/charge/{chargeId}/correction',
  status: 201,
  tag: 'billing',
  summary: 'Take an invoice of the provider back; answers the corrective one',
  access: { staff: 'billing.managebills' },
  scope: 'row',
  idempotent: true,
  input: z.extend(ChargeId, { reason: Reason }),
  output: Charge,
})

export const payCharge = operation({
  method: 'PUT',
  path: '/charge/{chargeId}/payment',
  tag: 'billing',
  summary: 'Record that the account has paid such an invoice, or was paid what one gives back',
  access: { staff: 'billing.managebills' },
  scope: 'row',
  idempotent: true,
  input: z.extend(ChargeId, { on: Day }),
  output: Charge,
})

export const mendChargeRecord = operation({
  method: 'PUT',
  path: '/charge/{chargeId}/recordMending',
  tag: 'billing',
  summary:
    "Put another Veri*factu record in the place of such an invoice's, where only the record was wrong: what is left out stays as it was",
  access: { staff: 'billing.managebills' },
  scope: 'row',
  idempotent: true,
  input: z.extend(ChargeId, Mending.shape),
  output: Charge,
})

export const getChargeDocument = fileOperation({
  path: '/charge/{chargeId}/document',
  tag: 'billing',
  summary: 'An invoice of the provider as PDF, Facturae 3.2.2 (xsig: signed) or its Veri*factu records',
  access: allOf(['billing.viewbills', 'billing.downloadbills']),
  scope: 'row',
  input: z.extend(ChargeId, { format: z.enum(chargeFormats), locale: z.optional(z.enum(['es', 'en'])) }),
})
