import * as z from 'zod/mini'
import { anyOf, operation } from '#platform/operation.ts'
import { Id, List, Moment, OptionalText, PageNumber, PortalId } from '#platform/shapes.ts'

const read = anyOf(['stocks.viewstocks', 'products.viewproducts'])
const manage = anyOf(['stocks.managestocks', 'products.manageproducts'])

const Sku = z.object({
  id: Id,
  source: z.string(),
  sku: z.string(),
  name: z.string(),
  lines: z.number(),
  units: z.number(),
  netCents: z.number(),
  /** The product, or the variant of it, that the SKU stands for. */
  target: z.nullable(z.string()),
  byHand: z.boolean(),
  lastAt: z.nullable(Moment),
})
export type Sku = z.infer<typeof Sku>

const SkuChoice = z.object({ value: z.string(), label: z.string() })

const KnownSku = z.extend(Sku, {
  /** What `target` is called: the product with colour and size. */
  targetName: z.nullable(z.string()),
  /** Of one without a product: what it most likely stands for, where one choice alone fits. */
  suggested: z.nullable(z.string()),
  /** What `suggested` is called. */
  suggestedName: z.nullable(z.string()),
})
export type KnownSku = z.infer<typeof KnownSku>

export const SkusQuery = z.object({
  q: z.optional(OptionalText(100)),
  state: z.optional(z.enum(['unmapped', 'mapped'])),
  page: PageNumber,
})

export const listSkus = operation({
  method: 'GET',
  path: '/portal/{portalId}/skus',
  tag: 'orders',
  summary: 'Every SKU that sources have sent, and what it stands for; 50 a page, most sold first',
  access: read,
  scope: 'portal',
  input: z.extend(SkusQuery, PortalId.shape),
  output: z.extend(List(KnownSku), {
    /** The first of what a SKU can stand for, by name; the others are found by their words, see `/skus/choices`. */
    choices: z.array(SkuChoice),
    unmapped: z.number(),
  }),
})

export const listSkuChoices = operation({
  method: 'GET',
  path: '/portal/{portalId}/skus/choices',
  tag: 'orders',
  summary: 'What the SKUs of a portal can stand for: its products and their variants, the first 50 by name',
  access: read,
  scope: 'portal',
  input: z.extend(PortalId, {
    /** Words of the name, the colour, the size or the SKU; all of them. */
    q: z.optional(OptionalText(100)),
  }),
  output: z.object({
    /** `value` is the product, or product and variant with a slash between them. */
    choices: z.array(SkuChoice),
    /** How many there are with these words. */
    total: z.number(),
  }),
})

export const mapSkus = operation({
  method: 'PUT',
  path: '/portal/{portalId}/skus',
  tag: 'orders',
  summary: 'Say what SKUs stand for; all their sales so far follow, with every figure',
  access: manage,
  scope: 'portal',
  input: z.extend(PortalId, {
    skus: z
      .array(
        z.object({
          id: Id,
          productId: z.nullable(Id),
          variantId: z.optional(z.nullable(Id)),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
  }),
  output: z.object({ mapped: z.number() }),
})

const StaffSku = z.extend(Sku, {
  portal: z.object({ id: Id, name: z.string(), pictureUrl: z.nullable(z.string()) }),
  /** What the product is called; null while nothing is known for the SKU. */
  product: z.nullable(z.string()),
  /** Of one without: what it most likely stands for, where one choice alone fits. */
  suggested: z.nullable(SkuChoice),
})
export type StaffSku = z.infer<typeof StaffSku>

export const listAllSkus = operation({
  method: 'GET',
  path: '/skus',
  tag: 'orders',
  summary:
    'SKUs of every portal: those without a product, most sold first, or those with one, the last mapped first',
  access: 'products.viewproducts',
  scope: 'view',
  input: z.extend(SkusQuery, { portal: z.optional(Id) }),
  output: z.extend(List(StaffSku), { unmapped: z.number() }),
})
