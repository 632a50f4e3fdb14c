import * as z from 'zod/mini'
import { WentTo } from '#features/orders/contract.ts'
import { fileOperation, operation } from '#platform/operation.ts'
import { Empty, Id, PageNumber, PortalId } from '#platform/shapes.ts'
import { Period, Row } from './contract.ts'
import { declare, SalesFilters, WhereFilters, WhoseFilters } from './detail-contract.ts'

/** Cities as they were told, or the areas of large towns with what lies around them. */
export const playPlaces = ['cities', 'areas'] as const

/**
 * Cities or areas by net sales, visitors and fans who signed up in the days, beside what is announced there (`event`,
 * `startsAt`, `events` in all) or else the nearest city of Spain where something is (`nearest`, `nearestKm` as the crow
 * flies, `nearestAt`). An area has figures of so many `places`, of which `around` names the first. `unplacedFans` signed up
 * in the days nobody knows where.
 */
export const WhereToPlay = z.object({
  items: z.array(Row),
  /** All of them, of which `items` are fifty. */
  total: z.number(),
  page: z.number(),
  unplacedFans: z.number(),
})
export type WhereToPlay = z.infer<typeof WhereToPlay>
const PlayQuery = z.extend(z.extend(Period, WhoseFilters.shape), {
  by: z.optional(z.enum(playPlaces)),
  /** Only the cities of this area, by its id. */
  area: z.optional(z.string().check(z.maxLength(170))),
})
export const whereToPlay = operation({
  ...declare(
    '/analytics/whereToPlay',
    'view',
    'Where the next concert would find its public, 50 places a page',
  ),
  input: z.extend(PlayQuery, { page: PageNumber }),
  output: WhereToPlay,
})
export const exportWhereToPlay = fileOperation({
  ...declare('/analytics/whereToPlay/file', 'view', 'The same places, all of them, as CSV or XLSX'),
  input: z.extend(PlayQuery, {
    format: z.enum(['csv', 'xlsx']),
    /** Language of headings and names in the file; the caller's own unless told. */
    locale: z.optional(z.enum(['es', 'en'])),
  }),
})

/** Null where it is not told: of everything at once. */
const Count = z.nullable(z.number())
/** Who bought, who of them had bought before or bought again by the end of the days, and how many orders each placed. */
export const Buyers = z.object({
  buyers: Count,
  returning: Count,
  orders: Count,
  returningOrders: Count,
  /** Orders whose shop told no address: nobody can say whose they are. */
  unknownOrders: Count,
})
export type Buyers = z.infer<typeof Buyers>
const BuyersQuery = z.extend(z.extend(Period, WhereFilters.shape), {
  /** Of orders that went there alone: a country, a province or a city, `ES`, `ES-SE`, `ES/Sevilla`. */
  place: z.optional(WentTo),
})
export const buyers = operation({
  ...declare('/analytics/buyers', 'view', 'How many buyers come back'),
  input: BuyersQuery,
  output: Buyers,
})
export const buyersOfPortal = operation({
  ...declare('/analytics/buyers/{portalId}', 'portal', 'How many buyers of a portal come back'),
  input: z.extend(BuyersQuery, PortalId.shape),
  output: Buyers,
})

/**
 * What came back in the days, on the day on which it did: units of cancelled sales, and those whose price was paid back in
 * whole. `sold` are the units sold in the same days, `share` what came back of so many; null where none were. The twenty
 * with most of `total`; the figures of all are of everything that the filters leave. Null where it is not told: of
 * everything at once.
 */
export const Returns = z.object({
  items: z.nullable(
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        portalName: z.string(),
        sold: z.number(),
        cancelled: z.number(),
        refunded: z.number(),
        share: z.nullable(z.number()),
      }),
    ),
  ),
  total: Count,
  sold: Count,
  cancelled: Count,
  refunded: Count,
})
export type Returns = z.infer<typeof Returns>
/** `variantsOf`: the variants of one product instead of products. */
const ReturnsQuery = z.extend(z.extend(Period, SalesFilters.shape), { variantsOf: z.optional(Id) })
export const returns = operation({
  ...declare('/analytics/returns', 'view', 'How many units come back, by product or variant'),
  input: ReturnsQuery,
  output: Returns,
})
export const returnsOfPortal = operation({
  ...declare('/analytics/returns/{portalId}', 'portal', 'How many units come back to a portal'),
  input: z.extend(ReturnsQuery, PortalId.shape),
  output: Returns,
})

/**
 * A portal's tour: published concerts and festivals, two or more, that are not cancelled and of which each follows the one
 * before within 30 days. `from` and `to` are the days of the first and the last in Europe/Madrid.
 */
const Tour = z.object({
  portalId: z.string(),
  portalName: z.string(),
  from: z.string(),
  to: z.string(),
  concerts: z.number(),
})
export type Tour = z.infer<typeof Tour>

/** Of each portal the tour that goes on or else the next one; nothing for staff who look at everything, and of more than thirty portals. */
export const Tours = z.object({ items: z.array(Tour) })
export const tours = operation({
  ...declare('/analytics/tours', 'view', 'From when until when each portal is on tour'),
  input: Empty,
  output: Tours,
})
