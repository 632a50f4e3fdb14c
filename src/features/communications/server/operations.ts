import { storeUpload } from '#features/files/server/store-upload.ts'
import type { OpenCall } from '#platform/call.ts'
import { handle } from '#platform/handle.ts'
import { listOf } from '#platform/paging.ts'
import { file as storedFile } from '#platform/table.ts'
import { wakeAfter } from '#platform/wake-after.ts'
import * as contract from '../contract.ts'
import * as notifications from '../notifications-contract.ts'
import { countAudience, portalChoices } from './audience.ts'
import { findKeptMails } from './kept-mails.ts'
import { findPosts, postById } from './queries.ts'
import {
  createPost,
  deletePost,
  postVersion,
  publishPost,
  restorePost,
  updatePost,
  withdrawPost,
} from './write-post.ts'

const listed = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

const secondsUntil = (moment: string) => {
  const seconds = Math.ceil((Date.parse(moment) - Date.now()) / 1000)
  return seconds <= 60 ? Math.max(0, seconds) : undefined
}

export const operations = {
  listKeptMails: handle(notifications.listKeptMails, async ({ tx }, { page = 1 }) => {
    const { items, total } = await findKeptMails(tx, page)
    return listOf(items, total, page)
  }),
  listPosts: handle(contract.listPosts, async ({ tx }, query) => {
    const { items, total } = await findPosts(tx, query)
    return listOf(items, total, query.page ?? 1)
  }),
  getPost: handle(contract.getPost, ({ tx }, { postId }) => postById(tx, postId)),
  createPost: handle(contract.createPost, ({ tx, actor }, draft) => createPost(tx, draft, actor.person.id)),
  updatePost: handle(
    contract.updatePost,
    async ({ tx, record }, { postId, ...draft }) => {
      const { before, after } = await updatePost(tx, postId, draft)
      record({ targetId: postId, before, after })
      return after
    },
    { versionOf: ({ tx }, { postId }) => postVersion(tx, postId) },
  ),
  publishPost: wakeAfter(
    'posts',
    handle(
      contract.publishPost,
      async ({ tx, now, record }, { postId, publishAt, held }) => {
        const until = held ? new Date(now.getTime() + contract.heldSeconds * 1000).toISOString() : null
        const { before, after } = await publishPost(tx, postId, publishAt ?? until, now)
        record({ targetId: postId, before, after })
        return after
      },
      { versionOf: ({ tx }, { postId }) => postVersion(tx, postId) },
    ),
    // What goes out within the minute does not wait for the next one.
    ({ status, publishAt }) => (status === 'scheduled' && publishAt ? secondsUntil(publishAt) : undefined),
  ),
  withdrawPost: handle(contract.withdrawPost, async ({ tx, record }, { postId }) => {
    const { before, after } = await withdrawPost(tx, postId)
    record({ targetId: postId, before, after })
    return after
  }),
  deletePost: handle(contract.deletePost, async ({ tx, now, record }, { postId }) => {
    record({ targetId: postId, before: await deletePost(tx, postId, now) })
    return null
  }),
  restorePost: handle(contract.restorePost, async ({ tx, now, record }, { postId }) => {
    const after = await restorePost(tx, postId, now)
    record({ targetId: postId, after })
    return after
  }),
  countAudience: handle(contract.countAudience, ({ tx }, { portalTypes, portals, roles }) =>
    countAudience(tx, {
      portalTypes: listed(portalTypes),
      portals: listed(portals),
      roles: listed(roles),
    }),
  ),
  audienceChoices: handle(contract.audienceChoices, async ({ tx }, asked) => ({
    portals: await portalChoices(tx, asked),
  })),
  uploadPostPicture: handle(
    contract.uploadPostPicture,
    async ({ tx, record }, _input, { key, kind, bytes, url }) => {
      await tx.insert(storedFile).values({ key, type: kind, bytes })
      record({ after: { key, bytes } })
      return { url }
    },
    // A picture takes a second to unpack, and no transaction waits for that.
    {
      before: ({ services }: OpenCall, { file }: { file: File }) =>
        storeUpload(services.files, file, 'wide', false, {}),
    },
  ),
}
