import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { Email, Id, List, Moment, OptionalText, PageNumber, PortalId, Text } from '#platform/shapes.ts'
import { rateKeys, retentions, taxModels, territories } from './choices.ts'
import { BasisPoints, BillId, Cents, Day, FileAnswer, Reason } from './contract.ts'

const InformationDraft = z.object({
  legalName: Text(120),
  kind: z.enum(['person', 'company']),
  /** NIF, NIE or CIF. */
  taxId: Text(20),
  street: Text(120),
  postcode: z.string().check(z.trim(), z.regex(/^(0[1-9]|[1-4]\d|5[0-2])\d{3}$/)),
  city: Text(80),
  province: Text(60),
  /** Left out: as it is. */
  iban: z.optional(OptionalText(42)),
  holder: Text(120),
  territory: z.enum(territories),
  retentionBp: z.union(retentions.map((value) => z.literal(value))),
  retentionReason: z.optional(OptionalText(200)),
  email: Email,
  /** Needed where the IBAN changes. */
  password: z.optional(z.string().check(z.maxLength(200))),
})
export type InformationDraft = z.infer<typeof InformationDraft>

const Information = z.object({
  legalName: z.string(),
  kind: z.enum(['person', 'company']),
  taxId: z.string(),
  street: z.string(),
  postcode: z.string(),
  city: z.string(),
  province: z.string(),
  /** `ES•• … 1332`; null while there is none. */
  ibanMasked: z.nullable(z.string()),
  ibanHeldUntil: z.nullable(Moment),
  holder: z.string(),
  territory: z.enum(territories),
  retentionBp: z.number(),
  retentionReason: z.nullable(z.string()),
  email: z.string(),
  complete: z.boolean(),
  /** Does the provider issue the invoices? The territory depends on it. */
  selfInvoice: z.boolean(),
  /** For `If-Match`. */
  version: z.number(),
})
export type Information = z.infer<typeof Information>

export const getBillingInformation = operation({
  method: 'GET',
  path: '/portal/{portalId}/billingInformation',
  tag: 'billing',
  summary: 'Who is paid: name, tax number, address, account',
  access: 'billing.viewbillinginformation',
  scope: 'portal',
  input: PortalId,
  output: Information,
})

export const updateBillingInformation = operation({
  method: 'PUT',
  path: '/portal/{portalId}/billingInformation',
  tag: 'billing',
  summary: 'Change who is paid; another IBAN needs the password and holds payments for 48 hours',
  access: 'billing.editbillinginformation',
  scope: 'portal',
  versioned: true,
  input: z.extend(InformationDraft, PortalId.shape),
  output: Information,
})

export const acceptAgreement = operation({
  method: 'PUT',
  path: '/portal/{portalId}/billingAgreement',
  tag: 'billing',
  summary: 'Let the provider issue the invoices of this account (RD 1619/2012, art. 5)',
  access: 'billing.managebills',
  scope: 'portal',
  input: z.extend(PortalId, { version: Text(20) }),
  output: z.object({ version: z.string(), person: z.string(), at: Moment }),
})

const Advance = z.object({
  id: Id,
  account: z.object({ id: Id, name: z.string() }),
  status: z.enum(['Next', 'Pending', 'Approved', 'Cancelled']),
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

const Forecast = z.object({
  /** What a month has brought on average; its months that are over, twelve at most. */
  monthlyCents: z.number(),
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
  apiKey: true,
  input: z.extend(PortalId, {
    /** What if this much more were granted? */
    amountCents: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1e10))),
  }),
  output: z.object({
    items: z.array(Advance),
    outstandingCents: z.number(),
    requestedCents: z.number(),
    limitPct: z.number(),
    salesObjectiveCents: z.number(),
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
  versioned: true,
  input: BillId,
  output: Advance,
})
export const grantAdvance = operation({
  ...ofAdvance,
  method: 'PUT',
  path: '/bill/{billId}/grant',
  summary: 'Grant an advance: it gets a bill of its own with tax',
  versioned: true,
  idempotent: true,
  input: BillId,
  output: Advance,
})
export const refuseAdvance = operation({
  ...ofAdvance,
  method: 'PUT',
  path: '/bill/{billId}/refusal',
  summary: 'Refuse an advance with a reason',
  versioned: true,
  idempotent: true,
  input: z.extend(BillId, { reason: Reason }),
  output: Advance,
})

export const listRates = operation({
  method: 'GET',
  path: '/billing/rates',
  tag: 'billing',
  summary: 'Taxes and commissions, common ones and those of single portals, by the day they are valid from',
  access: { staff: 'billing.managebills' },
  scope: 'none',
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        key: z.enum(rateKeys),
        kind: z.enum(['vat', 'commission']),
        bp: z.number(),
        validFrom: z.string(),
        portal: z.nullable(z.object({ id: Id, name: z.string() })),
        current: z.boolean(),
      }),
    ),
  }),
})

export const setRate = operation({
  method: 'PUT',
  path: '/billing/rate',
  tag: 'billing',
  summary: 'Set a rate from a day on, for all portals or for one',
  access: { staff: 'billing.managebills' },
  scope: 'none',
  idempotent: true,
  input: z.object({
    key: z.enum(rateKeys),
    bp: BasisPoints,
    validFrom: Day,
    portalId: z.optional(z.nullable(Id)),
    kind: z.optional(z.enum(['vat', 'commission'])),
  }),
  output: z.object({ key: z.enum(rateKeys), bp: z.number(), validFrom: z.string() }),
})

const Provider = z.object({
  legalName: Text(120),
  taxId: Text(20),
  street: Text(120),
  postcode: Text(10),
  city: Text(80),
  province: Text(60),
  iban: z.optional(OptionalText(42)),
})

export const getProvider = operation({
  method: 'GET',
  path: '/billing/provider',
  tag: 'billing',
  summary: 'The provider as bills name it',
  access: { staff: 'billing.managebills' },
  scope: 'none',
  input: z.object({}),
  output: z.object({
    legalName: z.string(),
    taxId: z.string(),
    street: z.string(),
    postcode: z.string(),
    city: z.string(),
    province: z.string(),
    ibanMasked: z.nullable(z.string()),
  }),
})
export const setProvider = operation({
  method: 'PUT',
  path: '/billing/provider',
  tag: 'billing',
  summary: 'Say who pays the bills',
  access: 'super',
  scope: 'none',
  input: Provider,
  output: z.object({ saved: z.literal(true) }),
})

export const listRemittances = operation({
  method: 'GET',
  path: '/billing/remittances',
  tag: 'billing',
  summary: 'Payment files made so far, and what the next would hold',
  access: { staff: 'billing.managebills' },
  scope: 'none',
  input: z.object({ page: PageNumber }),
  output: z.extend(List(z.object({ id: Id, bills: z.number(), totalCents: z.number(), createdAt: Moment })), {
    ready: z.object({ bills: z.number(), totalCents: z.number(), held: z.number() }),
  }),
})
export const createRemittance = operation({
  method: 'POST',
  path: '/billing/remittance',
  status: 201,
  tag: 'billing',
  summary: 'Put all approved, unpaid bills into one SEPA payment file (pain.001.001.09)',
  access: { staff: 'billing.managebills' },
  scope: 'none',
  idempotent: true,
  input: z.object({ on: Day }),
  output: z.extend(FileAnswer, { id: Id, bills: z.number(), totalCents: z.number() }),
})
export const getRemittance = operation({
  method: 'GET',
  path: '/billing/remittance/{remittanceId}',
  tag: 'billing',
  summary: 'A payment file again',
  access: { staff: 'billing.managebills' },
  scope: 'none',
  input: z.object({ remittanceId: Id }),
  output: FileAnswer,
})

export const getTaxSummary = operation({
  method: 'GET',
  path: '/billing/taxSummary',
  tag: 'billing',
  summary: 'Retentions by payee for the forms 111, 123 (a quarter), 190 and 193 (a year), as CSV',
  access: { staff: 'billing.managebills' },
  scope: 'none',
  input: z.object({
    model: z.enum(taxModels),
    year: z.coerce.number().check(z.int(), z.minimum(2018), z.maximum(2100)),
    quarter: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(4))),
  }),
  output: FileAnswer,
})

export const getStatement = operation({
  method: 'GET',
  path: '/portal/{portalId}/statement',
  tag: 'billing',
  summary: 'What was billed, settled and paid between two days, as CSV or PDF',
  access: 'billing.viewbillingsummary',
  scope: 'portal',
  input: z.extend(PortalId, { f: Day, t: Day, format: z.enum(['csv', 'pdf']) }),
  output: FileAnswer,
})
