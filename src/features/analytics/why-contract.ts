import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { Empty, Moment, PortalId } from '#platform/shapes.ts'
import { Compared, Period } from './contract.ts'
import { declare, SalesFilters, WhoseFilters } from './detail-contract.ts'

/** By what a change of net sales is split. A sale knows the campaign that brought it, and no other channel. */
export const splits = ['product', 'country', 'campaign', 'portal', 'price'] as const
export type Split = (typeof splits)[number]

/** What a change comes from where it is split into price against units; see docs/decisions/0080. */
export const priceParts = ['units', 'mix', 'price', 'discounts', 'refunds'] as const
export type PricePart = (typeof priceParts)[number]

/**
 * One contribution, cents. `id` is a product or SKU, a country (empty where none is known), a campaign (empty without one),
 * a portal, or a part of the price split, whose `nowCents` and `beforeCents` are null.
 */
const Contribution = z.object({
  id: z.string(),
  name: z.string(),
  portalName: z.nullable(z.string()),
  nowCents: z.nullable(z.number()),
  beforeCents: z.nullable(z.number()),
  changeCents: z.number(),
})
export type Contribution = z.infer<typeof Contribution>

/**
 * The change of net sales between a period and what it is compared with, split in several ways. In each of them the rows and
 * `restCents` add up to `changeCents` to the cent; the rest is what `others` more have changed by, and the cents that
 * rounding each row leaves. By portal only where there are several.
 */
export const SalesChange = z.object({
  from: z.string(),
  to: z.string(),
  previousFrom: z.string(),
  previousTo: z.string(),
  netCents: z.number(),
  previousCents: z.number(),
  changeCents: z.number(),
  splits: z.array(
    z.object({
      by: z.enum(splits),
      rows: z.array(Contribution),
      restCents: z.number(),
      others: z.number(),
    }),
  ),
})
export type SalesChange = z.infer<typeof SalesChange>

const SalesChangeQuery = z.extend(Compared, SalesFilters.shape)

export const salesChange = operation({
  ...declare('/analytics/salesChange', 'view', 'What a change of net sales comes from'),
  input: SalesChangeQuery,
  output: SalesChange,
})
export const salesChangeOfPortal = operation({
  ...declare(
    '/analytics/salesChange/{portalId}',
    'portal',
    'What a change of a portal’s net sales comes from',
  ),
  input: z.extend(SalesChangeQuery, PortalId.shape),
  output: SalesChange,
})

/** What happened that may have moved sales or visits. */
export const flagKinds = ['release', 'event', 'post', 'mail'] as const
export type FlagKind = (typeof flagKinds)[number]

/** What a flag is of: a mail is of the release or product whose fans it went to. */
export const flagThings = ['release', 'event', 'product', 'post'] as const

/** `day` is Madrid's; `name` in the reader's language; `portalName` is null for what is told to several portals. */
const Flag = z.object({
  kind: z.enum(flagKinds),
  /** What `id` is the id of. */
  about: z.enum(flagThings),
  id: z.string(),
  /** Where it is; empty for what is told to several portals. */
  portalId: z.string(),
  at: Moment,
  day: z.string(),
  name: z.string(),
  portalName: z.nullable(z.string()),
})
export type Flag = z.infer<typeof Flag>

/** The first `most` in order of time, of `total`. */
export const Flags = z.object({ items: z.array(Flag), total: z.number() })
export type Flags = z.infer<typeof Flags>

const FlagsQuery = z.extend(Period, WhoseFilters.shape)
export const flags = operation({
  ...declare('/analytics/flags', 'view', 'Releases, concerts, posts and mails of a period'),
  input: FlagsQuery,
  output: Flags,
})
export const flagsOfPortal = operation({
  ...declare('/analytics/flags/{portalId}', 'portal', 'Releases, concerts, posts and mails of a portal'),
  input: z.extend(FlagsQuery, PortalId.shape),
  output: Flags,
})

/** Of what something may stand out: units sold in a city or of a product, or visits from a source. */
export const oddKinds = ['city', 'product', 'source'] as const
export type OddKind = (typeof oddKinds)[number]

/**
 * What stands out of its own past, with its evidence: `now` of the last seven days, `weeks` the eight before, oldest first,
 * `usual` their mean, and `since` the day on which it began. Units of a city or product, visits of a source.
 */
const Oddity = z.object({
  kind: z.enum(oddKinds),
  id: z.string(),
  name: z.string(),
  portalName: z.nullable(z.string()),
  now: z.number(),
  usual: z.number(),
  weeks: z.array(z.number()),
  days: z.array(z.number()),
  since: z.string(),
})
export type Oddity = z.infer<typeof Oddity>

/** `from` and `to`: the seven days. Nothing for staff who look at everything: each portal has its own. */
export const Oddities = z.object({ from: z.string(), to: z.string(), items: z.array(Oddity) })
export type Oddities = z.infer<typeof Oddities>

export const oddities = operation({
  ...declare('/analytics/oddities', 'view', 'What stands out of its own last eight weeks'),
  input: Empty,
  output: Oddities,
})
export const odditiesOfPortal = operation({
  ...declare('/analytics/oddities/{portalId}', 'portal', 'What stands out at a portal'),
  input: PortalId,
  output: Oddities,
})

/** A portal among its label's: net sales of the period and by bucket, cents; a bucket that has not begun has none. */
const Beside = z.object({
  id: z.string(),
  name: z.string(),
  pictureUrl: z.nullable(z.string()),
  netCents: z.number(),
  previousCents: z.number(),
  deltaPct: z.nullable(z.number()),
  series: z.array(z.nullable(z.number())),
})

/** Those that sold most, the most first; `more`: others sold too. `buckets` are what each series is of. */
export const SideBySide = z.object({
  from: z.string(),
  to: z.string(),
  buckets: z.array(z.string()),
  items: z.array(Beside),
  more: z.boolean(),
})
export type SideBySide = z.infer<typeof SideBySide>

export const sideBySide = operation({
  ...declare('/analytics/sideBySide', 'view', "Net sales of a label's portals, each over the same days"),
  input: Compared,
  output: SideBySide,
})
