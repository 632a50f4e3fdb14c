import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { Moment, Nothing } from '#platform/shapes.ts'

const Certificate = z.object({
  /** Whose it is, and who says so, as the certificate names them. */
  subject: z.string(),
  issuer: z.string(),
  validFrom: Moment,
  validTo: Moment,
  /** `soon`: thirty days before it ends; `ofOther`: the provider has another tax number by now, and it signs nothing. */
  state: z.enum(['valid', 'soon', 'expired', 'ofOther']),
})
export type Certificate = z.infer<typeof Certificate>

export const getCertificate = operation({
  method: 'GET',
  path: '/billing/provider/certificate',
  tag: 'billing',
  summary: "What the provider's invoices in Facturae are signed with; null while there is none",
  access: { staff: 'billing.managebills' },
  scope: 'none',
  input: z.object({}),
  output: z.object({ certificate: z.nullable(Certificate) }),
})

export const setCertificate = operation({
  method: 'PUT',
  path: '/billing/provider/certificate',
  tag: 'billing',
  summary: 'Sign with this certificate from now on; its key is kept sealed and never handed out',
  access: 'super',
  scope: 'none',
  input: z.object({
    /** PKCS #12, base64. */
    file: z.string().check(z.minLength(1), z.maxLength(200_000), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
    /** Of the file. */
    password: z.string().check(z.maxLength(200)),
    /** It is the provider's, though it names no tax number. */
    confirmed: z.optional(z.boolean()),
  }),
  output: Certificate,
})

export const deleteCertificate = operation({
  method: 'DELETE',
  path: '/billing/provider/certificate',
  status: 204,
  tag: 'billing',
  summary: 'Sign nothing any more',
  access: 'super',
  scope: 'none',
  input: z.object({}),
  output: Nothing,
})
