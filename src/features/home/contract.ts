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

/** What can wait at a portal, the most severe first. */
export const waitingKinds = ['domain', 'shop', 'out', 'blank', 'rate', 'skus', 'low'] as const
export type WaitingKind = (typeof waitingKinds)[number]

const Named = z.object({ es: z.string(), en: z.optional(z.string()) })

/** One thing that waits, by its name: a product that is sold out or runs low, a blank that cannot be had, a domain. */
export const WaitingThing = z.object({
  name: Named,
  productId: z.optional(Id),
  /** Of a product: how many of its variants are sold out or run low, and what is free to sell of them. */
  variants: z.optional(z.number()),
  left: z.optional(z.number()),
  /** Where it is one variant alone: which. */
  stockId: z.optional(z.nullable(Id)),
  size: z.optional(z.nullable(z.string())),
  colour: z.optional(z.nullable(z.string())),
  /** Of a blank: the products that it stops, and the sizes and colours of it that cannot be had. */
  stops: z.optional(z.array(z.object({ id: Id, name: Named }))),
  lacks: z.optional(z.array(z.object({ size: z.string(), colour: z.string() }))),
})
export type WaitingThing = z.infer<typeof WaitingThing>

/** What waits at a portal or at those of a label, each kind once a portal. */
export const Waiting = z.object({
  items: z.array(
    z.object({
      kind: z.enum(waitingKinds),
      portal: z.object({ id: Id, name: z.string() }),
      /** How many of them: products, blanks, SKUs, deliveries, shops or domains. */
      count: z.number(),
      /** The first three by name, where they have one. */
      named: z.array(WaitingThing),
    }),
  ),
  /** How many there are in all; 30 are told. */
  total: z.number(),
})
export type Waiting = z.infer<typeof Waiting>

export const listWaiting = operation({
  method: 'GET',
  path: '/portal/{portalId}/waiting',
  tag: 'app',
  summary:
    'What of the goods, shops and domains waits for somebody; of a label’s portal, at every portal of the label',
  access: 'reader',
  scope: 'portal',
  siblings: true,
  input: z.object({ portalId: Id }),
  output: Waiting,
})
