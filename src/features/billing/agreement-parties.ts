import * as z from 'zod/mini'

/** Whom a self-billing agreement is between: who supplies, and who issues the invoices and pays them. */
export const AgreementParties = z.object({
  supplier: z.string(),
  supplierTaxId: z.string(),
  provider: z.string(),
  providerTaxId: z.string(),
})
export type AgreementParties = z.infer<typeof AgreementParties>
