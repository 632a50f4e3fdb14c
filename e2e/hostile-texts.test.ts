import { expect, onTestFinished, test } from 'vitest'
import { contracts } from '#api.ts'
import { PortalDraft } from '#features/portals/draft-contract.ts'
import { hostileInput } from '#testing/hostile-input.ts'
import { hostileTexts } from '#testing/hostile-texts.ts'
import { people } from '#testing/world/cast.ts'
import { freshSession, settled, type Visitor } from './browser.ts'
import { madridDay } from './days.ts'
import { freshWorld } from './lane.ts'
import { startProgram } from './program.ts'
import { visit } from './visit.ts'
import { inLanguage } from './words.ts'

const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const url = 'https://x.example/'
const shapeOf = (call: { '~orpc': { inputSchema?: unknown } }) =>
  call['~orpc'].inputSchema as Parameters<typeof hostileInput>[0]

/** A few at a time: the program answers others while one waits for its database. */
async function inParallel<T>(items: Iterable<T>, run: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await run(item)
  }
  await Promise.all(Array.from({ length: 6 }, worker))
}

/**
 * What has texts and many rows. `given` holds what is no text; every text of the call's shape is hostile by itself.
 */
const rows = {
  link: {
    path: '/link',
    shape: shapeOf(contracts.links.createLink),
    given: { url, pictureUrl: undefined, startsAt: undefined, endsAt: undefined },
  },
  event: {
    path: '/event',
    shape: shapeOf(contracts.events.createEvent),
    // Outside Spain a province is free text.
    given: {
      startsAt: soon(9),
      timeZone: 'Europe/Madrid',
      country: 'FR',
      publication: 'published',
      tickets: [{ type: 'tickets', url }],
    },
  },
  release: {
    path: '/release',
    shape: shapeOf(contracts.releases.createRelease),
    given: {
      ...{ releaseAt: soon(-1), durationDays: 30, status: 'published', 'links.0.url': url },
      ...{ upc: undefined, isrc: undefined },
    },
  },
  pick: {
    path: '/featured',
    shape: shapeOf(contracts.featured.createFeatured),
    given: { type: 'pick', mediaUrl: `/files/${'a'.repeat(32)}.webp`, url, durationDays: 7 },
  },
}

test(`${hostileTexts.length} hostile texts in every field run neither on public pages nor in the dashboard`, async () => {
  expect(hostileTexts.length).toBeGreaterThanOrEqual(60)
  // Each try fills a world of its own: in a used one the codes of its portals are taken.
  const { origin, stop } = await startProgram(await freshWorld())
  onTestFinished(stop)
  const staff = await visit('staff', {}, origin)
  const call = async (method: 'POST' | 'PUT' | 'GET', path: string, data?: unknown, version?: number) => {
    const answer = await staff.page.request.fetch(`${origin}/api${path}`, {
      method,
      ...(data ? { data } : {}),
      ...(version ? { headers: { 'If-Match': `"${version}"` } } : {}),
    })
    expect(answer.status(), `${path} ${JSON.stringify(data)} ${await answer.text()}`).toBeLessThan(300)
    return answer.json()
  }

  // One account and portal a text: its name, its page's texts and its legal texts.
  const portals: { id: string; path: string }[] = []
  await inParallel(hostileTexts.entries(), async ([at, text]) => {
    const code = `HX${String(at).padStart(3, '0')}`
    const customUrl = `hostile-${at}`
    const address = { code, customUrl }
    const made = await call(
      'POST',
      '/portal',
      hostileInput(PortalDraft as Parameters<typeof hostileInput>[0], text, {
        ...address,
        type: undefined,
        organisationType: undefined,
      }),
    )
    portals[at] = { id: made.id, path: `/${customUrl}` }
    const look = await call('GET', `/portal/${made.id}/appearance`)
    const { tagline: _, ...draft } = look.draft
    const dressed = hostileInput(shapeOf(contracts.appearance.updateAppearance), text, {
      portalId: made.id,
      ...draft,
    })
    const saved = await call('PUT', `/portal/${made.id}/appearance`, dressed, look.version)
    await call('POST', `/portal/${made.id}/appearance/publication`, {}, saved.version)
    const legal = hostileInput(shapeOf(contracts.accounts.updateLegalText), text, { portalId: made.id })
    await call('PUT', `/portal/${made.id}/legal`, legal, 1)
  })
  const [{ id: portalId, path: home }] = portals as [{ id: string; path: string }]
  // Many rows of each kind at one portal, and a team whose names are hostile.
  const ids: Record<keyof typeof rows, string[]> = { link: [], event: [], release: [], pick: [] }
  for (const [kind, { path, shape, given }] of Object.entries(rows) as [
    keyof typeof rows,
    (typeof rows)['link'],
  ][])
    await inParallel(hostileTexts.entries(), async ([at, text]) => {
      const status = kind === 'pick' ? { status: at < 6 ? 'published' : 'draft' } : {}
      const input = hostileInput(shape, text, { portalId, ...given, ...status })
      ids[kind].push((await call('POST', `/portal/${portalId}${path}`, input)).id)
    })
  await inParallel(hostileTexts.entries(), ([at, text]) =>
    call(
      'POST',
      '/portals/team',
      hostileInput(shapeOf(contracts.team.inviteMember), text, {
        email: `hostile${at}@example.org`,
        portals: [{ portalId, role: 'Lector' }],
      }),
    ),
  )
  await call('POST', '/portals/team', {
    email: people.demo.email,
    name: people.demo.name,
    portals: [{ portalId, role: 'Owner' }],
  })

  for (const locale of ['es', 'en'] as const) {
    const fan = await visit(undefined, { locale }, origin)
    // The pictures of the picks are not there.
    fan.expected.push(/\/files\/a+\.webp|404/)
    const clean = async (page: typeof fan.page, of: string) =>
      expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit), of).toBeUndefined()
    const asked: string[] = []
    const watch = ({ context }: Visitor) => context.on('request', (request) => asked.push(request.url()))
    watch(fan)
    const look = await call('GET', `/portal/${portalId}/appearance`)
    const site = new URL(look.url).origin
    const tabs = [fan.page, ...(await Promise.all([1, 2, 3].map(() => fan.context.newPage())))]
    const paths = portals.flatMap(({ path }) => ['', '/legal', '/privacy'].map((part) => path + part))
    await Promise.all(
      tabs.map(async (tab) => {
        for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
          await tab.goto(site + inLanguage(locale, path), { waitUntil: 'load' })
          await clean(tab, path)
        }
      }),
    )
    await fan.page.goto(site + inLanguage(locale, home))
    await settled(fan.page)
    await clean(fan.page, home)
    expect(await fan.page.locator('.links li').count()).toBe(hostileTexts.length)
    expect(await fan.page.locator('.events li').count()).toBe(hostileTexts.length)
    expect(await fan.page.locator('.release li').count()).toBe(20)
    expect(await fan.page.locator('.featured li').count()).toBe(6)
    expect(await fan.page.locator('.links .t').allInnerTexts()).toContain(hostileTexts[0])

    const owner = await visit(undefined, { locale }, origin)
    watch(owner)
    owner.expected.push(/\/files\/a+\.webp|404/)
    await owner.context.addCookies(await freshSession(owner.context, 'demo'))
    await owner.page.request.put(`${origin}/api/session/portal`, { data: { portalId } })
    const sample = (all: string[]) => all.filter((_, at) => at % 16 === (locale === 'es' ? 0 : 8))
    for (const path of [
      ...['', '/links', '/events', '/events?page=2', '/featured', '/releases', '/releases?page=2'],
      ...['/appearance', '/portal', '/portal/legal'],
      ...sample(ids.link).map((id) => `/links/${id}`),
      ...sample(ids.event).map((id) => `/events/${id}`),
      ...sample(ids.release).map((id) => `/releases/${id}`),
      ...sample(ids.pick).map((id) => `/featured/${id}`),
    ]) {
      await owner.open(`/dashboard${path}`)
      await clean(owner.page, path)
    }
    const back = await visit('staff', { locale }, origin)
    watch(back)
    back.expected.push(/\/files\/a+\.webp|404/)
    for (const path of [
      '/portals?q=hostile-',
      '/portals?q=hostile-&page=2',
      '/portals/accounts',
      '/portals/accounts?page=2',
      `/portals/${portalId}`,
      `/portals/${portalId}/legal`,
      `/events?portal=${portalId}`,
      `/events?portal=${portalId}&page=2`,
      `/events?portal=${portalId}&view=calendar&month=${madridDay(9).slice(0, 7)}`,
      `/events?portal=${portalId}&view=map`,
    ]) {
      await back.open(path)
      await settled(back.page)
      await clean(back.page, path)
    }
    expect(asked.filter((address) => address.includes('evil.example'))).toEqual([])
  }
}, 240_000)
