import * as z from 'zod/mini'
import { Moment } from '#platform/shapes.ts'

/** A Veri*factu record and how far it has come with the tax agency. */
export const RecordState = z.object({
  kind: z.enum(['alta', 'anulacion']),
  number: z.string(),
  generatedAt: z.string(),
  hash: z.string(),
  /** `kept`: sending was switched off when it was made. */
  state: z.enum(['kept', 'waiting', 'accepted', 'acceptedWithErrors', 'rejected']),
  attempts: z.number(),
  nextAt: z.nullable(Moment),
  answeredAt: z.nullable(Moment),
  /** The agency's mark of the sending (código seguro de verificación). */
  csv: z.nullable(z.string()),
  errorCode: z.nullable(z.string()),
  errorText: z.nullable(z.string()),
})
