import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { Id, PortalId } from '#platform/shapes.ts'
import { BasisPoints, Day } from './bill-shapes.ts'
import { commissionRateKeys, maxRateSteps, rateKeys } from './choices.ts'

/** A commission from so many units sold on, in hundredths of a per cent. */
export const Step = z.object({
  fromUnits: z.number().check(z.int(), z.minimum(0), z.maximum(10_000_000)),
  bp: BasisPoints,
})
export type Step = z.infer<typeof Step>

const Named = z.object({ id: Id, name: z.string() })
const Name = z.object({ es: z.string(), en: z.optional(z.string()) })

/** The commission of one product from a day on, by how many units of it are sold. */
export const ProductRate = z.object({
  portal: Named,
  product: z.object({ id: Id, name: Name }),
  validFrom: z.string(),
  /** None: the portal's rate holds again from that day on. */
  steps: z.array(Step),
  current: z.boolean(),
  /** In the answer to setting it: the day has passed, and what was sold keeps the commission it was sold at. */
  past: z.optional(z.boolean()),
})
export type ProductRate = z.infer<typeof ProductRate>

/** What a product sold within the month, and what its commission came to and would have come to. */
export const Tried = z.object({
  /** Null: what is no product of the catalogue, and all that is more than fifty. */
  product: z.nullable(z.object({ id: Id, name: Name })),
  portal: z.nullable(Named),
  units: z.number(),
  netCents: z.number(),
  commissionCents: z.number(),
  wouldBeCents: z.number(),
})
export type Tried = z.infer<typeof Tried>

export const listRates = operation({
  method: 'GET',
  path: '/billing/rates',
  tag: 'billing',
  summary: 'Taxes and commissions, common ones and those of single portals, by the day they are valid from',
  access: { staff: 'billing.managebills' },
  scope: 'none',
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        key: z.enum(rateKeys),
        kind: z.enum(['vat', 'commission']),
        bp: z.number(),
        validFrom: z.string(),
        portal: z.nullable(z.object({ id: Id, name: z.string() })),
        current: z.boolean(),
      }),
    ),
    /** Products' own, the newest of each first: before the portal's. */
    products: z.array(ProductRate),
  }),
})

export const setRate = operation({
  method: 'PUT',
  path: '/billing/rate',
  tag: 'billing',
  summary:
    'Set a rate from a day on, for all portals or for one; of a day that has passed, for what comes in from now on and months still open',
  access: { staff: 'billing.managebills' },
  scope: 'none',
  idempotent: true,
  input: z.object({
    key: z.enum(rateKeys),
    bp: BasisPoints,
    validFrom: Day,
    portalId: z.optional(z.nullable(Id)),
    kind: z.optional(z.enum(['vat', 'commission'])),
  }),
  output: z.object({
    key: z.enum(rateKeys),
    bp: z.number(),
    validFrom: z.string(),
    /** The day has passed: what was sold keeps the commission it was sold at, and closed months the tax they were closed with. */
    past: z.boolean(),
  }),
})

export const previewRate = operation({
  method: 'GET',
  path: '/billing/rate/preview',
  tag: 'billing',
  summary: "What a commission would have come to on last month's sales, before it is set",
  access: { staff: 'billing.managebills' },
  scope: 'none',
  input: z.object({
    key: z.enum(commissionRateKeys),
    bp: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000)),
    portalId: z.optional(Id),
  }),
  output: z.object({
    /** The month that it is counted on: yyyy-MM-dd, its first day. */
    month: Day,
    portals: z.number(),
    netCents: z.number(),
    /** As it was, and as it would have been. */
    commissionCents: z.number(),
    wouldBeCents: z.number(),
    products: z.array(Tried),
  }),
})

export const listProductRates = operation({
  method: 'GET',
  path: '/portal/{portalId}/productRates',
  tag: 'billing',
  summary: "A portal's products, their own rates and units sold",
  access: { staff: 'billing.managebills' },
  scope: 'portal',
  input: PortalId,
  output: z.object({
    products: z.array(
      z.object({
        id: Id,
        name: Name,
        /** Less what came back. */
        soldUnits: z.number(),
        /** Its own rate of today; none: the portal's. */
        steps: z.array(Step),
      }),
    ),
  }),
})

export const setProductRate = operation({
  method: 'PUT',
  path: '/portal/{portalId}/productRate',
  tag: 'billing',
  summary:
    "Set a product's own commission from a day on, by steps of units sold; of a day that has passed, for what comes in from now on",
  access: { staff: 'billing.managebills' },
  scope: 'portal',
  idempotent: true,
  input: z.extend(PortalId, {
    productId: Id,
    validFrom: Day,
    steps: z.array(Step).check(z.maxLength(maxRateSteps)),
  }),
  output: ProductRate,
})

export const previewProductRate = operation({
  method: 'GET',
  path: '/portal/{portalId}/productRate/preview',
  tag: 'billing',
  summary: "What a product's own commission would have come to last month",
  access: { staff: 'billing.managebills' },
  scope: 'portal',
  input: z.extend(PortalId, {
    productId: Id,
    /** Units and hundredths of a per cent: `0:2000,1000:1500`; empty: the portal's rate. */
    steps: z.string().check(z.maxLength(200), z.regex(/^(\d{1,8}:\d{1,5}(,\d{1,8}:\d{1,5})*)?$/)),
  }),
  output: z.object({ month: Day, tried: Tried }),
})
