import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { PortalId } from '#platform/shapes.ts'
import { CustomUrl } from './contract.ts'

/** An origin as browsers tell it: `https://shop.example`, without a path. */
const Origin = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(253),
  z.regex(/^(https:\/\/[a-z0-9.-]+|http:\/\/localhost)(:\d{1,5})?$/),
  // As browsers write it, or it would never be one: without a port that goes without saying.
  z.refine((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
)

/** Settings of a portal: its address, its goal, who bills, and whose pages may call with its key. */
export const PortalSettings = z.object({
  selfInvoice: z.boolean(),
  customUrl: CustomUrl,
  customDomain: z.nullable(
    z
      .string()
      .check(
        z.trim(),
        z.toLowerCase(),
        z.maxLength(253),
        z.regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/),
      ),
  ),
  /** Pages of these may call with a key of this portal; as it was where it is left out. */
  apiOrigins: z.optional(z.array(Origin).check(z.maxLength(20))),
  /** 0 = none. */
  salesObjectiveCents: z.number().check(z.int(), z.minimum(0), z.maximum(100_000_000_00)),
  /** The provider's alone: whoever else names it has to name what it is. */
  advanceLimitPct: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(100))),
  /** Of the account: per cent of a bill that settles advances. The provider's alone as well. */
  settlementPct: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(100))),
})
export type PortalSettings = z.infer<typeof PortalSettings>
export const updateSettings = operation({
  method: 'PUT',
  path: '/portal/{portalId}/settings',
  tag: 'portals',
  summary: 'Change how a portal invoices, where it lives and what it aims at',
  access: 'portal.editconfiguration',
  scope: 'portal',
  versioned: true,
  // Self-billing and the limit of advances are money.
  spy: false,
  input: z.extend(PortalSettings, PortalId.shape),
  output: z.extend(PortalSettings, {
    advanceLimitPct: z.number(),
    settlementPct: z.number(),
    apiOrigins: z.array(z.string()),
    domainState: z.number(),
    version: z.number(),
  }),
})

export const verifyDomain = operation({
  method: 'POST',
  path: '/portal/{portalId}/domain',
  status: 202,
  tag: 'portals',
  summary: "Look at the domain's DNS now, and go on for 72 hours",
  access: 'portal.editconfiguration',
  scope: 'portal',
  input: PortalId,
  output: z.object({ domainState: z.number() }),
})
