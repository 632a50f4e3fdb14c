import * as z from 'zod/mini'
import { EventDraft } from '#features/events/contract.ts'
import { LinkDraft } from '#features/links/contract.ts'
import { ReleaseDraft } from '#features/releases/contract.ts'
import { anyOf, operation } from '#platform/operation.ts'
import { PortalId } from '#platform/shapes.ts'

/** One thing of a fan's page, as it stands in a form: exactly one of them. */
export const PartDraft = z.object({
  link: z.optional(LinkDraft),
  event: z.optional(EventDraft),
  release: z.optional(ReleaseDraft),
})
export type PartDraft = z.infer<typeof PartDraft>

export const previewPart = operation({
  method: 'POST',
  path: '/portal/{portalId}/preview',
  tag: 'appearance',
  summary:
    'Where the fans’ page can be looked at with this link, event or release on it; nothing is saved, and the address is good for an hour',
  access: anyOf(['portal.editlinks', 'events.createoreditevents', 'portal.editreleases']),
  scope: 'portal',
  read: true,
  input: z.extend(PortalId, PartDraft.shape),
  output: z.object({ url: z.string() }),
})
