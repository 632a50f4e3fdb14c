import * as z from 'zod/mini'
import { releaseDurationsDays } from '#platform/constants.ts'
import { fileOperation, operation } from '#platform/operation.ts'
import {
  Bilingual,
  Email,
  FileUrl,
  Id,
  List,
  Moment,
  Nothing,
  noSignIn,
  PageNumber,
  PortalId,
  Text,
} from '#platform/shapes.ts'
import { completeWeb } from '#platform/web-address.ts'
import { askedServices, bareCode, isIsrc, isUpc } from './music-services.ts'

export const titleMaxLength = 120
export const linksMax = 20
export const releaseStatuses = ['draft', 'published'] as const
/** Before its date it counts down, then it stands on top for its days, then it is over; its address stays the same. */
export const releasePhases = ['countdown', 'out', 'over'] as const
export type ReleasePhase = (typeof releasePhases)[number]

const ShopUrl = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(2000),
  z.overwrite(completeWeb),
  z.refine((value) => /^https?:\/\/[^\s<>"]+$/i.test(value) && URL.canParse(value), { error: 'webAddress' }),
  noSignIn,
)

/** As people write it, kept without what stands between its parts. */
const Code = (is: (code: string) => boolean, error: `problem:${string}`) =>
  z.string().check(
    z.maxLength(40),
    z.overwrite(bareCode),
    z.refine((code) => code === '' || is(code), { error }),
  )
const Upc = Code(isUpc, 'problem:releases.upc')
const Isrc = Code(isIsrc, 'problem:releases.isrc')

/** A release as it is sent: what comes out when, with the links that fans are led to. */
export const ReleaseDraft = z.object({
  title: Bilingual(titleMaxLength),
  /** The product that it is, when the portal sells it. */
  productId: z.optional(z.nullable(Id)),
  coverUrl: z.optional(z.nullable(FileUrl)),
  /** UPC or EAN of the release. */
  upc: z.optional(z.nullable(Upc)),
  /** ISRC of the recording, where it is a single one. */
  isrc: z.optional(z.nullable(Isrc)),
  releaseAt: Moment,
  durationDays: z.union(releaseDurationsDays.map((days) => z.literal(days))),
  /** Fans may leave their address before the date. */
  presave: z.optional(z.boolean()),
  /** Where to hear or buy it, shown from the date on. One that is called like a service has to lead there. */
  links: z.optional(z.array(z.object({ name: Text(40), url: ShopUrl })).check(z.maxLength(linksMax))),
  status: z.enum(releaseStatuses),
})
export type ReleaseDraft = z.infer<typeof ReleaseDraft>

/** Something that comes out on a day: shown as coming before it, and with its links from then on. */
export const Release = z.object({
  id: Id,
  portalId: Id,
  title: z.object({ es: z.string(), en: z.optional(z.string()) }),
  productId: z.nullable(Id),
  /** What that product is called, and whether it can still be bought. */
  product: z.nullable(
    z.object({ name: z.object({ es: z.string(), en: z.optional(z.string()) }), onSale: z.boolean() }),
  ),
  coverUrl: z.nullable(z.string()),
  /** What is shown: its own cover, or the product's picture. */
  pictureUrl: z.nullable(z.string()),
  upc: z.nullable(z.string()),
  isrc: z.nullable(z.string()),
  releaseAt: Moment,
  durationDays: z.number(),
  endsAt: Moment,
  phase: z.enum(releasePhases),
  presave: z.boolean(),
  links: z.array(z.object({ name: z.string(), url: z.string() })),
  status: z.enum(releaseStatuses),
  /** Fans who signed up and confirmed their address. */
  signUps: z.number(),
  /** Clicks on its links in the last 30 days. */
  clicks: z.number(),
  /** For `If-Match`. */
  version: z.number(),
  updatedAt: Moment,
})
export type Release = z.infer<typeof Release>

const ReleaseOfPortal = z.extend(PortalId, { releaseId: Id })

export const listReleases = operation({
  tool: {},
  method: 'GET',
  path: '/portal/{portalId}/releases',
  tag: 'releases',
  summary: 'Releases of a portal, the latest date first',
  access: 'reader',
  scope: 'portal',
  input: z.extend(PortalId, { page: PageNumber }),
  output: List(Release),
})

export const getRelease = operation({
  tool: {},
  method: 'GET',
  path: '/portal/{portalId}/release/{releaseId}',
  tag: 'releases',
  summary: 'One release',
  access: 'reader',
  scope: 'portal',
  input: ReleaseOfPortal,
  output: Release,
})

export const createRelease = operation({
  method: 'POST',
  path: '/portal/{portalId}/release',
  status: 201,
  tag: 'releases',
  summary: 'Add a release to a portal',
  access: 'portal.editreleases',
  scope: 'portal',
  idempotent: true,
  input: z.extend(ReleaseDraft, PortalId.shape),
  output: Release,
})

export const updateRelease = operation({
  method: 'PUT',
  path: '/portal/{portalId}/release/{releaseId}',
  tag: 'releases',
  summary: 'Change a release',
  access: 'portal.editreleases',
  scope: 'portal',
  versioned: true,
  undoable: true,
  input: z.extend(ReleaseDraft, ReleaseOfPortal.shape),
  output: Release,
})

export const deleteRelease = operation({
  method: 'DELETE',
  path: '/portal/{portalId}/release/{releaseId}',
  status: 204,
  tag: 'releases',
  summary:
    'Delete a release and the addresses that fans left for it; taken back, the release is there again, and the addresses are not',
  access: 'portal.editreleases',
  scope: 'portal',
  undoable: true,
  input: ReleaseOfPortal,
  output: Nothing,
})

/** What became of asking a service; `unasked` without a code. */
const lookupStates = ['unasked', 'found', 'none', 'refused', 'busy', 'unreachable'] as const

const FoundRelease = z.object({
  url: z.string(),
  title: z.string(),
  artist: z.string(),
  /** As the service says it: a day, a month or a year. */
  date: z.nullable(z.string()),
})
export type FoundRelease = z.infer<typeof FoundRelease>

const AtService = z.object({
  service: z.enum(askedServices),
  state: z.enum(lookupStates),
  /** Several where the service has it more than once. */
  found: z.array(FoundRelease),
})
export type AtService = z.infer<typeof AtService>

export const findAtServices = operation({
  method: 'GET',
  path: '/portal/{portalId}/releases/services',
  tag: 'releases',
  summary:
    'Where services of music have a release by its UPC, or a recording by its ISRC; services without a key in the settings are not asked',
  access: 'portal.editreleases',
  scope: 'portal',
  input: z.extend(PortalId, { upc: z.optional(Upc), isrc: z.optional(Isrc) }),
  output: z.object({ services: z.array(AtService) }),
})

export const signUpForRelease = operation({
  method: 'POST',
  path: '/release/{releaseId}/presave',
  status: 202,
  tag: 'releases',
  summary: 'A fan leaves their address for a release; answered alike whether or not it was there already',
  access: 'public',
  scope: 'none',
  browser: false,
  outside: 'limited',
  silent: true,
  input: z.object({
    releaseId: Id,
    email: Email,
    locale: z.optional(z.enum(['es', 'en'])),
    /** Nobody is signed up without having said so. */
    consent: z.literal(true),
  }),
  output: z.object({ accepted: z.boolean() }),
})

export const listSignUps = operation({
  method: 'GET',
  path: '/portal/{portalId}/release/{releaseId}/presaves',
  tag: 'releases',
  summary: 'Fans who signed up for a release and confirmed it, 50 a page',
  access: 'portal.editreleases',
  scope: 'portal',
  // Keys open nothing of people, fans among them.
  apiKey: false,
  browser: false,
  input: z.extend(ReleaseOfPortal, { page: PageNumber }),
  output: List(z.object({ id: Id, email: z.string(), locale: z.enum(['es', 'en']), consentAt: Moment })),
})

export const exportSignUps = fileOperation({
  path: '/portal/{portalId}/release/{releaseId}/presaves/file',
  tag: 'releases',
  summary: 'All fans who signed up for a release and confirmed it, as CSV',
  access: 'portal.editreleases',
  scope: 'portal',
  apiKey: false,
  input: ReleaseOfPortal,
})

export const eraseSignUps = operation({
  method: 'DELETE',
  path: '/portal/{portalId}/presaves',
  tag: 'releases',
  summary: "Erase a fan's address from every release and product of the portal, as the law lets them ask",
  access: 'portal.editreleases',
  scope: 'portal',
  input: z.extend(PortalId, { email: Email }),
  output: z.object({ erased: z.number() }),
})
