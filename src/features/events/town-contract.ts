import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { PortalId, Text } from '#platform/shapes.ts'
import { placeMaxLength } from './contract.ts'

/** A municipality of Spain, or a large town abroad, as a name means it. */
const Town = z.object({
  name: z.string(),
  /** ISO 3166-1. */
  country: z.string(),
  /** ISO 3166-2, `ES-SE`; empty outside Spain. */
  province: z.string(),
  timeZone: z.string(),
})

export const findTown = operation({
  method: 'GET',
  path: '/portal/{portalId}/town',
  tag: 'events',
  summary:
    'The town that a name means, in Spain first, with its country, province and time zone; none where several may be meant',
  access: 'events.createoreditevents',
  scope: 'portal',
  input: z.extend(PortalId, { name: Text(placeMaxLength) }),
  output: z.object({ town: z.nullable(Town) }),
})
