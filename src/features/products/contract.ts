import * as z from 'zod/mini'
import { countryCodes } from '#platform/countries.ts'
import { anyOf, operation } from '#platform/operation.ts'
import {
  Bilingual,
  FileUrl,
  Id,
  List,
  Moment,
  OptionalText,
  PageNumber,
  Paragraphs,
  PortalId,
} from '#platform/shapes.ts'
import {
  categories,
  descriptionMaxLength,
  formats,
  gaps,
  productOrders,
  statuses,
  taxClassNames,
} from './choices.ts'
import { mapPlain, type PlainKey } from './plain-fields.ts'
import { PurchaseAddressDrafts, PurchaseAddresses } from './purchase-shapes.ts'

export const nameMaxLength = 120
export const picturesMax = 12
export const variantsMax = 100
const skuMaxLength = 60

const read = anyOf(['products.viewproducts', 'stocks.viewstocks'])
export const manage = 'products.manageproducts'

const Cents = z.int().check(z.minimum(0), z.maximum(10_000_000))
const Day = z.iso.date()
/** No spaces at the ends, nothing that a shop would not send back. */
const Sku = z.string().check(z.trim(), z.maxLength(skuMaxLength), z.regex(/^[\p{L}\p{N}._/#+ -]*$/u))
const HttpsUrl = z.url({ protocol: /^https$/, error: 'https' }).check(z.maxLength(2000))

const plainShapes = {
  taxClass: z.enum(taxClassNames),
  releaseOn: Day,
  editionUnits: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  closesOn: Day,
  fileUrl: HttpsUrl,
  countryOfOrigin: z.enum(countryCodes),
} satisfies Record<PlainKey, z.ZodMiniType>
type Plain = typeof plainShapes
const plainDraft = mapPlain((key) => z.optional(z.nullable(plainShapes[key]))) as {
  [Key in PlainKey]: z.ZodMiniOptional<z.ZodMiniNullable<Plain[Key]>>
}
const plainAnswer = mapPlain((key) => z.nullable(plainShapes[key])) as {
  [Key in PlainKey]: z.ZodMiniNullable<Plain[Key]>
}

const VariantDraft = z.object({
  /** Of a variant that is there already; a new one has none. */
  id: z.optional(Id),
  size: z.optional(z.nullable(OptionalText(20))),
  colour: z.optional(z.nullable(OptionalText(40))),
  sku: z.optional(z.nullable(Sku)),
  /** Null: the product's own price. */
  priceCents: z.optional(z.nullable(Cents)),
  /** Where shops that sell the product sell this one; the product's own address stands for those that are left out. */
  purchaseAddresses: z.optional(PurchaseAddressDrafts),
})

/** A product as it is sent, with its variants and pictures. */
export const ProductDraft = z.object({
  name: Bilingual(nameMaxLength),
  /** What fans read on its page. */
  description: z.optional(
    z.nullable(
      z.object({
        es: Paragraphs(descriptionMaxLength),
        en: z.optional(Paragraphs(descriptionMaxLength)),
      }),
    ),
  ),
  sku: z.optional(z.nullable(Sku)),
  category: z.enum(categories),
  format: z.enum(formats),
  priceCents: Cents,
  costCents: z.optional(Cents),
  ...plainDraft,
  pictures: z.optional(
    z.array(z.object({ url: FileUrl, alt: z.optional(OptionalText(160)) })).check(z.maxLength(picturesMax)),
  ),
  blankId: z.optional(z.nullable(Id)),
  /** Where fans buy it, one address a shop. */
  purchaseAddresses: z.optional(PurchaseAddressDrafts),
  variants: z.optional(z.array(VariantDraft).check(z.maxLength(variantsMax))),
})
export type ProductDraft = z.infer<typeof ProductDraft>

const ProductRow = z.object({
  id: Id,
  portal: z.object({ id: Id, name: z.string(), code: z.string() }),
  name: z.object({ es: z.string(), en: z.optional(z.string()) }),
  sku: z.nullable(z.string()),
  category: z.enum(categories),
  format: z.enum(formats),
  status: z.enum(statuses),
  priceCents: z.number(),
  pictureUrl: z.nullable(z.string()),
  variants: z.number(),
  blank: z.nullable(z.object({ id: Id, name: z.string() })),
  /** Of what is made on a blank: can it be had in every size and colour that the product comes in? */
  supply: z.nullable(z.enum(['ok', 'partly', 'out'])),
  /** Has it a purchase address? Without one fans see it and cannot buy it. */
  buyable: z.boolean(),
  countryOfOrigin: plainAnswer.countryOfOrigin,
  updatedAt: Moment,
})
export type ProductRow = z.infer<typeof ProductRow>

export const ProductsQuery = z.object({
  q: z.optional(OptionalText(100)),
  portal: z.optional(Id),
  status: z.optional(z.enum(statuses)),
  format: z.optional(z.enum(formats)),
  category: z.optional(z.enum(categories)),
  blank: z.optional(Id),
  buyable: z.optional(z.enum(['yes', 'no'])),
  orderBy: z.optional(z.enum(productOrders.flatMap((column) => [column, `-${column}`] as const))),
  page: PageNumber,
})
export type ProductsQuery = z.infer<typeof ProductsQuery>

export const listProducts = operation({
  tool: {},
  method: 'GET',
  path: '/products',
  tag: 'products',
  summary: 'Products of every portal that one sees, 50 a page',
  access: read,
  scope: 'view',
  input: ProductsQuery,
  output: List(ProductRow),
})

/** Something that a portal sells, with its variants, pictures and where fans buy it. */
export const Product = z.extend(ProductRow, {
  description: z.nullable(z.object({ es: z.string(), en: z.optional(z.string()) })),
  costCents: z.number(),
  ...plainAnswer,
  pictures: z.array(z.object({ url: z.string(), alt: z.string() })),
  purchaseAddresses: PurchaseAddresses,
  variantRows: z.array(
    z.object({
      id: Id,
      size: z.nullable(z.string()),
      colour: z.nullable(z.string()),
      sku: z.nullable(z.string()),
      priceCents: z.nullable(z.number()),
      purchaseAddresses: PurchaseAddresses,
    }),
  ),
  /** What it lacks to be sold; empty when it can be activated. */
  gaps: z.array(z.enum(gaps)),
  /** Sold before: its category stays. */
  sold: z.boolean(),
  /** For `If-Match`. */
  version: z.number(),
})
export type Product = z.infer<typeof Product>

export const ProductOf = z.extend(PortalId, { productId: Id })

export const getProduct = operation({
  tool: {},
  method: 'GET',
  path: '/portal/{portalId}/product/{productId}',
  tag: 'products',
  summary: 'One product with its variants, pictures and what it lacks to be sold',
  access: read,
  scope: 'portal',
  input: ProductOf,
  output: Product,
})

export const createProduct = operation({
  method: 'POST',
  path: '/portal/{portalId}/product',
  status: 201,
  tag: 'products',
  summary: 'Add a product to a portal, as a draft',
  access: manage,
  scope: 'portal',
  idempotent: true,
  input: z.extend(ProductDraft, PortalId.shape),
  output: Product,
})

export const updateProduct = operation({
  method: 'PUT',
  path: '/portal/{portalId}/product/{productId}',
  tag: 'products',
  summary: 'Change a product; variants that are left out go, unless they have stock or sales',
  access: manage,
  scope: 'portal',
  versioned: true,
  undoable: true,
  input: z.extend(ProductDraft, ProductOf.shape),
  output: Product,
})
