import * as z from 'zod/mini'
import { Moment } from '#platform/shapes.ts'
import { fiscalModes } from './fiscal-choices.ts'

/** `kept`: made in another mode than sending. */
export const recordStates = ['kept', 'waiting', 'accepted', 'acceptedWithErrors', 'rejected'] as const

/** A Veri*factu record and how far it has come with the tax agency. */
export const RecordState = z.object({
  kind: z.enum(['alta', 'anulacion']),
  number: z.string(),
  generatedAt: z.string(),
  hash: z.string(),
  /** Its place in the chain of its issuer, from 1. */
  sequence: z.number(),
  /** In which mode it was made; null: before there were modes. */
  mode: z.nullable(z.enum(fiscalModes)),
  state: z.enum(recordStates),
  /** Of a record that is signed: has it been? */
  signed: z.boolean(),
  /** Why it took the place of another record of the same bill; null for the first. */
  amends: z.nullable(z.string()),
  attempts: z.number(),
  nextAt: z.nullable(Moment),
  answeredAt: z.nullable(Moment),
  /** The agency's mark of the sending (código seguro de verificación). */
  csv: z.nullable(z.string()),
  errorCode: z.nullable(z.string()),
  errorText: z.nullable(z.string()),
})
