import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { Empty, Id, Nothing } from '#platform/shapes.ts'

/** What makes an account out of a sign-in, in the order in which it is best done. */
export const firstActs = ['sales', 'links', 'design', 'team', 'billing'] as const
export type FirstAct = (typeof firstActs)[number]

/** What somebody new has still to do until their first page is live and has figures. */
export const FirstHour = z.object({
  /** False once the person has put the list away, and once all of it is done. */
  due: z.boolean(),
  /** The acts that the person may do here, each found out from what there is. */
  acts: z.array(z.object({ id: z.enum(firstActs), done: z.boolean() })),
})
export type FirstHour = z.infer<typeof FirstHour>

export const firstHour = operation({
  method: 'GET',
  path: '/portal/{portalId}/first-hour',
  tag: 'app',
  summary: 'What there is to do at a new portal, and what of it is done; never due in a spy session',
  access: 'reader',
  scope: 'portal',
  input: z.object({ portalId: Id }),
  output: FirstHour,
})

export const endFirstHour = operation({
  method: 'PUT',
  path: '/app/first-hour',
  status: 204,
  tag: 'app',
  summary: 'Remember that one has put away the list of what to do first',
  access: 'signedIn',
  scope: 'none',
  silent: true,
  input: Empty,
  output: Nothing,
})
