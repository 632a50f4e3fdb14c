import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { sendPosts } from '#features/inbox/server/send-posts.ts'
import { asService } from '#platform/db.ts'
import { mail } from '#platform/table.ts'
import { as, ok, testApp, testOrigin, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import type { PostDraft } from './contract.ts'
import { dropDeletedPosts } from './server/write-post.ts'

const world = testDatabase()
const settings = { appOrigin: testOrigin, secret: testServices.secret }
const everybody = { portalTypes: [], portals: [], roles: [] }
const draft = (title: string, more: Partial<PostDraft> = {}): PostDraft => ({
  title: { es: title, en: `${title} (en)` },
  description: { es: 'En una línea' },
  body: { es: 'Primero.\n\nSegundo.' },
  kind: 'info',
  audience: everybody,
  channels: ['inApp', 'email'],
  ...more,
})
const send = (now = new Date()) => sendPosts(world.database, settings, now)
const mailsOf = async (subject: string) =>
  (await world.database.db.select().from(mail)).filter((one) => one.subject === subject)

describe('a post', () => {
  test('goes to its audience once, by the channels it names, each in their language', async () => {
    const staff = await as(world.database, 'staff')
    const audience = {
      portalTypes: [],
      portals: [portals.veraCantil.id, portals.ninoLobo.id],
      roles: ['Owner' as const],
    }
    const pictureUrl = `/files/${'c'.repeat(32)}.webp`
    const made = ok(await staff.communications.createPost(draft('Solo dos', { audience, pictureUrl })))
    expect(ok(await staff.communications.countAudience(audience))).toEqual({ people: 2, portals: 2 })
    const published = ok(
      await staff.communications.publishPost({ postId: made.id }, { version: made.version }),
    )
    expect(published.status).toBe('published')
    expect(await send()).toBe(2)
    expect(await send()).toBe(0)
    const after = ok(await staff.communications.getPost({ postId: made.id }))
    expect(after.counts).toMatchObject({ recipients: 2, sent: 2, read: 0, mailed: 0 })
    expect((await mailsOf('Solo dos')).map(({ to }) => to)).toEqual([people.artist.email])
    const [english] = await mailsOf('Solo dos (en)')
    expect(english).toMatchObject({ to: people.vera.email, locale: 'en', state: 'waiting' })
    expect(english?.text).toContain('/en/account/inbox')
    expect(english?.html).toContain(`<img src="${testOrigin}${pictureUrl}"`)
    expect(english?.unsubscribeUrl).toMatch(/\/unsubscribe\?person=/)
  })

  test('what is strong, a list or a link in it is so in its mail, and nothing else is', async () => {
    const staff = await as(world.database, 'staff')
    const audience = { portalTypes: [], portals: [portals.ninoLobo.id], roles: ['Owner' as const] }
    const body = { es: '**Gira** en [Cádiz](https://a.example/?a=1&b=2)\n- Uno <b>\n- Dos' }
    const made = ok(await staff.communications.createPost(draft('Con formato', { audience, body })))
    ok(await staff.communications.publishPost({ postId: made.id }, { version: made.version }))
    await send()
    const [sent] = await mailsOf('Con formato')
    expect(sent?.html).toContain(
      '<p><strong>Gira</strong> en <a href="https://a.example/?a=1&#38;b=2">Cádiz</a></p>\n<ul><li>Uno &#60;b&#62;</li><li>Dos</li></ul>',
    )
    expect(sent?.text).toContain('Gira en Cádiz (https://a.example/?a=1&b=2)\n\n– Uno <b>\n– Dos')
  })

  test('an inherited membership counts, a suspended or invited person does not', async () => {
    const staff = await as(world.database, 'staff')
    const count = (portal: string, roles: 'Owner'[] | 'Lector'[] | 'Editor'[] = []) =>
      staff.communications.countAudience({ portals: [portal], roles })
    expect(ok(await count(portals.tiasSolteras.id, ['Owner'])).people).toBe(1)
    expect(ok(await count(portals.ninoLobo.id, ['Lector'])).people).toBe(0)
    expect(ok(await count(portals.ninoLobo.id, ['Editor'])).people).toBe(1)
  })

  test('nobody in the audience, or a moment that has passed, is refused by the field', async () => {
    const staff = await as(world.database, 'staff')
    const nobody = { portalTypes: [], portals: [portals.casaCal.id], roles: ['Tech' as const] }
    const { id: postId, version } = ok(
      await staff.communications.createPost(draft('A nadie', { audience: nobody })),
    )
    expect(await staff.communications.publishPost({ postId }, { version })).toMatchObject({
      error: { fields: { audience: expect.any(String) } },
    })
    expect(
      await staff.communications.publishPost({ postId, publishAt: '2020-01-01T00:00:00Z' }, { version }),
    ).toMatchObject({ error: { fields: { publishAt: expect.any(String) } } })
    expect(
      failureCode(
        await staff.communications.createPost(draft('x', { channels: ['email'], mustAcknowledge: true })),
      ),
    ).toBe('invalidInput')
  })

  test('scheduled, it goes out at its moment and not before; taken back, it is a draft', async () => {
    const staff = await as(world.database, 'staff')
    const at = new Date(Date.now() + 3_600_000)
    const made = ok(await staff.communications.createPost(draft('Luego', { channels: ['inApp'] })))
    const postId = made.id
    const scheduled = ok(
      await staff.communications.publishPost(
        { postId, publishAt: at.toISOString() },
        { version: made.version },
      ),
    )
    expect(scheduled).toMatchObject({ status: 'scheduled', publishAt: at.toISOString() })
    expect(await send()).toBe(0)
    expect(ok(await staff.communications.withdrawPost({ postId })).status).toBe('draft')
    expect(await send(at)).toBe(0)
    const again = ok(await staff.communications.getPost({ postId }))
    ok(
      await staff.communications.publishPost(
        { postId, publishAt: at.toISOString() },
        { version: again.version },
      ),
    )
    expect(await send(at)).toBeGreaterThan(5)
    expect(ok(await staff.communications.getPost({ postId })).status).toBe('published')
  })

  test('held, it can be taken back for six seconds, and goes out after them by itself', async () => {
    const staff = await as(world.database, 'staff')
    const made = ok(await staff.communications.createPost(draft('Espera', { channels: ['inApp'] })))
    const postId = made.id
    const held = ok(await staff.communications.publishPost({ postId, held: true }, { version: made.version }))
    expect(held.status).toBe('scheduled')
    const at = Date.parse(held.publishAt ?? '')
    expect(at - Date.now()).toBeGreaterThan(0)
    expect(at - Date.now()).toBeLessThanOrEqual(6_000)
    expect(await send(new Date(at - 1))).toBe(0)
    expect(ok(await staff.communications.withdrawPost({ postId })).status).toBe('draft')
    expect(await send(new Date(at))).toBe(0)
    const { version } = ok(await staff.communications.getPost({ postId }))
    const again = ok(await staff.communications.publishPost({ postId, held: true }, { version }))
    expect(await send(new Date(again.publishAt ?? ''))).toBeGreaterThan(5)
  })

  test('deleted, it leaves every inbox; restored, it is back; after 30 days it is gone', async () => {
    const staff = await as(world.database, 'staff')
    const lector = await as(world.database, 'lector')
    const titles = async () => ok(await lector.inbox.listMessages({})).items.map(({ title }) => title.es)
    const made = ok(await staff.communications.createPost(draft('Fugaz', { channels: ['inApp'] })))
    const postId = made.id
    ok(await staff.communications.publishPost({ postId }, { version: made.version }))
    await send()
    expect(await titles()).toContain('Fugaz')
    expect(await staff.communications.deletePost({ postId })).toBeNull()
    expect(await titles()).not.toContain('Fugaz')
    expect(ok(await staff.communications.restorePost({ postId })).status).toBe('published')
    expect(await titles()).toContain('Fugaz')
    await staff.communications.deletePost({ postId })
    expect(await world.database.transaction(asService('trial'), dropDeletedPosts)).toBe(0)
    await world.database.query(`update post set deleted_at = now() - interval '31 days' where id = $1`, [
      postId,
    ])
    expect(await world.database.transaction(asService('trial'), dropDeletedPosts)).toBe(1)
    expect(failureCode(await staff.communications.restorePost({ postId }))).toBe('notFound')
  })

  test('published, its words can be corrected and its audience cannot', async () => {
    const staff = await as(world.database, 'staff')
    const lector = await as(world.database, 'lector')
    const made = ok(await staff.communications.createPost(draft('Errata', { channels: ['inApp'] })))
    const postId = made.id
    const { version } = ok(await staff.communications.publishPost({ postId }, { version: made.version }))
    await send()
    const corrected = draft('Sin errata', { audience: { ...everybody, roles: ['Tech'] } })
    const after = ok(await staff.communications.updatePost({ postId, ...corrected }, { version }))
    expect(after.audience).toEqual(everybody)
    expect(after.channels).toEqual(['inApp'])
    expect(ok(await lector.inbox.listMessages({})).items.map(({ title }) => title.es)).toContain('Sin errata')
  })

  test('members write none and see no list of them', async () => {
    const label = await as(world.database, 'label')
    expect(failureCode(await label.communications.createPost(draft('x')))).toBe('forbidden')
    expect(failureCode(await label.communications.listPosts({}))).toBe('forbidden')
  })
})

describe('what was sent to whom', () => {
  test('a mail that failed says why, and goes out again when somebody says so', async () => {
    const staff = await as(world.database, 'staff')
    const audience = { ...everybody, portals: [portals.orquestaPoniente.id] }
    const made = ok(await staff.communications.createPost(draft('Devuelto', { audience })))
    ok(await staff.communications.publishPost({ postId: made.id }, { version: made.version }))
    await send()
    const list = async () => ok(await staff.communications.listNotifications({ post: made.id })).items
    const [sent] = await list()
    const messageId = sent?.id ?? ''
    expect(sent).toMatchObject({ person: { email: people.orquesta.email }, delivery: 'waiting' })
    expect(failureCode(await staff.communications.retryNotification({ messageId }))).toBe(
      'communications.notFailed',
    )
    await world.database.query(
      `update mail set state = 'failed', error = '550 no such user' where subject = 'Devuelto'`,
    )
    expect((await list())[0]).toMatchObject({ delivery: 'failed', reason: '550 no such user' })
    const failed = ok(await staff.communications.listNotifications({ delivery: 'failed' }))
    expect(failed.items.map(({ id }) => id)).toEqual([messageId])
    expect(ok(await staff.communications.retryNotification({ messageId })).delivery).toBe('waiting')
  })

  test('who takes a kind off gets no more of it by mail, and everything in the inbox', async () => {
    const staff = await as(world.database, 'staff')
    const artist = await as(world.database, 'artist')
    const audience = { ...everybody, portals: [portals.ninoLobo.id], roles: ['Owner' as const] }
    const publish = async (title: string) => {
      const made = ok(await staff.communications.createPost(draft(title, { audience, kind: 'success' })))
      ok(await staff.communications.publishPost({ postId: made.id }, { version: made.version }))
      await send()
      return (await mailsOf(title))[0]
    }
    const url = (await publish('Antes'))?.unsubscribeUrl ?? ''
    const app = testApp(world.database)
    const path = url.slice(testOrigin.length)
    // A mail program that looks at the link changes nothing.
    const asked = await app.request(path)
    expect(asked.status).toBe(200)
    expect(await asked.text()).toContain('<form method="post"')
    expect(await publish('Todavía')).toBeDefined()
    expect((await app.request(path.replace(/token=./, 'token=_'), { method: 'POST' })).status).toBe(404)
    expect((await app.request(path.replace('kind=success', 'kind=error'), { method: 'POST' })).status).toBe(
      404,
    )
    expect((await app.request(path, { method: 'POST' })).status).toBe(200)
    expect(await publish('Después')).toBeUndefined()
    expect(ok(await artist.inbox.listMessages({})).items[0]?.title.es).toBe('Después')
    expect(ok(await artist.inbox.listPreferences({})).items).toContainEqual({
      kind: 'success',
      frequency: 'off',
    })
  })
})
