import * as z from 'zod/mini'
import { descriptionMaxLength, pickDurationsDays } from '#platform/constants.ts'
import { operation } from '#platform/operation.ts'
import {
  Bilingual,
  FileUrl,
  Id,
  Moment,
  Nothing,
  noSignIn,
  OptionalText,
  PortalId,
} from '#platform/shapes.ts'
import { completeWeb } from '#platform/web-address.ts'

/** A link, event or product of the portal, or a pick: a picture or video of its own. */
export const featuredTypes = ['link', 'event', 'product', 'pick'] as const
export type FeaturedType = (typeof featuredTypes)[number]
/** `deleted` is restorable for 30 days; that an item has expired is told by its dates, never stored. */
export const featuredStatuses = ['draft', 'scheduled', 'published', 'deleted'] as const
export type FeaturedStatus = (typeof featuredStatuses)[number]

/** At most this many are shown at once. */
export const liveMax = 6
export const restorableDays = 30
/** What keeps a published item off the page. */
export const absences = ['expired', 'targetGone', 'targetHidden', 'targetPast', 'targetSoldOut'] as const
export type Absence = (typeof absences)[number]

const PickUrl = z.string().check(
  z.trim(),
  z.maxLength(2000),
  z.overwrite(completeWeb),
  z.refine((value) => /^https?:\/\/[^\s<>"]+$/i.test(value) && URL.canParse(value), { error: 'webAddress' }),
  noSignIn,
)

/** What is to be featured on a page: a link, an event, a product, or a pick with its own picture. */
export const FeaturedDraft = z.object({
  type: z.enum(featuredTypes),
  /** The link, event or product; none for a pick. */
  targetId: z.optional(z.nullable(Id)),
  /** A pick's own picture or video. */
  mediaUrl: z.optional(z.nullable(FileUrl)),
  /** Where a pick leads, if anywhere. */
  url: z.optional(z.nullable(PickUrl)),
  /** Asked for with a pick, whose picture says nothing to who cannot see it. */
  description: z.optional(
    z.nullable(
      z.object({
        es: OptionalText(descriptionMaxLength),
        en: z.optional(OptionalText(descriptionMaxLength)),
      }),
    ),
  ),
  status: z.enum(['draft', 'scheduled', 'published']),
  /** When a scheduled item appears. */
  startsAt: z.optional(z.nullable(Moment)),
  durationDays: z.union(pickDurationsDays.map((days) => z.literal(days))),
})
export type FeaturedDraft = z.infer<typeof FeaturedDraft>

/** Something that stands at the top of a page for some days. */
export const Featured = z.object({
  id: Id,
  portalId: Id,
  type: z.enum(featuredTypes),
  targetId: z.nullable(Id),
  /** What the target is called; null for picks and for a target that is gone. */
  targetTitle: z.nullable(Bilingual(200)),
  mediaUrl: z.nullable(z.string()),
  /** The target's picture, or the pick's own when it is one. */
  pictureUrl: z.nullable(z.string()),
  url: z.nullable(z.string()),
  description: z.nullable(z.object({ es: z.string(), en: z.optional(z.string()) })),
  status: z.enum(featuredStatuses),
  startsAt: z.nullable(Moment),
  durationDays: z.number(),
  expiresAt: z.nullable(Moment),
  /** Whether fans see it now. */
  live: z.boolean(),
  /** Why a published item is not seen. */
  absence: z.nullable(z.enum(absences)),
  /** Clicks of the last 30 days: on a link wherever it stands, on an event's tickets, on a product, on a pick. */
  clicks: z.number(),
  position: z.number(),
  deletedAt: z.nullable(Moment),
  /** For `If-Match`. */
  version: z.number(),
  updatedAt: Moment,
})
export type Featured = z.infer<typeof Featured>

const FeaturedOfPortal = z.extend(PortalId, { featuredId: Id })
const FeaturedList = z.object({
  items: z.array(Featured),
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
})

export const listFeatured = operation({
  tool: {},
  method: 'GET',
  path: '/portal/{portalId}/featured',
  tag: 'featured',
  summary:
    'Featured items of a portal in the order fans see them; with `deleted`, those that can be restored',
  access: 'reader',
  scope: 'portal',
  input: z.extend(PortalId, { deleted: z.optional(z.enum(['true', 'false'])) }),
  output: FeaturedList,
})

export const getFeatured = operation({
  method: 'GET',
  path: '/portal/{portalId}/featured/{featuredId}',
  tag: 'featured',
  summary: 'One featured item',
  access: 'reader',
  scope: 'portal',
  input: FeaturedOfPortal,
  output: Featured,
})

export const createFeatured = operation({
  method: 'POST',
  path: '/portal/{portalId}/featured',
  status: 201,
  tag: 'featured',
  summary: 'Feature a link, an event, a product or a pick, after the others',
  access: 'portal.editfeatured',
  scope: 'portal',
  idempotent: true,
  input: z.extend(FeaturedDraft, PortalId.shape),
  output: Featured,
})

export const updateFeatured = operation({
  method: 'PUT',
  path: '/portal/{portalId}/featured/{featuredId}',
  tag: 'featured',
  summary: 'Change a featured item',
  access: 'portal.editfeatured',
  scope: 'portal',
  versioned: true,
  undoable: true,
  input: z.extend(FeaturedDraft, FeaturedOfPortal.shape),
  output: Featured,
})

/** At most this many a portal: an order must name them all. */
export const featuredMax = 200

export const reorderFeatured = operation({
  method: 'PUT',
  path: '/portal/{portalId}/featured',
  tag: 'featured',
  summary: 'Save the order of all featured items of a portal at once',
  access: 'portal.editfeatured',
  scope: 'portal',
  undoable: true,
  input: z.extend(PortalId, { featured: z.array(z.object({ id: Id })).check(z.maxLength(featuredMax)) }),
  output: FeaturedList,
})

export const deleteFeatured = operation({
  method: 'DELETE',
  path: '/portal/featured/{featuredId}',
  status: 204,
  tag: 'featured',
  summary: 'Delete a featured item; it can be restored for 30 days',
  access: 'portal.editfeatured',
  scope: 'row',
  undoable: true,
  input: z.object({ featuredId: Id }),
  output: Nothing,
})

export const restoreFeatured = operation({
  method: 'PUT',
  path: '/portal/{portalId}/featured/{featuredId}/restoration',
  tag: 'featured',
  summary: 'Bring a deleted featured item back, as a draft',
  access: 'portal.editfeatured',
  scope: 'portal',
  input: FeaturedOfPortal,
  output: Featured,
})

export const listTargets = operation({
  method: 'GET',
  path: '/portal/{portalId}/featured/targets',
  tag: 'featured',
  summary:
    'Links, events and products of a portal that can be featured, 500 of each at most; with words those of that name',
  access: 'portal.editfeatured',
  scope: 'portal',
  input: z.extend(PortalId, { q: z.optional(OptionalText(100)) }),
  output: z.array(
    z.object({
      type: z.enum(['link', 'event', 'product']),
      id: Id,
      title: z.object({ es: z.string(), en: z.optional(z.string()) }),
      pictureUrl: z.nullable(z.string()),
    }),
  ),
})
