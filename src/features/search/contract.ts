import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { PortalId } from '#platform/shapes.ts'
import { queryMaxLength, resultTypes } from './choices.ts'

const Words = z.string().check(z.trim(), z.minLength(1), z.maxLength(queryMaxLength))

/** One thing that was found, and the page that opens it. */
export const Hit = z.object({
  type: z.enum(resultTypes),
  id: z.string(),
  title: z.string(),
  /** What tells it from others of the same name: its portal, date, address or code. */
  detail: z.string(),
  pictureUrl: z.nullable(z.string()),
  /** Of the dashboard, without language. */
  link: z.string(),
})
export type Hit = z.infer<typeof Hit>

/** By type, each with its best hits first; types without any are left out. */
export const Found = z.object({
  groups: z.array(z.object({ type: z.enum(resultTypes), items: z.array(Hit) })),
})
export type Found = z.infer<typeof Found>

export const searchPortal = operation({
  tool: {},
  method: 'GET',
  path: '/portal/{portalId}/search',
  tag: 'search',
  summary: 'Whatever the caller may open at a portal, by words; typing errors and accents do not matter',
  access: 'reader',
  scope: 'portal',
  siblings: true,
  inTransaction: true,
  input: z.extend(PortalId, { q: Words }),
  output: Found,
})

export const searchAll = operation({
  method: 'GET',
  path: '/search',
  tag: 'search',
  summary: 'The same for staff, in everything',
  access: 'staff',
  scope: 'none',
  inTransaction: true,
  input: z.object({ q: Words }),
  output: Found,
})
