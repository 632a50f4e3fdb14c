import * as z from 'zod/mini'
import { anyOf, fileOperation, operation } from '#platform/operation.ts'
import { Currency, Id, List, Moment, OptionalText, PageNumber, PortalId, Text } from '#platform/shapes.ts'
import { ofPlace, orderColumns, orderOrders, orderSources, orderStates } from './choices.ts'

const read = anyOf(['stocks.viewstocks', 'products.viewproducts'])
const manage = anyOf(['stocks.managestocks', 'products.manageproducts'])

const ofSource = new RegExp(`^(${orderSources.join('|')})(:.+)?$`)

const OrderRow = z.object({
  id: Id,
  portal: z.object({ id: Id, name: z.string() }),
  /** Who told of it: a kind of source and, of a portal's second shop of that kind, which one: `shopify:name`. */
  source: z.string(),
  externalId: z.string(),
  placedAt: Moment,
  units: z.number(),
  grossCents: z.number(),
  netCents: z.number(),
  refundsCents: z.number(),
  /** A shop told only the sum of a part that it refunded: which lines it was of is an estimate. */
  refundsEstimated: z.boolean(),
  country: z.nullable(z.string()),
  city: z.nullable(z.string()),
  cancelled: z.boolean(),
  /** Lines of SKUs that no product is known for. */
  unmapped: z.number(),
  /** When something of it was last told, taken back, or given to a product. */
  updatedAt: Moment,
})
export type OrderRow = z.infer<typeof OrderRow>

/** Where orders went: a country, a province or a city, `ES`, `ES-SE`, `ES/Sevilla`; a city however a shop wrote it. */
export const WentTo = z.string().check(z.maxLength(170), z.regex(ofPlace))

export const OrdersQuery = z.object({
  q: z.optional(OptionalText(100)),
  portal: z.optional(Id),
  /** A kind of source, or one source of its kind as orders tell it. */
  source: z.optional(z.string().check(z.maxLength(200), z.regex(ofSource))),
  state: z.optional(z.enum(orderStates)),
  /** Where orders went: a country, a province or a city, `ES`, `ES-SE`, `ES/Sevilla`; a city however a shop wrote it. */
  place: z.optional(WentTo),
  /** Both days included, in Madrid. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  orderBy: z.optional(z.enum(orderOrders.flatMap((column) => [column, `-${column}`] as const))),
  page: PageNumber,
})
export type OrdersQuery = z.infer<typeof OrdersQuery>

export const listOrders = operation({
  tool: {},
  method: 'GET',
  path: '/orders',
  tag: 'orders',
  summary: 'Orders of every portal that one sees, the latest first, 50 a page',
  access: read,
  scope: 'view',
  input: OrdersQuery,
  output: List(OrderRow),
})

export const listOrderChoices = operation({
  method: 'GET',
  path: '/orders/choices',
  tag: 'orders',
  summary: 'What orders can be filtered by: the countries and cities that they went to, the most used first',
  access: read,
  scope: 'view',
  input: z.object({
    /** Only places with this in their name. */
    q: z.optional(OptionalText(100)),
  }),
  output: z.object({
    /** `place` is what the list of orders takes; a country has no city. */
    places: z.array(z.object({ place: z.string(), country: z.string(), city: z.nullable(z.string()) })),
  }),
})

export const exportOrders = fileOperation({
  path: '/orders/file',
  tag: 'orders',
  summary: 'The orders that the filters leave, in their order and with the columns asked for, as CSV or XLSX',
  access: read,
  scope: 'view',
  input: z.extend(z.omit(OrdersQuery, { page: true }), {
    as: z.enum(['csv', 'xlsx']),
    columns: z.optional(
      z.union([z.array(z.enum(orderColumns)).check(z.maxLength(orderColumns.length)), z.enum(orderColumns)]),
    ),
  }),
})

const OrderLine = z.object({
  kind: z.enum(['sale', 'refund', 'cancellation']),
  at: Moment,
  skuId: Id,
  sku: z.string(),
  name: z.string(),
  product: z.nullable(z.object({ id: Id, name: z.string() })),
  units: z.number(),
  grossCents: z.number(),
  discountsCents: z.number(),
  netCents: z.number(),
  taxCents: z.number(),
  commissionPct: z.number(),
  /** As the source told it, in its own currency. */
  original: z.nullable(z.object({ currency: z.string(), amount: z.string(), rate: z.string() })),
  /** Of what is made on demand: units that a print service has sent. */
  produced: z.nullable(z.number()),
})

/** An order of a shop with its lines. */
export const Order = z.extend(OrderRow, {
  discountsCents: z.number(),
  taxCents: z.number(),
  campaign: z.nullable(z.string()),
  lines: z.array(OrderLine),
})
export type Order = z.infer<typeof Order>

export const getOrder = operation({
  tool: {},
  method: 'GET',
  path: '/portal/{portalId}/order/{orderId}',
  tag: 'orders',
  summary: 'One order with its lines, refunds and cancellation',
  access: read,
  scope: 'portal',
  input: z.extend(PortalId, { orderId: Id }),
  output: Order,
})

/** Never below zero: what goes back is a refund. */
const Amount = z.string().check(z.regex(/^\d{1,9}(\.\d{1,6})?$/))
const Units = z.int().check(z.minimum(0), z.maximum(100_000))
const ExternalId = Text(200)

/** An order as a shop tells it; told again with the same number it is brought up to date, not made twice. */
export const OrderDraft = z.object({
  /** The order's number where it was made; the same number again is the same order. */
  externalId: ExternalId,
  placedAt: Moment,
  /** The state that this tells is as of now: an older one changes nothing. Without it the moment of the call. */
  updatedAt: z.optional(Moment),
  currency: Currency,
  /** EUR per unit, for other currencies. */
  currencyRate: z.optional(z.string().check(z.regex(/^(?=.*[1-9])\d{1,6}(\.\d{1,8})?$/))),
  country: z.optional(OptionalText(60)),
  province: z.optional(OptionalText(60)),
  city: z.optional(OptionalText(100)),
  postalCode: z.optional(OptionalText(20)),
  /** Anything that tells buyers apart; only a keyed hash is kept. */
  buyer: z.optional(OptionalText(254)),
  campaign: z.optional(OptionalText(100)),
  /** The id of what was clicked on the portal's page, as its counted links pass it on (`click`). */
  click: z.optional(Id),
  cancelledAt: z.optional(z.nullable(Moment)),
  lines: z
    .array(
      z.object({
        id: ExternalId,
        sku: Text(200),
        name: z.optional(OptionalText(200)),
        units: Units.check(z.minimum(1)),
        /** Price of one before discounts, `tax` of the whole line inside. */
        unitPrice: Amount,
        discount: z.optional(Amount),
        tax: z.optional(Amount),
        shipped: z.optional(Units),
        returned: z.optional(Units),
      }),
    )
    .check(z.minLength(1), z.maxLength(500)),
  refunds: z.optional(
    z
      .array(
        z.object({
          id: ExternalId,
          at: Moment,
          lines: z
            .array(z.object({ id: ExternalId, amount: Amount, tax: z.optional(Amount) }))
            .check(z.minLength(1), z.maxLength(500)),
        }),
      )
      .check(z.maxLength(200)),
  ),
})
export type OrderDraft = z.infer<typeof OrderDraft>

const ToldAnswer = z.extend(Order, {
  /** False when something newer was known: then nothing of it was taken over. */
  applied: z.boolean(),
  notAppliedBecause: z.nullable(z.enum(['older'])),
  /** `updatedAt` of the latest that is known. */
  knownAt: Moment,
})
export type ToldAnswer = z.infer<typeof ToldAnswer>

export const putOrder = operation({
  method: 'POST',
  path: '/portal/{portalId}/orders',
  status: 201,
  tag: 'orders',
  summary: 'Tell of an order as it stands now: new, sent, refunded or cancelled',
  access: manage,
  scope: 'portal',
  browser: false,
  idempotent: true,
  oldKeys: true,
  input: z.extend(OrderDraft, PortalId.shape),
  output: ToldAnswer,
})
