import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { BadInput, Conflict, type FieldError } from '#platform/errors.ts'
import { type Featured, type FeaturedDraft, liveMax } from '../contract.ts'
import { listFeatured } from './queries.ts'

/**
 * A draft as the table stores it. What is published appears now, unless it stood there before: then its days go on.
 * @throws BadInput by the fields that disagree, or whose target the portal does not have.
 */
export async function featuredValues(
  tx: Tx,
  portalId: string,
  draft: FeaturedDraft,
  now: Date,
  before?: Featured,
) {
  const fields = await faultsIn(tx, portalId, draft, now)
  if (Object.keys(fields).length > 0) throw new BadInput('invalidInput', fields)
  const pick = draft.type === 'pick'
  return {
    type: draft.type,
    targetId: pick ? null : (draft.targetId ?? null),
    mediaUrl: pick ? (draft.mediaUrl ?? null) : null,
    url: pick ? (draft.url ?? null) : null,
    description: descriptionOf(draft),
    status: draft.status,
    startsAt: startOf(draft, now, before),
    durationDays: draft.durationDays,
  }
}

async function faultsIn(tx: Tx, portalId: string, draft: FeaturedDraft, now: Date) {
  const pick = draft.type === 'pick'
  const { es = '', en = '' } = draft.description ?? {}
  const fields: Record<string, FieldError> = {}
  if (pick && !draft.mediaUrl) fields.mediaUrl = { code: 'validation.required' }
  if ((pick || en) && !es) fields['description.es'] = { code: 'validation.required' }
  const target = pick ? undefined : await targetFault(tx, portalId, draft)
  if (target) fields.targetId = target
  const start = startFault(draft, now)
  if (start) fields.startsAt = start
  return fields
}

async function targetFault(tx: Tx, portalId: string, draft: FeaturedDraft): Promise<FieldError | undefined> {
  if (!draft.targetId) return { code: 'validation.required' }
  return (await hasTarget(tx, portalId, draft)) ? undefined : { code: 'featured.targetUnknown' }
}

function startFault({ status, startsAt }: FeaturedDraft, now: Date): FieldError | undefined {
  if (status !== 'scheduled') return undefined
  if (!startsAt) return { code: 'validation.required' }
  return new Date(startsAt) <= now ? { code: 'featured.startsInPast' } : undefined
}

/** The Spanish words are there where any are. */
function descriptionOf({ description }: FeaturedDraft) {
  const { es = '', en = '' } = description ?? {}
  if (!es) return null
  return en ? { es, en } : { es }
}

function startOf({ status, startsAt }: FeaturedDraft, now: Date, before: Featured | undefined) {
  if (status === 'draft') return null
  if (status === 'scheduled') return startsAt ? new Date(startsAt) : undefined
  const running = before?.status === 'published' && before.absence !== 'expired' ? before.startsAt : null
  return running ? new Date(running) : now
}

const tables = { link: sql`link`, event: sql`event`, product: sql`product` }
async function hasTarget(tx: Tx, portalId: string, { type, targetId }: FeaturedDraft): Promise<boolean> {
  if (type === 'pick' || !targetId) return false
  const found = await rows(
    tx,
    sql`select id from ${tables[type]} where portal_id = ${portalId} and id = ${targetId}`,
  )
  return found.length > 0
}

/**
 * Refuses an item that would be the seventh at any moment of its time. What has lost its target takes no place.
 * Call it after the change, inside its transaction. @throws Conflict.
 */
export async function checkRoom(tx: Tx, portalId: string, id: string): Promise<void> {
  const running = (await listFeatured(tx, portalId))
    .filter(({ status, absence }) => status !== 'draft' && absence === null)
    .flatMap(({ startsAt, expiresAt, ...item }) =>
      startsAt && expiresAt ? [{ id: item.id, from: Date.parse(startsAt), to: Date.parse(expiresAt) }] : [],
    )
  const own = running.find((item) => item.id === id)
  if (!own) return
  const beside = running.filter(({ from, to }) => from < own.to && own.from < to)
  // The most are there at once when one of them has just appeared.
  const most = Math.max(
    ...beside.map(({ from }) => {
      const at = Math.max(from, own.from)
      return beside.filter((item) => item.from <= at && at < item.to).length
    }),
  )
  if (most > liveMax) throw new Conflict('featured.tooMany', { field: 'status', params: { max: liveMax } })
}
