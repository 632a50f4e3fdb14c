import * as z from 'zod/mini'
import { fileOperation, operation } from '#platform/operation.ts'
import { OptionalText, Text } from '#platform/shapes.ts'
import { taxModels } from './choices.ts'
import { taxReadings } from './tax-cases.ts'

const Provider = z.object({
  legalName: Text(120),
  taxId: Text(20),
  street: Text(120),
  postcode: Text(10),
  city: Text(80),
  province: Text(60),
  iban: z.optional(OptionalText(42)),
  /** Of records whose tax the provider owes; left out: as it is. */
  taxReading: z.optional(z.enum(taxReadings)),
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
    taxReading: z.enum(taxReadings),
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

const TaxQuery = z.object({
  model: z.enum(taxModels),
  year: z.coerce.number().check(z.int(), z.minimum(2018), z.maximum(2100)),
  quarter: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(4))),
})

const TaxDeclaration = z.object({
  rows: z.array(
    z.object({
      taxId: z.string(),
      name: z.string(),
      /** Two digits, as the tax agency numbers provinces. */
      province: z.string(),
      /** Of form 190; empty where none is known: forms 123 and 193 have keys that Backline does not claim to know. */
      key: z.string(),
      /** Less those that came back. */
      payments: z.number(),
      baseCents: z.number(),
      retentionCents: z.number(),
    }),
  ),
  payees: z.number(),
  baseCents: z.number(),
  retentionCents: z.number(),
  /** Withheld on bills that are still to be paid: declared when they are. */
  toPayCents: z.number(),
})
export type TaxDeclaration = z.infer<typeof TaxDeclaration>

export const getTaxDeclaration = operation({
  method: 'GET',
  path: '/billing/taxDeclaration',
  tag: 'billing',
  summary: 'What would be declared as withheld: by payee, key and province, of what was paid within the time',
  access: { staff: 'billing.managebills' },
  scope: 'none',
  input: TaxQuery,
  output: TaxDeclaration,
})

export const getTaxSummary = fileOperation({
  path: '/billing/taxSummary',
  tag: 'billing',
  summary: 'What is declared as withheld in the forms 111, 123 (a quarter), 190 and 193 (a year), as CSV',
  access: { staff: 'billing.managebills' },
  scope: 'none',
  input: TaxQuery,
})
