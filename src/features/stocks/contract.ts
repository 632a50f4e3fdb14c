import * as z from 'zod/mini'
import { anyOf, fileOperation, operation } from '#platform/operation.ts'
import { Id, List, Moment, OptionalText, PageNumber, PortalId } from '#platform/shapes.ts'
import { adjustKinds, allStockOrders, movementKinds, stockOrders } from './choices.ts'

export const countRowsMax = 2_000
const noteMaxLength = 200

const read = anyOf(['stocks.viewstocks', 'products.viewproducts'])
const manage = anyOf(['stocks.managestocks', 'products.manageproducts'])

const Units = z.int().check(z.minimum(0), z.maximum(1_000_000))
const Note = z.optional(OptionalText(noteMaxLength))

/** How many units of a variant there are: on hand, committed to orders, on their way, kept back, and free to sell. */
export const StockRow = z.object({
  /** The variant's id; of a product without variants the product's. */
  id: Id,
  productId: Id,
  name: z.object({ es: z.string(), en: z.optional(z.string()) }),
  size: z.nullable(z.string()),
  colour: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  pictureUrl: z.nullable(z.string()),
  status: z.enum(['active', 'draft', 'archived']),
  onHand: z.number(),
  committed: z.number(),
  incoming: z.number(),
  safety: z.number(),
  /** onHand − committed − safety. */
  available: z.number(),
  /** At this many or fewer it counts as low; null: never. */
  lowAt: z.nullable(z.number()),
  low: z.boolean(),
  /** Units sold, less those cancelled, in the last `soldInDays` days. */
  soldLately: z.number(),
  /** Today and the days before it, 28 in all; fewer of what was first sold within them. */
  soldInDays: z.number(),
  /** The day (yyyy-MM-dd) on which what is available is gone at that pace; null where none was sold, none is left, or it is ten years off. */
  runsOutOn: z.nullable(z.string()),
  /** For `If-Match`; 0 while nothing was ever written down. */
  version: z.number(),
  /** When its stock was last written down or moved, or its product changed. */
  updatedAt: Moment,
})
export type StockRow = z.infer<typeof StockRow>

export const StocksQuery = z.object({
  q: z.optional(OptionalText(100)),
  level: z.optional(z.enum(['low', 'out'])),
  orderBy: z.optional(z.enum(stockOrders.flatMap((column) => [column, `-${column}`] as const))),
  page: PageNumber,
})
export type StocksQuery = z.infer<typeof StocksQuery>

export const listStocks = operation({
  tool: {},
  method: 'GET',
  path: '/portal/{portalId}/stocks',
  tag: 'stocks',
  summary: 'What a portal has of each variant, 50 a page',
  access: read,
  scope: 'portal',
  input: z.extend(StocksQuery, PortalId.shape),
  output: List(StockRow),
})

/** A row of stock together with the portal that sells it. */
export const AllStockRow = z.extend(StockRow, {
  portal: z.object({ id: Id, name: z.string(), code: z.string() }),
})
export type AllStockRow = z.infer<typeof AllStockRow>

export const AllStocksQuery = z.object({
  q: z.optional(OptionalText(100)),
  portal: z.optional(Id),
  level: z.optional(z.enum(['low', 'out'])),
  /** Only what runs out within so many days at its pace. */
  withinDays: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(365))),
  orderBy: z.optional(z.enum(allStockOrders.flatMap((column) => [column, `-${column}`] as const))),
  page: PageNumber,
})
export type AllStocksQuery = z.infer<typeof AllStocksQuery>

export const listAllStocks = operation({
  tool: {},
  method: 'GET',
  path: '/stocks',
  tag: 'stocks',
  summary: 'What every portal that one sees has of each variant, and when it runs out at its pace; 50 a page',
  access: read,
  scope: 'view',
  input: AllStocksQuery,
  output: List(AllStockRow),
})

export const exportAllStocks = fileOperation({
  path: '/stocks/file',
  tag: 'stocks',
  summary: 'The stock of every portal that one sees as CSV, with what was sold lately and when it runs out',
  access: read,
  scope: 'view',
  input: z.omit(AllStocksQuery, { page: true, orderBy: true }),
})

const StockOf = z.extend(PortalId, { stockId: Id })
const Movement = z.object({
  id: Id,
  kind: z.enum(movementKinds),
  units: z.number(),
  committed: z.number(),
  onHandAfter: z.number(),
  committedAfter: z.number(),
  note: z.nullable(z.string()),
  order: z.nullable(z.object({ id: Id, externalId: z.string() })),
  person: z.nullable(z.string()),
  at: Moment,
})
export type Movement = z.infer<typeof Movement>

export const getStock = operation({
  method: 'GET',
  path: '/portal/{portalId}/stock/{stockId}',
  tag: 'stocks',
  summary: 'One variant’s stock with its last hundred movements',
  access: read,
  scope: 'portal',
  input: StockOf,
  output: z.extend(StockRow, { movements: z.array(Movement), movementsTotal: z.number() }),
})

export const updateStock = operation({
  method: 'PUT',
  path: '/portal/{portalId}/stock/{stockId}',
  tag: 'stocks',
  summary: 'What is on its way, what is kept back, and when it counts as low',
  access: manage,
  scope: 'portal',
  versioned: true,
  input: z.extend(StockOf, { incoming: Units, safety: Units, lowAt: z.nullable(Units) }),
  output: StockRow,
})

export const addMovement = operation({
  method: 'POST',
  path: '/portal/{portalId}/stock/{stockId}/movement',
  status: 201,
  tag: 'stocks',
  summary: 'Write down goods that came back, broke or were produced, or only a note',
  access: manage,
  scope: 'portal',
  idempotent: true,
  input: z.extend(StockOf, {
    kind: z.enum(adjustKinds),
    /** More (positive) or fewer (negative); 0 only for a note. */
    units: z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000)),
    note: Note,
  }),
  output: StockRow,
})

export const countStock = operation({
  method: 'PUT',
  path: '/portal/{portalId}/stock/{stockId}/count',
  tag: 'stocks',
  summary: 'Say how many there are; the difference becomes a movement',
  access: manage,
  scope: 'portal',
  idempotent: true,
  input: z.extend(StockOf, { onHand: Units, note: Note }),
  output: StockRow,
})

export const transferStock = operation({
  method: 'POST',
  path: '/portal/{portalId}/stocks/transfer',
  status: 201,
  tag: 'stocks',
  summary: 'Move units from one variant to another of the same portal',
  access: manage,
  scope: 'portal',
  idempotent: true,
  input: z.extend(PortalId, {
    fromId: Id,
    toId: Id,
    units: z.int().check(z.minimum(1), z.maximum(1_000_000)),
    note: Note,
  }),
  output: z.object({ from: StockRow, to: StockRow }),
})

export const exportStocks = fileOperation({
  path: '/portal/{portalId}/stocks/file',
  tag: 'stocks',
  summary: 'A portal’s stock as CSV: the sheet to count with',
  access: read,
  scope: 'portal',
  input: z.extend(z.omit(StocksQuery, { page: true, orderBy: true }), PortalId.shape),
})

const CountRow = z.object({
  row: z.number(),
  sku: z.string(),
  name: z.string(),
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  errors: z.record(z.string(), z.string()),
})
export type CountRow = z.infer<typeof CountRow>

export const importCount = operation({
  method: 'POST',
  path: '/portal/{portalId}/stocks/count',
  tag: 'stocks',
  summary:
    'Take over a counted CSV or XLSX (SKU and units): looked at first, then all rows or only the good ones',
  access: manage,
  scope: 'portal',
  idempotent: true,
  input: z.extend(PortalId, {
    file: z.file(),
    mode: z.enum(['check', 'all', 'valid']),
    /** What separates decimals in a file whose figures leave it open; asked for with 422 by this field. */
    decimal: z.optional(z.enum([',', '.'])),
  }),
  output: z.object({ rows: z.array(CountRow), good: z.number(), bad: z.number(), changed: z.number() }),
})
