import * as z from 'zod/mini'
import { withoutClick } from '#platform/click-parameter.ts'
import { operation } from '#platform/operation.ts'
import { Bilingual, Id, Moment, Nothing, noSignIn, OptionalText, PortalId } from '#platform/shapes.ts'
import { completeAddress } from '#platform/web-address.ts'

export const titleMaxLength = 80
export const urlMaxLength = 2000
const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** As people write it, kept complete: `grupo.es` is `https://grupo.es`. Only http, https, mailto and tel lead anywhere from a fan's page; `javascript:` and `//host` do not. */
export const LinkUrl = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(urlMaxLength),
  z.overwrite(completeAddress),
  z.refine((value) => URL.canParse(value) && schemes.has(new URL(value).protocol) && !/[\s<>"]/.test(value), {
    error: 'webAddress',
  }),
  noSignIn,
  z.overwrite(withoutClick),
)

export const linkIcons = [
  'link',
  'music',
  'video',
  'ticket',
  'shop',
  'news',
  'mail',
  'phone',
  'social',
] as const

/** A link as it is sent. */
export const LinkDraft = z.object({
  title: Bilingual(titleMaxLength),
  url: LinkUrl,
  icon: z.optional(z.nullable(z.enum(linkIcons))),
  pictureUrl: z.optional(z.nullable(z.url({ protocol: /^https$/, error: 'https' }))),
  visible: z.optional(z.boolean()),
  highlight: z.optional(z.boolean()),
  startsAt: z.optional(z.nullable(Moment)),
  endsAt: z.optional(z.nullable(Moment)),
})
export type LinkDraft = z.infer<typeof LinkDraft>

/** A link on a portal’s page, with how often fans press it. */
export const Link = z.object({
  id: Id,
  portalId: Id,
  title: z.object({ es: z.string(), en: z.optional(z.string()) }),
  url: z.string(),
  icon: z.nullable(z.string()),
  pictureUrl: z.nullable(z.string()),
  position: z.number(),
  visible: z.boolean(),
  highlight: z.boolean(),
  startsAt: z.nullable(Moment),
  endsAt: z.nullable(Moment),
  /** For `If-Match`. */
  version: z.number(),
  updatedAt: Moment,
  /** Clicks of the last 30 days. */
  clicks: z.number(),
  /** Clicks per visit of the last 30 days, 0–1; null without visits. */
  ctr: z.nullable(z.number()),
})
export type Link = z.infer<typeof Link>

const LinkOfPortal = z.extend(PortalId, { linkId: Id })

/** All links of a portal at once: they are few, and stand in an order of their own. */
const AllLinks = z.object({
  items: z.array(Link),
  total: z.number(),
  totalCapped: z.boolean(),
  page: z.number(),
  pageSize: z.number(),
})

export const listLinks = operation({
  tool: {},
  method: 'GET',
  path: '/portal/{portalId}/links',
  tag: 'links',
  summary: 'Links of a portal in the order fans see them',
  access: 'reader',
  scope: 'portal',
  input: PortalId,
  output: AllLinks,
})

export const getLink = operation({
  method: 'GET',
  path: '/portal/{portalId}/link/{linkId}',
  tag: 'links',
  summary: 'One link',
  access: 'reader',
  scope: 'portal',
  input: LinkOfPortal,
  output: Link,
})

export const createLink = operation({
  tool: { fixed: { visible: false } },
  method: 'POST',
  path: '/portal/{portalId}/link',
  status: 201,
  tag: 'links',
  summary: 'Add a link to a portal, after the others',
  access: 'portal.editlinks',
  scope: 'portal',
  idempotent: true,
  input: z.extend(LinkDraft, PortalId.shape),
  output: Link,
})

export const updateLink = operation({
  method: 'PUT',
  path: '/portal/{portalId}/link/{linkId}',
  tag: 'links',
  summary: 'Change a link',
  access: 'portal.editlinks',
  scope: 'portal',
  versioned: true,
  undoable: true,
  input: z.extend(LinkDraft, LinkOfPortal.shape),
  output: Link,
})

/** At most this many links a portal: a bulk order must name them all. */
export const linksMax = 500

export const reorderLinks = operation({
  method: 'PUT',
  path: '/portal/{portalId}/links',
  tag: 'links',
  summary: 'Save the order (and visibility) of all links of a portal at once',
  access: 'portal.editlinks',
  scope: 'portal',
  undoable: true,
  input: z.extend(PortalId, {
    links: z.array(z.object({ id: Id, visible: z.optional(z.boolean()) })).check(z.maxLength(linksMax)),
  }),
  output: AllLinks,
})

export const deleteLink = operation({
  method: 'DELETE',
  path: '/portal/link/{linkId}',
  status: 204,
  tag: 'links',
  summary: 'Delete a link',
  access: 'portal.editlinks',
  scope: 'row',
  undoable: true,
  input: z.object({ linkId: Id }),
  output: Nothing,
})

export const previewLink = operation({
  method: 'GET',
  path: '/portal/link/preview',
  tag: 'links',
  summary: 'Title, description and picture of a public page, fetched safely',
  access: 'portal.editlinks',
  scope: 'none',
  input: z.object({ url: OptionalText(urlMaxLength).check(z.minLength(1)) }),
  output: z.object({
    url: z.string(),
    title: z.nullable(z.string()),
    description: z.nullable(z.string()),
    imageUrl: z.nullable(z.string()),
    siteName: z.nullable(z.string()),
  }),
})
