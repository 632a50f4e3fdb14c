import * as z from 'zod/mini'
import { fileOperation, operation } from '#platform/operation.ts'
import { Email, Moment, Nothing, OptionalText, PortalId, Text } from '#platform/shapes.ts'
import { Agreed, Day } from './bill-shapes.ts'
import { pdfBodyMegabytes, supplies, territories } from './choices.ts'
import { retentionKinds } from './retention.ts'

const InformationDraft = z.object({
  /** Of a company; a person's is made of the three that follow. */
  legalName: z.optional(OptionalText(120)),
  /** Of a person, as invoices in Facturae want them apart; the second surname may be none. */
  givenName: z.optional(z.nullable(OptionalText(40))),
  firstSurname: z.optional(z.nullable(OptionalText(40))),
  secondSurname: z.optional(z.nullable(OptionalText(40))),
  kind: z.enum(['person', 'company']),
  /** A person's NIF or NIE, a company's CIF. */
  taxId: Text(20),
  street: Text(120),
  postcode: z.string().check(z.trim(), z.regex(/^(0[1-9]|[1-4]\d|5[0-2])\d{3}$/)),
  city: Text(80),
  province: Text(60),
  /** Left out: as it is. */
  iban: z.optional(OptionalText(42)),
  holder: Text(120),
  /** Left out: that of the postcode, which it has to be. */
  territory: z.optional(z.enum(territories)),
  /** Left out: as it is. */
  supply: z.optional(z.enum(supplies)),
  /** The first day on which kind, NIF, territory and supply are so; left out: today, where one of them changes. */
  since: z.optional(z.nullable(Day)),
  retention: z.enum(retentionKinds),
  /** The year in which a rate that ends began: of activity, or the one that the notice is for. */
  retentionYear: z.optional(z.nullable(z.number().check(z.int(), z.minimum(2000), z.maximum(2100)))),
  retentionReason: z.optional(OptionalText(200)),
  /** A PDF, base64, that shows why; left out: as it is. */
  retentionFile: z.optional(
    z.object({
      name: Text(120),
      content: z.string().check(z.maxLength(3_000_000), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
    }),
  ),
  email: Email,
  /** Needed where the IBAN changes. */
  password: z.optional(z.string().check(z.maxLength(200))),
})
export type InformationDraft = z.infer<typeof InformationDraft>

/** Who an account is to the tax office, and where it is paid. */
export const BillingInformation = z.object({
  /** Name of the account. */
  account: z.string(),
  legalName: z.string(),
  givenName: z.nullable(z.string()),
  firstSurname: z.nullable(z.string()),
  secondSurname: z.nullable(z.string()),
  kind: z.enum(['person', 'company']),
  taxId: z.string(),
  /** It stands on another account too: bills wait until staff have looked. */
  taxIdShared: z.boolean(),
  street: z.string(),
  postcode: z.string(),
  city: z.string(),
  province: z.string(),
  /** `ES•• … 1332`; null while there is none. */
  ibanMasked: z.nullable(z.string()),
  ibanHeldUntil: z.nullable(Moment),
  holder: z.string(),
  territory: z.enum(territories),
  supply: z.enum(supplies),
  since: z.nullable(z.string()),
  /** Null: said as a rate alone, before kinds were asked for. */
  retention: z.nullable(z.enum(retentionKinds)),
  retentionYear: z.nullable(z.number()),
  retentionBp: z.number(),
  retentionReason: z.nullable(z.string()),
  retentionFileName: z.nullable(z.string()),
  email: z.string(),
  complete: z.boolean(),
  /** Does the provider issue the invoices? The territory depends on it. */
  selfInvoice: z.boolean(),
  /** For `If-Match`. */
  version: z.number(),
})
export type Information = z.infer<typeof BillingInformation>

export const getBillingInformation = operation({
  method: 'GET',
  path: '/portal/{portalId}/billingInformation',
  tag: 'billing',
  summary: 'Who is paid: name, tax number, address, account',
  access: 'billing.viewbillinginformation',
  scope: 'portal',
  input: PortalId,
  output: BillingInformation,
})

export const updateBillingInformation = operation({
  method: 'PUT',
  path: '/portal/{portalId}/billingInformation',
  bodyMegabytes: pdfBodyMegabytes,
  tag: 'billing',
  summary: 'Change who is paid; another IBAN needs the password and holds payments for 48 hours',
  access: 'billing.editbillinginformation',
  scope: 'portal',
  versioned: true,
  input: z.extend(InformationDraft, PortalId.shape),
  output: BillingInformation,
})

export const confirmTaxId = operation({
  method: 'PUT',
  path: '/portal/{portalId}/billingInformation/taxId',
  tag: 'billing',
  summary: 'Say that a NIF that stands on another account too is right here',
  access: { staff: 'billing.managebills' },
  scope: 'portal',
  // The one that was looked at: another that was written meanwhile stays to be looked at.
  input: z.extend(PortalId, { taxId: Text(20) }),
  output: BillingInformation,
})

export const getRetentionFile = fileOperation({
  path: '/portal/{portalId}/billingInformation/retentionFile',
  tag: 'billing',
  summary: 'The document that shows why tax is withheld',
  access: 'billing.viewbillinginformation',
  scope: 'portal',
  input: PortalId,
})

export const acceptAgreement = operation({
  method: 'PUT',
  path: '/portal/{portalId}/billingAgreement',
  tag: 'billing',
  summary: 'Let the provider issue the invoices of this account (RD 1619/2012, art. 5)',
  access: 'billing.managebills',
  scope: 'portal',
  input: z.extend(PortalId, {
    version: Text(20),
    /** Shall silence accept a bill, seven days after it was presented and after two reminders? Left out: no. */
    silence: z.optional(z.boolean()),
  }),
  output: Agreed,
})

export const withdrawAgreement = operation({
  method: 'DELETE',
  path: '/portal/{portalId}/billingAgreement',
  status: 204,
  tag: 'billing',
  summary: 'Withdraw the self-billing agreement: nothing more is issued in the name of this account',
  access: 'billing.managebills',
  scope: 'portal',
  input: PortalId,
  output: Nothing,
})

export const getStatement = fileOperation({
  path: '/portal/{portalId}/statement',
  tag: 'billing',
  summary: 'What was billed, settled and paid between two days, as CSV or PDF',
  // Row by row, it is the bills themselves.
  access: 'billing.viewbills',
  scope: 'portal',
  input: z.extend(PortalId, { f: Day, t: Day, format: z.enum(['csv', 'pdf']) }),
})
