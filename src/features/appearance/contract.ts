import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { FileUrl, Id, Moment, OptionalText, PortalId } from '#platform/shapes.ts'
import { blockIds, buttonStyles, designs } from './designs.ts'
import { typographyIds } from './typographies.ts'

export const taglineMaxLength = 160
export const versionsKept = 10

const Color = z.string().check(z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/))
const Picture = z.nullable(FileUrl.check(z.regex(/\.webp$/)))

/** The four colours of a page. */
export const ColorsShape = z.object({ background: Color, surface: Color, text: Color, accent: Color })

/** How a portal's page looks. */
export const Appearance = z.object({
  design: z.enum(designs.map(({ id }) => id)),
  typography: z.enum(typographyIds),
  colors: ColorsShape,
  buttons: z.enum(buttonStyles),
  logoUrl: Picture,
  coverUrl: Picture,
  tagline: z.object({ es: OptionalText(taglineMaxLength), en: z.optional(OptionalText(taglineMaxLength)) }),
  /** Every block once, in the order of the page. */
  blocks: z.array(z.object({ id: z.enum(blockIds), visible: z.boolean() })).check(
    z.maxLength(blockIds.length),
    z.refine(
      (blocks) =>
        blocks.length === blockIds.length && new Set(blocks.map(({ id }) => id)).size === blockIds.length,
      { error: 'format' },
    ),
  ),
})
export type Appearance = z.infer<typeof Appearance>

const PublishedVersion = z.object({
  id: Id,
  number: z.number(),
  publishedAt: Moment,
  by: z.nullable(z.string()),
  design: z.string(),
})

/** How a page looks to fans, and how it will after the next publishing. */
export const AppearanceState = z.object({
  draft: Appearance,
  /** What fans see now. */
  published: Appearance,
  /** Does the draft differ from what fans see? */
  changed: z.boolean(),
  savedAt: z.nullable(Moment),
  /** The last ones published, newest first; the newest is what fans see. */
  versions: z.array(PublishedVersion),
  /** The real page with the draft; opens without a session, for an hour. */
  previewUrl: z.string(),
  /** Where fans see the page. */
  url: z.string(),
  /** For `If-Match`. */
  version: z.number(),
})
export type AppearanceState = z.infer<typeof AppearanceState>

export const listDesigns = operation({
  method: 'GET',
  path: '/portalDesigns',
  tag: 'appearance',
  summary: 'Designs for a portal page, with what each proposes',
  access: 'reader',
  scope: 'none',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      typography: z.string(),
      colors: ColorsShape,
      buttons: z.enum(buttonStyles),
    }),
  ),
})

export const listTypographies = operation({
  method: 'GET',
  path: '/portalTypographies',
  tag: 'appearance',
  summary: 'Typographies for a portal page',
  access: 'reader',
  scope: 'none',
  input: z.object({}),
  output: z.array(z.object({ id: z.string(), name: z.string(), heading: z.string(), text: z.string() })),
})

const edits = { tag: 'appearance', access: 'portal.editappearance', scope: 'portal' } as const

export const getAppearance = operation({
  ...edits,
  method: 'GET',
  path: '/portal/{portalId}/appearance',
  summary: 'Draft, published appearance and the last versions of a portal',
  input: PortalId,
  output: AppearanceState,
})

export const updateAppearance = operation({
  ...edits,
  method: 'PUT',
  path: '/portal/{portalId}/appearance',
  summary: 'Save the draft; colours that cannot be read are refused with the nearest ones that can',
  versioned: true,
  input: z.extend(Appearance, PortalId.shape),
  output: AppearanceState,
})

export const publishAppearance = operation({
  ...edits,
  method: 'POST',
  path: '/portal/{portalId}/appearance/publication',
  summary: 'Show the draft to fans',
  versioned: true,
  input: PortalId,
  output: AppearanceState,
})

export const withdrawAppearance = operation({
  ...edits,
  method: 'DELETE',
  path: '/portal/{portalId}/appearance/publication/{versionId}',
  summary: 'Take the last publication back: fans see what they saw before it; the draft stays',
  input: z.extend(PortalId, { versionId: Id }),
  output: AppearanceState,
})

export const restoreAppearance = operation({
  ...edits,
  method: 'POST',
  path: '/portal/{portalId}/appearance/restoration',
  summary: 'Make an earlier version the draft; without one, what fans see now',
  versioned: true,
  input: z.extend(PortalId, { versionId: z.optional(Id) }),
  output: AppearanceState,
})

/** At most this many products stand on a page. */
export const shownProductsMax = 60
/** At most this many products of a portal are told at once; `q` finds the others. */
export const onSaleToldMax = 500
const ShownProducts = z.object({
  /** Those that fans see first, in their order; then the others that are on sale, newest first: 500 at most. */
  items: z.array(
    z.object({
      id: Id,
      name: z.object({ es: z.string(), en: z.optional(z.string()) }),
      category: z.string(),
      priceCents: z.number(),
      pictureUrl: z.nullable(z.string()),
      shown: z.boolean(),
    }),
  ),
  /** False while nobody has chosen: the page shows the newest. */
  chosen: z.boolean(),
  /** How many are on sale in all, with those of whom `items` has no room. */
  total: z.number(),
  version: z.number(),
})
export type ShownProducts = z.infer<typeof ShownProducts>

export const listShownProducts = operation({
  method: 'GET',
  path: '/portal/{portalId}/products',
  tag: 'appearance',
  summary:
    'Products of a portal that are on sale, 500 at most, and which of them its page shows; with words those on the page and those of that name',
  access: 'reader',
  scope: 'portal',
  input: z.extend(PortalId, { q: z.optional(OptionalText(100)) }),
  output: ShownProducts,
})

export const updateShownProducts = operation({
  ...edits,
  method: 'PUT',
  path: '/portal/{portalId}/products',
  summary: "Choose the products of the portal's page and their order",
  versioned: true,
  input: z.extend(PortalId, { productIds: z.array(Id).check(z.maxLength(shownProductsMax)) }),
  output: ShownProducts,
})
