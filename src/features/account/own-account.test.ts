import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { mail } from '#platform/table.ts'
import { as, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { demoPassword, people } from '#testing/world/cast.ts'

const world = testDatabase()
const app = () => testApp(world.database)

function post(path: string, body: unknown) {
  return app().request(`/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}
const pngOf = async (width: number, height: number) =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#c42' } })
      .png()
      .toBuffer(),
  )

describe("one's own account", () => {
  test('name and language are changed for oneself', async () => {
    const vera = await as(world.database, 'vera')
    const saved = ok(await vera.account.updateProfile({ name: 'Vera C.', locale: 'es' }))
    expect(saved.user).toMatchObject({ name: 'Vera C.', locale: 'es' })
  })

  test('picture and colour mode are kept, and what is not named stays', async () => {
    const vera = await as(world.database, 'vera')
    const pictureUrl = `/files/${'a'.repeat(32)}.webp`
    await vera.account.updateProfile({ name: 'Vera C.', locale: 'en', colorMode: 'dark', pictureUrl })
    ok(await vera.account.updateProfile({ name: 'Vera Cantil', locale: 'en' }))
    expect(ok(await vera.account.ownAccount({}))).toMatchObject({
      name: 'Vera Cantil',
      colorMode: 'dark',
      pictureUrl,
      twoFactor: { enabled: false, required: false, codesLeft: 0 },
    })
    const foreign = await vera.account.updateProfile({
      name: 'Vera',
      locale: 'en',
      pictureUrl: 'https://evil.example/x.png',
    })
    expect(foreign).toMatchObject({ error: { fields: { pictureUrl: expect.any(String) } } })
  })

  test('a picture of oneself is stored, and what is no picture is refused', async () => {
    const vera = await as(world.database, 'vera')
    const file = new File([await pngOf(40, 40)], 'me.png', { type: 'image/png' })
    expect(ok(await vera.account.uploadOwnPicture({ file })).url).toMatch(/^\/files\/[0-9a-f]{32}\.webp$/)
    const text = new File(['no picture'], 'me.png', { type: 'image/png' })
    expect(await vera.account.uploadOwnPicture({ file: text })).toMatchObject({
      error: { fields: { file: expect.any(String) } },
    })
  })

  test("one's own data comes whole, and nothing in it opens a door", async () => {
    const lector = await as(world.database, 'lector')
    await lector.account.updateProfile({ name: people.lector.name, locale: 'es' })
    const data = ok(await lector.account.exportOwnData({}))
    expect(data.profile).toMatchObject({ email: people.lector.email })
    expect(data.memberships).toMatchObject([{ portal: 'Hotel Levante', role: 'Lector' }])
    expect(data.sessions).toHaveLength(1)
    expect(data.activity.map(({ action }) => action)).toContain('account.updateProfile')
    expect(JSON.stringify(data)).not.toMatch(/hash|totp_seed/)
  })

  test('however much one has done, all of it comes', async () => {
    const { id } = people.marketing
    await world.database.query(
      `insert into activity (id, at, actor_id, action) select gen_random_uuid(), now() - n * interval '1 minute', $1, 'links.createLink'
        from generate_series(1, 10001) n`,
      [id],
    )
    const kept = await world.database.query<{ id: string }>('select id from activity where actor_id = $1', [
      id,
    ])
    const data = ok(await (await as(world.database, 'marketing')).account.exportOwnData({}))
    expect(data.activity.length).toBeGreaterThan(10_000)
    expect(new Set(data.activity.map((act) => act.id))).toEqual(new Set(kept.map((row) => row.id)))
  })

  test('a new password needs the old one, and ends the other sessions', async () => {
    const here = await as(world.database, 'orquesta')
    const elsewhere = await as(world.database, 'orquesta')
    const password = 'otra frase bien larga'
    const wrong = await here.account.changePassword({ current: 'no es esta', password })
    expect(wrong).toMatchObject({ error: { fields: { current: 'Esa no es tu contraseña actual.' } } })
    const changed = await here.account.changePassword({ current: demoPassword, password })
    expect(ok(changed).user.id).toBe(people.orquesta.id)
    for (const client of [here, elsewhere])
      expect(failureCode(await client.account.session({}))).toBe('notSignedIn')
    expect((await post('/session', { email: people.orquesta.email, password })).status).toBe(200)
  })

  test("sessions are listed and ended, and nobody else's exist", async () => {
    const here = await as(world.database, 'demo')
    const elsewhere = await as(world.database, 'demo')
    const stranger = await as(world.database, 'artist')
    const { items } = ok(await here.account.listSessions({}))
    const other = items.find(({ current }) => !current)
    expect(items).toHaveLength(2)
    expect(failureCode(await stranger.account.endSession({ sessionId: other?.id ?? '' }))).toBe('notFound')
    expect(await here.account.endSession({ sessionId: other?.id ?? '' })).toBeNull()
    expect(failureCode(await elsewhere.account.session({}))).toBe('notSignedIn')
    expect(ok(await here.account.listSessions({})).items).toHaveLength(1)
  })
})

describe('another address', () => {
  const mailsTo = async (address: string) =>
    (await world.database.db.select().from(mail)).filter(({ to }) => to === address)
  const linkIn = (text = '') => /token=([\w-]+)/.exec(text)?.[1] ?? ''

  test('is proved by a link, and the old one hears of it', async () => {
    const label = await as(world.database, 'labelmanager')
    const email = 'iker.nuevo@demo.backline.test'
    const wrong = await label.account.requestEmailChange({ email, password: 'not it at all' })
    expect(wrong).toMatchObject({ error: { fields: { password: expect.any(String) } } })
    ok(await label.account.requestEmailChange({ email, password: demoPassword }))
    expect(await mailsTo(people.labelmanager.email)).toMatchObject([{ kind: 'emailNotice' }])
    expect(ok(await label.account.session({})).user.email).toBe(people.labelmanager.email)
    const token = linkIn((await mailsTo(email))[0]?.text)
    const stranger = await as(world.database, 'artist')
    expect(failureCode(await stranger.account.confirmEmail({ token }))).toBe('account.tokenSpent')
    expect(ok(await label.account.confirmEmail({ token })).user.email).toBe(email)
    const again = await as(world.database, 'labelmanager')
    expect(failureCode(await again.account.confirmEmail({ token }))).toBe('account.tokenSpent')
  })

  test('of somebody else gets the same answer and no link', async () => {
    const marketing = await as(world.database, 'marketing')
    const ask = (email: string) => marketing.account.requestEmailChange({ email, password: demoPassword })
    const taken = ok(await ask(people.exception.email))
    const free = ok(await ask('sara.nueva@demo.backline.test'))
    expect(taken).toEqual(free)
    const [mailed] = await mailsTo(people.exception.email)
    expect(mailed).toMatchObject({ kind: 'emailTaken' })
    expect(mailed?.text).not.toContain('token=')
  })
})
