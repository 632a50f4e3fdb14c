import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalMusic, startMusic } from '#testing/music/server.ts'
import { portals } from '#testing/world/cast.ts'
import { accessibilityFaults, openBrowser, openVisitor, overflow, usualLooks } from './browser.ts'
import { freshWorld } from './lane.ts'
import { type Program, startProgram } from './program.ts'

const { id: portalId } = portals.ninoLobo
const upc = '724384960650'
let music: LocalMusic
let program: Program
beforeAll(async () => {
  music = await startMusic()
  program = await startProgram(await freshWorld(), {
    MUSIC_ADDRESS: music.address,
    SPOTIFY_CLIENT_ID: music.spotify.clientId,
    SPOTIFY_CLIENT_SECRET: music.spotify.clientSecret,
    APPLE_MUSIC_TOKEN: music.appleToken,
    DEEZER: '1',
  })
}, 300_000)
afterAll(async () => {
  await program.stop()
  await music.stop()
})

test.each(usualLooks)(
  'links of a release come by its UPC and are taken over one by one ($locale $scheme $width)',
  { retry: 0, timeout: 120_000 },
  async (look) => {
    const one = { upc, title: 'Segundo disco', artist: 'Niño Lobo', date: '2026-11-20' }
    music.held = {
      spotify: [
        { ...one, id: 'sp1' },
        { ...one, id: 'sp2', title: 'Segundo disco (edición ampliada)' },
      ],
      appleMusic: [{ ...one, id: 'ap1' }],
      deezer: [{ ...one, id: '302127' }],
    }
    const owner = await openVisitor(await openBrowser(), program.origin, look, 'artist')
    const { page, say, open } = owner
    await open('/dashboard/releases/new')
    await page.getByRole('textbox', { name: say('releases.form.title') }).fill('Segundo disco')
    // What somebody typed stays: an address of Deezer's names its service by itself.
    await page.getByRole('button', { name: say('releases.form.addLink') }).click()
    await page.getByLabel(say('releases.form.linkUrl')).fill('https://www.deezer.com/album/1')
    const services = page.getByLabel(say('releases.services.service'), { exact: true })
    expect(await services.first().inputValue()).toBe('Deezer')

    await page.getByLabel(say('releases.services.upc')).fill('724384960651')
    await page.getByRole('button', { name: say('releases.services.look') }).click()
    await page.getByText(say('problem.releases.upc')).waitFor()
    await page.getByLabel(say('releases.services.upc')).fill(upc)
    await page.getByRole('button', { name: say('releases.services.look') }).click()
    await page.getByText(say('releases.services.taken')).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    const add = (name: string, title: string) =>
      page.getByRole('button', { name: say('releases.services.addOf', { name, title }), exact: true }).click()
    await add('Spotify', 'Segundo disco (edición ampliada)')
    await add('Apple Music', 'Segundo disco')
    expect(await services.count()).toBe(3)
    expect(
      await page
        .getByLabel(say('releases.form.linkUrl'))
        .evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value)),
    ).toEqual([
      'https://www.deezer.com/album/1',
      'https://open.spotify.com/album/sp2',
      'https://music.apple.com/es/album/ap1',
    ])
    await owner.context.close()
  },
)

test('an address of another service is told beside it', { retry: 0, timeout: 120_000 }, async () => {
  const [look] = usualLooks
  if (!look) return
  const owner = await openVisitor(await openBrowser(), program.origin, look, 'artist')
  const { page, say } = owner
  const { items } = await (await page.request.get(`${program.origin}/api/portal/${portalId}/releases`)).json()
  await owner.open(`/dashboard/releases/${items[0].id}`)
  await page.getByRole('button', { name: say('releases.form.addLink') }).click()
  await page.getByLabel(say('releases.services.service'), { exact: true }).last().selectOption('TIDAL')
  await page.getByLabel(say('releases.form.linkUrl')).last().fill('https://example.com/album')
  await page.getByRole('button', { name: say('releases.form.save') }).click()
  await page.getByText(say('problem.releases.notOfService', { service: 'TIDAL' })).waitFor()
  await owner.context.close()
})
