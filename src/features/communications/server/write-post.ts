import { and, eq, lt, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { rows, type Tx } from '#platform/db.ts'
import { BadInput, Conflict, NotFound } from '#platform/errors.ts'
import { comingBack } from '#platform/undo.ts'
import { type PostStatus, restorableDays } from '../choices.ts'
import type { PostDraft } from '../contract.ts'
import { countAudience } from './audience.ts'
import { postById } from './queries.ts'
import { post } from './table.ts'

const written = ({ es, en }: { es: string; en?: string | undefined }) => (en ? { es, en } : { es })
const unique = <T>(values: readonly T[]) => [...new Set(values)]

const wordsOf = (draft: PostDraft) => ({
  title: written(draft.title),
  description: written(draft.description),
  body: written(draft.body),
  pictureUrl: draft.pictureUrl ?? null,
})
const valuesOf = (draft: PostDraft) => ({
  ...wordsOf(draft),
  kind: draft.kind,
  audience: {
    portalTypes: unique(draft.audience.portalTypes),
    portals: unique(draft.audience.portals),
    roles: unique(draft.audience.roles),
  },
  channels: unique(draft.channels),
  mustAcknowledge: draft.mustAcknowledge ?? false,
})

/** What stays in nobody's inbox cannot be acknowledged. */
function refuseContradiction(draft: PostDraft) {
  if (draft.mustAcknowledge && !draft.channels.includes('inApp'))
    throw new BadInput('invalidInput', { mustAcknowledge: { code: 'communications.acknowledgeInApp' } })
}

/** Locks a post and answers its version. */
export async function postVersion(tx: Tx, postId: string): Promise<number | undefined> {
  return (await lockPost(tx, postId))?.version
}

const lockPost = async (tx: Tx, postId: string) => {
  const [row] = await tx.select().from(post).where(eq(post.id, postId)).for('update')
  return row
}

/** Writes a post down as a draft. */
export async function createPost(tx: Tx, draft: PostDraft, authorId: string) {
  refuseContradiction(draft)
  const id = v7()
  await tx.insert(post).values({ ...valuesOf(draft), id, authorId })
  return postById(tx, id)
}

const change = (tx: Tx, postId: string, values: Partial<typeof post.$inferInsert>) =>
  tx
    .update(post)
    .set({ ...values, version: sql`${post.version} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(eq(post.id, postId))

/**
 * Changes a post. Once it is published its audience and channels are history: only its words and picture change.
 * @throws Conflict for a deleted one.
 */
export async function updatePost(tx: Tx, postId: string, draft: PostDraft) {
  refuseContradiction(draft)
  const before = await postById(tx, postId)
  if (before.status === 'deleted') throw new Conflict('communications.deleted')
  await change(tx, postId, before.status === 'published' ? wordsOf(draft) : valuesOf(draft))
  return { before, after: await postById(tx, postId) }
}

/** Publishes a post now, or at a moment to come. @throws BadInput for a moment that has passed or an audience of nobody. */
export async function publishPost(tx: Tx, postId: string, publishAt: string | null, now: Date) {
  const before = await postById(tx, postId)
  if (before.status !== 'draft' && before.status !== 'scheduled')
    throw new Conflict('communications.alreadyPublished')
  if (publishAt && Date.parse(publishAt) <= now.getTime())
    throw new BadInput('invalidInput', { publishAt: { code: 'communications.past' } })
  const { people } = await countAudience(tx, before.audience)
  if (people === 0) throw new BadInput('invalidInput', { audience: { code: 'communications.nobody' } })
  await change(
    tx,
    postId,
    publishAt
      ? { status: 'scheduled', publishAt: new Date(publishAt) }
      : { status: 'published', publishAt: null, publishedAt: now },
  )
  return { before, after: await postById(tx, postId) }
}

/** Makes a scheduled post a draft again. @throws Conflict for one that is not scheduled. */
export async function withdrawPost(tx: Tx, postId: string) {
  await lockPost(tx, postId)
  const before = await postById(tx, postId)
  if (before.status !== 'scheduled') throw new Conflict('communications.notScheduled')
  await change(tx, postId, { status: 'draft', publishAt: null })
  return { before, after: await postById(tx, postId) }
}

/** Takes a post away, out of every inbox too, and answers what it was. */
export async function deletePost(tx: Tx, postId: string, now: Date) {
  await lockPost(tx, postId)
  const before = await postById(tx, postId)
  if (before.status === 'deleted') throw new NotFound()
  await change(tx, postId, { status: 'deleted', deletedAt: now, deletedFrom: before.status })
  return before
}

// An undone deletion is held to the same: what would go out the moment it is back is for a person to send.
comingBack.set('post', async (tx, was) => {
  if (was.status !== 'scheduled') return was
  const [moment] = await rows<{ passed: boolean }>(
    tx,
    sql`select ${was.publish_at}::timestamptz <= clock_timestamp() as passed`,
  )
  return moment?.passed ? { ...was, status: 'draft', publish_at: null } : was
})

/** Brings a deleted post back as it was. @throws NotFound for one that is not deleted. */
export async function restorePost(tx: Tx, postId: string, now: Date) {
  const row = await lockPost(tx, postId)
  if (row?.status !== 'deleted') throw new NotFound()
  // What would go out the moment it is back is for a person to send.
  const missed = row.deletedFrom === 'scheduled' && (row.publishAt?.getTime() ?? 0) <= now.getTime()
  const status: PostStatus = missed ? 'draft' : (row.deletedFrom ?? 'draft')
  await change(tx, postId, {
    status,
    deletedAt: null,
    deletedFrom: null,
    ...(missed ? { publishAt: null } : {}),
  })
  return postById(tx, postId)
}

/** Removes posts that were deleted longer ago than they can be restored, with their messages. A job calls it each night. */
export async function dropDeletedPosts(tx: Tx): Promise<number> {
  const dropped = await tx
    .delete(post)
    .where(
      and(
        eq(post.status, 'deleted'),
        lt(post.deletedAt, sql`clock_timestamp() - make_interval(days => ${restorableDays})`),
      ),
    )
    .returning({ id: post.id })
  return dropped.length
}
