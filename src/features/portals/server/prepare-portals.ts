import type * as z from 'zod/mini'
import { staffKeys } from '#platform/actor-portals.ts'
import type { MembersCall, OpenCall, Sure } from '#platform/call.ts'
import type { createPortal } from '../draft-contract.ts'
import { type BulkDraft, type KeptPictures, keepPictures } from './bulk-portals.ts'
import { bulkDrafts } from './bulk-source.ts'
import { demandPlace, type Maker } from './create-portal.ts'
import { draftPicture, type KeptPicture } from './draft-picture.ts'

export const makerOf = ({ actor, memberships }: Pick<MembersCall, 'actor' | 'memberships'>): Maker => ({
  staff: actor.person.staff,
  keys: actor.person.staff ? staffKeys(actor.person) : new Set(),
  memberships,
})

/** What a draft needs before its transaction opens: its picture, or the rows of a bulk draft with theirs. */
interface Prepared {
  picture: KeptPicture
  drafts: BulkDraft[]
  pictures: KeptPictures
}
type Input = z.output<(typeof createPortal)['~orpc']['inputSchema'] & z.ZodMiniType>

/** A picture takes a second to unpack, and a file may come from somebody's slow web server. */
export async function preparePortals(
  call: Sure<typeof createPortal, OpenCall>,
  input: Input,
): Promise<Prepared> {
  demandPlace(makerOf(call))
  const { files } = call.services
  if ('name' in input) return { picture: await draftPicture(files, input), drafts: [], pictures: new Map() }
  const drafts = await bulkDrafts(input)
  return { picture: { url: null }, drafts, pictures: await keepPictures(files, drafts) }
}
