import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'

const Line = (max: number) => z.string().check(z.maxLength(max))

/**
 * The event payload of Plausible's trackers, short and long names alike. Only `pageview` counts; `domain` names the
 * portal by its address (`nino-lobo`), by `host/address` or by its own domain.
 */
export const CollectEvent = z.object({
  name: z.optional(Line(120)),
  n: z.optional(Line(120)),
  url: z.optional(Line(2_000)),
  u: z.optional(Line(2_000)),
  domain: z.optional(Line(300)),
  d: z.optional(Line(300)),
  referrer: z.optional(z.nullable(Line(2_000))),
  r: z.optional(z.nullable(Line(2_000))),
})
export type CollectEvent = z.infer<typeof CollectEvent>

export const collectVisit = operation({
  method: 'POST',
  path: '/collect',
  foreignBody: 'parsed',
  // The event of other people's trackers.
  ignoresUnknown: true,
  status: 202,
  tag: 'visits',
  summary: 'Count a page view, as Plausible trackers send it; what cannot be counted is answered alike',
  access: 'public',
  scope: 'none',
  browser: false,
  outside: 'delivery',
  silent: true,
  input: CollectEvent,
  output: z.object({ accepted: z.boolean() }),
})
