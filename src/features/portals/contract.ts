import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { Id, List, Moment, OptionalText, PageNumber, PortalId } from '#platform/shapes.ts'

export const PortalAccount = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(['master', 'simple']),
  /** 1 label, 2 artist, 3 demo. */
  organisationType: z.number(),
})

export const Portal = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  customUrl: z.string(),
  /** Where fans see the page. */
  url: z.string(),
  pictureUrl: z.nullable(z.string()),
  type: z.enum(['master', 'simple']),
  master: z.boolean(),
  /** Counts as a label: account.type is master and the master flag is set. */
  label: z.boolean(),
  selfInvoice: z.boolean(),
  account: PortalAccount,
})
export type Portal = z.infer<typeof Portal>

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
  /** Column, with a leading `-` for descending. */
  orderBy: z.optional(z.enum(portalOrders.flatMap((column) => [column, `-${column}`] as const))),
  page: PageNumber,
})
export type PortalsQuery = z.infer<typeof PortalsQuery>

export const listPortals = operation({
  method: 'GET',
  path: '/portals',
  tag: 'portals',
  summary: 'Portals that the caller reaches, 50 a page; staff see all',
  access: 'reader',
  scope: 'none',
  input: PortalsQuery,
  output: List(PortalRow),
})

export const getPortal = operation({
  method: 'GET',
  path: '/portal/{portalId}',
  tag: 'portals',
  summary: 'One portal with its team',
  access: 'reader',
  scope: 'portal',
  input: PortalId,
  output: z.extend(Portal, {
    salesObjectiveCents: z.number(),
    advanceLimitPct: z.number(),
    customDomain: z.nullable(z.string()),
    domainState: z.number(),
    createdAt: Moment,
    updatedAt: Moment,
    team: z.array(
      z.object({
        id: Id,
        name: z.string(),
        role: z.string(),
        inherited: z.boolean(),
        pending: z.boolean(),
        lastSeenAt: z.nullable(Moment),
      }),
    ),
  }),
})

/** Codes of product.md §8, most severe first. */
export const alertCodes = [
  'no-bill-info',
  'bill-to-accept',
  'payment-returned',
  'agreement-pending',
  'domain-error',
  'blank-out',
  'low-stock',
] as const

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
