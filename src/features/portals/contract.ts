import * as z from 'zod/mini'
import { defaultPortalPicture } from '#platform/constants.ts'
import { fileOperation, operation } from '#platform/operation.ts'
import {
  FileUrl,
  Id,
  List,
  Moment,
  Nothing,
  OptionalText,
  only,
  PageNumber,
  PortalId,
  Text,
} from '#platform/shapes.ts'

/** The account that a portal belongs to: who is billed and paid. */
export const PortalAccount = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(['master', 'simple']),
  /** 1 label, 2 artist, 3 demo. */
  organisationType: z.number(),
})

/** A page of an artist or label for fans, and everything that is managed with it. */
export const Portal = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  customUrl: z.string(),
  /** Where fans see the page. */
  url: z.string(),
  /** The portal's own picture; null where it has none. */
  picture: z.nullable(z.string()),
  /** The picture to show: its own, or the one that stands in. */
  pictureUrl: z.string(),
  /** `master` for a label-level portal, `simple` otherwise, whatever the type of its account. */
  type: z.enum(['master', 'simple']),
  master: z.boolean(),
  /** Counts as a label: account.type is master and the master flag is set. */
  label: z.boolean(),
  selfInvoice: z.boolean(),
  account: PortalAccount,
})
export type Portal = z.infer<typeof Portal>

/** A portal with the figures of its last 30 whole days. */
export const PortalRow = z.extend(Portal, {
  /** Of the last 30 whole days. */
  netCents: z.number(),
  visits: z.number(),
  /** 1 not verified, 2 verifying, 3 verified, 4 verification error; null without a domain of its own. */
  domainState: z.nullable(z.number()),
  updatedAt: Moment,
})
export type PortalRow = z.infer<typeof PortalRow>

export const portalOrders = ['name', 'code', 'netCents', 'visits', 'updatedAt'] as const
export const PortalsQuery = z.object({
  q: z.optional(OptionalText(100)),
  type: z.optional(z.enum(['master', 'simple'])),
  organisationType: z.optional(z.enum(['1', '2', '3'])),
  /** Only the portals that stand for their accounts: each account has one, which bills and charges are of. */
  master: z.optional(z.enum(['yes'])),
  /** Column, with a leading `-` for descending. */
  orderBy: z.optional(z.enum(portalOrders.flatMap((column) => [column, `-${column}`] as const))),
  page: PageNumber,
})
export type PortalsQuery = z.infer<typeof PortalsQuery>

export const listPortals = operation({
  tool: {},
  method: 'GET',
  path: '/portals',
  tag: 'portals',
  summary: 'Portals that the caller reaches, 50 a page; staff see all',
  access: 'reader',
  scope: 'none',
  input: PortalsQuery,
  output: List(PortalRow),
})

/** As many as a page may choose from. */
const mostChosen = 500

export const exportPortals = fileOperation({
  path: '/portals/file',
  tag: 'portals',
  summary:
    'The portals that the filters leave, or those that are named, with what the list shows, as CSV or XLSX',
  access: 'reader',
  scope: 'none',
  input: z.extend(z.omit(PortalsQuery, { page: true }), {
    portals: z.optional(z.array(Id).check(z.maxLength(mostChosen))),
    as: z.enum(['csv', 'xlsx']),
  }),
})

export const domainReasons = [
  'otherPortal',
  'txtMissing',
  'txtWrong',
  'cnameMissing',
  'cnameWrong',
  'noAnswer',
] as const

export const getPortal = operation({
  tool: {},
  method: 'GET',
  path: '/portal/{portalId}',
  tag: 'portals',
  summary: 'One portal with its team',
  access: 'reader',
  scope: 'portal',
  input: PortalId,
  output: z.extend(Portal, {
    /** The account's master portal, which decides for all of them; its id is told to who may open it. */
    masterPortal: z.nullable(z.object({ id: z.nullable(Id), name: z.string() })),
    salesObjectiveCents: z.number(),
    advanceLimitPct: z.number(),
    /** Of the account: per cent of a bill that settles advances. */
    settlementPct: z.number(),
    customDomain: z.nullable(z.string()),
    /** Whose pages may call with a key of this portal. */
    apiOrigins: z.array(z.string()),
    domainState: z.number(),
    /** Why it is not verified, and what its DNS has to say; null without a domain. */
    domain: z.nullable(
      z.object({
        reason: z.nullable(z.enum(domainReasons)),
        checkedAt: z.nullable(Moment),
        txtName: z.string(),
        txtValue: z.string(),
        cnameTarget: z.string(),
      }),
    ),
    createdAt: Moment,
    updatedAt: Moment,
    /** For `If-Match`. */
    version: z.number(),
    team: z.array(
      z.object({
        id: Id,
        name: z.string(),
        role: z.string(),
        /** What was given beside the role, and what taken from it. */
        grants: z.array(z.string()),
        denies: z.array(z.string()),
        inherited: z.boolean(),
        pending: z.boolean(),
        lastSeenAt: z.nullable(Moment),
      }),
    ),
  }),
})

/** Codes of product.md §8, most severe first. */
/** The most severe first. */
export const alertCodes = [
  'no-bill-info',
  'bill-to-accept',
  'payment-returned',
  'agreement-pending',
  'domain-error',
  'shop-away',
  'blank-out',
  'low-stock',
] as const
export type AlertCode = (typeof alertCodes)[number]

export const listAlerts = operation({
  method: 'GET',
  path: '/portal/{portalId}/alerts',
  tag: 'portals',
  summary: 'Codes of what is wrong at a portal, most severe first',
  access: 'reader',
  scope: 'portal',
  input: PortalId,
  output: z.array(z.enum(alertCodes)),
})

export const nameMaxLength = 60

/** 3–8 capital letters and digits; lower case is refused by the shape's own words. */
export const Code = z.string().check(
  z.trim(),
  z.minLength(3),
  z.maxLength(8),
  z.refine((value) => value === value.toUpperCase(), { error: 'capital' }),
  only(/^[A-Z0-9]$/),
)

/** 3–40 of a–z, 0–9 and `-`: the address under which fans find the page. */
export const CustomUrl = z
  .string()
  .check(z.trim(), z.minLength(3), z.maxLength(40), only(/^[a-z0-9-]$/), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/))

export const updatePortal = operation({
  method: 'POST',
  path: '/portal/{portalId}',
  tag: 'portals',
  summary: "Change a portal's name, code, address and picture",
  access: 'portal.editconfiguration',
  scope: 'portal',
  versioned: true,
  input: z.extend(PortalId, {
    name: Text(nameMaxLength),
    code: Code,
    customUrl: CustomUrl,
    /** The picture, by either of the names that answers tell it by. */
    picture: z.optional(z.nullable(FileUrl)),
    pictureUrl: z.optional(z.nullable(z.union([FileUrl, z.literal(defaultPortalPicture)]))),
  }),
  output: z.extend(Portal, { version: z.number() }),
})

export const deletePortal = operation({
  method: 'DELETE',
  path: '/portal/{portalId}',
  status: 204,
  tag: 'portals',
  summary: 'Take a portal away; its sales and bills are kept. Its code has to be given unless it is empty',
  access: 'portal.manageportals',
  scope: 'portal',
  apiKey: false,
  input: z.extend(PortalId, { code: z.optional(z.string().check(z.maxLength(20))) }),
  output: Nothing,
})

export const listPortalUsers = operation({
  method: 'GET',
  path: '/portal/{portalId}/users',
  tag: 'portals',
  summary: 'People with a login that reaches the portal, inherited ones included',
  access: 'team.viewteammembers',
  scope: 'portal',
  apiKey: false,
  input: PortalId,
  output: List(
    z.object({ id: Id, name: z.string(), email: z.string(), role: z.string(), inherited: z.boolean() }),
  ),
})
