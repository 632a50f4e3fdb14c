import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { Id, Moment } from '#platform/shapes.ts'
import { webhookTypes } from './choices.ts'

const Named = z.object({ id: Id, name: z.string() })
const Title = z.object({ es: z.string(), en: z.optional(z.string()) })

/** `order.*`: an order without anything of who bought. Sums in cents of euros, without tax and shipping. */
export const ToldOrder = z.object({
  id: Id,
  portal: Named,
  source: z.string(),
  externalId: z.string(),
  placedAt: Moment,
  country: z.nullable(z.string()),
  cancelled: z.boolean(),
  units: z.number(),
  grossCents: z.number(),
  netCents: z.number(),
  refundsCents: z.number(),
  lines: z.array(
    z.object({
      kind: z.enum(['sale', 'refund', 'cancellation']),
      at: Moment,
      sku: z.string(),
      productId: z.nullable(Id),
      variantId: z.nullable(Id),
      units: z.number(),
      netCents: z.number(),
    }),
  ),
})

/** `product.sold_out` once nothing of it can be bought, `product.back` once something can again. */
export const ToldProduct = z.object({ id: Id, portal: Named, name: Title, sku: z.nullable(z.string()) })

/** `stock.low`: at its threshold or below, which it was not before. `id` is the variant's, or the product's. */
export const ToldStock = z.object({
  id: Id,
  portal: Named,
  productId: Id,
  name: Title,
  sku: z.nullable(z.string()),
  size: z.nullable(z.string()),
  colour: z.nullable(z.string()),
  available: z.number(),
  lowAt: z.number(),
})

/** `bill.ready` to be accepted, `bill.approved` and issued, `bill.paid`. */
export const ToldBill = z.object({
  id: Id,
  account: Named,
  number: z.nullable(z.string()),
  status: z.string(),
  payment: z.string(),
  period: z.nullable(z.string()),
  issuedOn: z.nullable(z.string()),
  paidOn: z.nullable(z.string()),
  /** What is transferred; null until it is issued. */
  payableCents: z.nullable(z.number()),
})

/** `charge.issued`: the provider's invoice to an account, as it was issued; `charge.settled` once nothing of it is owed. */
export const ToldCharge = z.object({
  id: Id,
  account: Named,
  number: z.string(),
  issuedOn: z.string(),
  /** With tax; below zero where it takes another one back. */
  totalCents: z.number(),
  /** What of it is still owed; below zero: what is owed back. */
  openCents: z.number(),
  /** Which charge it takes back. */
  corrects: z.nullable(Id),
})

/** `member.*`: whose names and addresses are is in the team's own list. */
export const ToldMember = z.object({
  id: Id,
  portal: Named,
  role: z.string(),
  grants: z.array(z.string()),
  denies: z.array(z.string()),
})

/** `release.*`: a release as it is now. */
export const ToldRelease = z.object({
  id: Id,
  portal: Named,
  title: Title,
  productId: z.nullable(Id),
  releaseAt: Moment,
  presave: z.boolean(),
})

/** `post.*`: a post as the team reads it. */
export const ToldPost = z.object({ id: Id, kind: z.string(), title: Title, description: Title })

/** `visits.day`: a whole day of Madrid, told on the next. */
export const ToldVisits = z.object({
  portal: Named,
  day: z.string(),
  pageViews: z.number(),
  visits: z.number(),
  visitors: z.number(),
})

/** A message as it is sent to endpoints; its id stays the same however often it comes. */
export const WebhookMessage = z.object({
  /** The `webhook-id` of every try. */
  id: z.string(),
  portalId: Id,
  type: z.enum(webhookTypes),
  timestamp: Moment,
  /** By its type: ToldOrder and so on. */
  data: z.union([
    ...([ToldOrder, ToldProduct, ToldStock, ToldBill, ToldCharge] as const),
    ...([ToldMember, ToldRelease, ToldPost, ToldVisits] as const),
  ]),
})
export type WebhookMessage = z.infer<typeof WebhookMessage>

const typeNames = z.enum(webhookTypes)

export const listWebhookMessages = operation({
  method: 'GET',
  path: '/webhooks/messages',
  tag: 'webhooks',
  summary:
    'What endpoints were told in 30 days, the oldest first: `after` is the `cursor` of the answer before, and nothing is left out between two',
  access: 'portal.editconfiguration',
  scope: 'view',
  input: z.object({
    after: z.optional(z.string().check(z.regex(/^\d{1,16}$/))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
    portal: z.optional(Id),
    type: z.optional(z.union([z.array(typeNames).check(z.maxLength(webhookTypes.length)), typeNames])),
  }),
  output: z.object({
    items: z.array(WebhookMessage),
    /** Where the next call goes on; the same as `after` where nothing has happened since. */
    cursor: z.string(),
    hasMore: z.boolean(),
  }),
})
