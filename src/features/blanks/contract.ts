import * as z from 'zod/mini'
import { blankTypes, supplies } from '#platform/constants.ts'
import { operation } from '#platform/operation.ts'
import { Id, List, Moment, Nothing, OptionalText, PageNumber, Text } from '#platform/shapes.ts'
import { blankOrders } from './choices.ts'

export const blankVariantsMax = 200

const view = { staff: 'products.viewblanks' } as const
const manage = { staff: 'products.manageblanks' } as const

const BlankRow = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(blankTypes),
  supplier: z.string(),
  reference: z.string(),
  variants: z.number(),
  /** Variants that can be had, by themselves or through what stands in for them. */
  sellable: z.number(),
  /** Products on sale that are made on it. */
  products: z.number(),
  /** Those of them that lack it now. */
  flagged: z.number(),
  version: z.number(),
  updatedAt: Moment,
})
export type BlankRow = z.infer<typeof BlankRow>

export const BlanksQuery = z.object({
  q: z.optional(OptionalText(100)),
  type: z.optional(z.enum(blankTypes)),
  out: z.optional(z.enum(['yes'])),
  orderBy: z.optional(z.enum(blankOrders.flatMap((column) => [column, `-${column}`] as const))),
  page: PageNumber,
})
export type BlanksQuery = z.infer<typeof BlanksQuery>

export const listBlanks = operation({
  method: 'GET',
  path: '/blanks',
  tag: 'blanks',
  summary: 'Unprinted articles that products are made on, 50 a page',
  access: view,
  scope: 'none',
  input: BlanksQuery,
  output: List(BlankRow),
})

const BlankId = z.object({ blankId: Id })

/** An unprinted article that products are made on, with the sizes and colours that can be had. */
export const Blank = z.extend(BlankRow, {
  variantRows: z.array(
    z.object({
      id: Id,
      size: z.string(),
      colour: z.string(),
      costCents: z.number(),
      supply: z.enum(supplies),
      alternative: z.nullable(z.object({ id: Id, name: z.string(), available: z.boolean() })),
    }),
  ),
  /** Products on sale that are made on it, 200 at most, those that lack it first; `products` says how many there are. */
  needing: z.array(
    z.object({
      id: Id,
      portal: z.object({ id: Id, name: z.string() }),
      name: z.string(),
      supply: z.enum(['ok', 'partly', 'out']),
      featured: z.number(),
    }),
  ),
})
export type Blank = z.infer<typeof Blank>

export const getBlank = operation({
  method: 'GET',
  path: '/blank/{blankId}',
  tag: 'blanks',
  summary: 'One blank with its colours and sizes and the products made on it',
  access: view,
  scope: 'none',
  input: BlankId,
  output: Blank,
})

/** A blank as it is sent, with its sizes and colours. */
export const BlankDraft = z.object({
  name: Text(100),
  type: z.enum(blankTypes),
  supplier: Text(60),
  reference: Text(40),
  variants: z
    .array(
      z.object({
        id: z.optional(Id),
        size: OptionalText(20),
        colour: OptionalText(40),
        costCents: z.int().check(z.minimum(0), z.maximum(1_000_000)),
        supply: z.enum(supplies),
        /** The variant, of any blank, that stands in. */
        alternativeId: z.optional(z.nullable(Id)),
      }),
    )
    .check(z.minLength(1), z.maxLength(blankVariantsMax)),
})
export type BlankDraft = z.infer<typeof BlankDraft>

export const createBlank = operation({
  method: 'POST',
  path: '/blank',
  status: 201,
  tag: 'blanks',
  summary: 'Add a blank',
  access: manage,
  scope: 'none',
  idempotent: true,
  input: BlankDraft,
  output: Blank,
})

export const updateBlank = operation({
  method: 'PUT',
  path: '/blank/{blankId}',
  tag: 'blanks',
  summary: 'Change a blank, its costs and how its supplier has it',
  access: manage,
  scope: 'none',
  versioned: true,
  input: z.extend(BlankDraft, BlankId.shape),
  output: Blank,
})

export const deleteBlank = operation({
  method: 'DELETE',
  path: '/blank/{blankId}',
  status: 204,
  tag: 'blanks',
  summary: 'Delete a blank that no product is made on',
  access: manage,
  scope: 'none',
  undoable: true,
  input: BlankId,
  output: Nothing,
})

export const listAlternatives = operation({
  method: 'GET',
  path: '/blanks/alternatives',
  tag: 'blanks',
  summary:
    'Colours and sizes of blanks, the first 2,000 by name, to choose what stands in; with words those that have them in their name',
  access: view,
  scope: 'none',
  input: z.object({ q: z.optional(OptionalText(100)) }),
  output: z.array(z.object({ value: Id, label: z.string(), blankId: Id })),
})
