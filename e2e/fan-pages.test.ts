import { describe, expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { overflow, settled } from './browser.ts'
import { visit } from './visit.ts'

/** A portal's public address, and a link that its artist adds. */
async function withVideo() {
  const { page, origin } = await visit('artist')
  const portalId = portals.ninoLobo.id
  const made = await page.request.post(`${origin}/api/portal/${portalId}/link`, {
    data: { title: { es: 'Faro, el vídeo' }, url: 'https://youtu.be/dQw4w9WgXcQ' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(made.status()).toBe(201)
  const { id } = (await made.json()) as { id: string }
  const answer = await page.request.get(`${origin}/api/portal/${portalId}/appearance`)
  const { url } = (await answer.json()) as { url: string }
  const remove = () => page.request.delete(`${origin}/api/portal/link/${id}`)
  return { url, id, remove }
}

describe('a player', () => {
  test('comes when it is asked for; before that nobody else hears of the fan', async () => {
    const { url, id, remove } = await withVideo()
    const { page } = await visit(undefined, { width: 360 })
    const away: string[] = []
    const clicks: string[] = []
    page.on('request', (request) => {
      const { hostname, pathname } = new URL(request.url())
      if (hostname !== 'localhost') away.push(hostname)
      if (pathname.startsWith('/go/')) clicks.push(pathname)
    })
    await page
      .context()
      .route(/youtube/, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Vídeo</title><p>Suena' }),
      )
    await page.goto(url)
    await settled(page)
    const button = page.getByRole('link', { name: /Ver aquí: Faro, el vídeo/ })
    await button.waitFor()
    expect(away).toEqual([])
    expect(await page.locator('iframe').count()).toBe(0)
    await button.click()
    await page.frameLocator('iframe.player').getByText('Suena').waitFor()
    expect(away).toEqual(['www.youtube-nocookie.com'])
    await expect.poll(() => clicks).toEqual([`/go/${id}`])
    expect(await overflow(page)).toBe(0)
    expect(await page.context().cookies()).toEqual([])
    await remove()
  })
})
