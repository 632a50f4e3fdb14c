import { afterEach, expect, test, vi } from 'vitest'
import { failureCode } from '#client.ts'
import { sendPosts } from '#features/inbox/server/send-posts.ts'
import { as, ok, testOrigin, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import type { PostDraft } from './contract.ts'

const world = testDatabase()
const settings = { appOrigin: testOrigin, secret: testServices.secret }
const send = (now: Date) => sendPosts(world.database, settings, now)
const draft = (title: string): PostDraft => ({
  title: { es: title },
  description: { es: 'En una línea' },
  body: { es: 'Primero.' },
  kind: 'info',
  audience: { portalTypes: [], portals: [], roles: [] },
  channels: ['inApp'],
})
const written = async (title: string) => {
  const staff = await as(world.database, 'staff')
  const { id: postId, version } = ok(await staff.communications.createPost(draft(title)))
  return { staff, postId, version }
}
const hour = 3_600_000
afterEach(() => vi.restoreAllMocks())

test('the job is woken for the moment at which a held post goes out, and at once for what is published', async () => {
  const wake = vi.spyOn(testServices, 'wake')
  const { staff, postId, version } = await written('Se despierta')
  ok(await staff.communications.publishPost({ postId, held: true }, { version }))
  expect(wake).toHaveBeenLastCalledWith('posts', 6)
  const now = await written('Ya')
  ok(await staff.communications.publishPost({ postId: now.postId }, { version: now.version }))
  expect(wake).toHaveBeenLastCalledWith('posts', undefined)
})

test('a moment that is said counts more than being held', async () => {
  const { staff, postId, version } = await written('Mañana')
  const publishAt = new Date(Date.now() + 24 * hour).toISOString()
  const held = ok(await staff.communications.publishPost({ postId, publishAt, held: true }, { version }))
  expect(Date.parse(held.publishAt ?? '')).toBe(Date.parse(publishAt))
})

test('once it is out, it is taken back no more, and published no second time', async () => {
  const { staff, postId, version } = await written('Fuera')
  const held = ok(await staff.communications.publishPost({ postId, held: true }, { version }))
  expect(await send(new Date(held.publishAt ?? ''))).toBeGreaterThan(5)
  expect(failureCode(await staff.communications.withdrawPost({ postId }))).toBe('communications.notScheduled')
  const { version: newest, status } = ok(await staff.communications.getPost({ postId }))
  expect(status).toBe('published')
  const again = await staff.communications.publishPost({ postId, held: true }, { version: newest })
  expect(failureCode(again)).toBe('communications.alreadyPublished')
  expect(await send(new Date(Date.now() + hour))).toBe(0)
})

test('deleted while it is held, it goes to nobody', async () => {
  const { staff, postId, version } = await written('Borrada a tiempo')
  const held = ok(await staff.communications.publishPost({ postId, held: true }, { version }))
  expect(await staff.communications.deletePost({ postId })).toBeNull()
  expect(await send(new Date(held.publishAt ?? ''))).toBe(0)
})

test('a deletion undone after the moment of its post has passed brings a draft, which nobody is sent', async () => {
  const { staff, postId, version } = await written('Pasó su hora')
  const publishAt = new Date(Date.now() + hour).toISOString()
  ok(await staff.communications.publishPost({ postId, publishAt }, { version }))
  const deletion = async () => {
    let requestId = ''
    const onRequest = (id: string) => {
      requestId = id
    }
    expect(await staff.communications.deletePost({ postId }, { onRequest })).toBeNull()
    return requestId
  }
  // In time it is what it was.
  expect(await staff.activity.undoChange({ requestId: await deletion() })).toBeNull()
  expect(ok(await staff.communications.getPost({ postId }))).toMatchObject({ status: 'scheduled' })

  await world.database.query(`update post set publish_at = now() - interval '1 minute' where id = $1`, [
    postId,
  ])
  expect(await staff.activity.undoChange({ requestId: await deletion() })).toBeNull()
  expect(ok(await staff.communications.getPost({ postId }))).toMatchObject({
    status: 'draft',
    publishAt: null,
  })
  expect(await send(new Date(Date.now() + hour))).toBe(0)
})
