import { expect, test } from 'vitest'
import { screens } from './pages.ts'
import { visit } from './visit.ts'

const scriptsMax = 12
/** One of each page and person: what is done on it afterwards loads what it needs by itself. */
const pages = new Map(
  screens
    .filter(({ status = 200, path }) => status === 200 && !path.includes('#'))
    .map(({ who, path }) => [`${who ?? 'nobody'} ${path.split('?')[0]}`, { who, path }]),
)

test('no page needs more than twelve scripts before it hears a click', async () => {
  const counted: Record<string, number> = {}
  for (const [name, { who, path }] of pages) {
    const { context, origin } = await visit(who)
    const answer = await context.request.get(`${origin}${path}`)
    const html = await answer.text()
    // The page names everything that its scripts import, so that nothing is found out one round later.
    const named = [...html.matchAll(/<link rel="modulepreload" href="([^"]+\.js)"/g)].map(([, href]) => href)
    if (answer.url().startsWith(`${origin}${path.split('?')[0]}`)) counted[name] = new Set(named).size
    await context.close()
  }
  expect(Object.keys(counted).length).toBeGreaterThan(50)
  expect(Object.values(counted).every((count) => count > 2)).toBe(true)
  expect(Object.entries(counted).filter(([, count]) => count > scriptsMax)).toEqual([])
}, 240_000)

test.each([
  ['es', '/login', 'Entrar', 'I forgot it'],
  ['en', '/en/login', 'Sign in', 'La he olvidado'],
])(
  'a page in %s brings the scripts of its language, with its words alone',
  async (language, path, own, other) => {
    const { page, context, open } = await visit(undefined)
    const scripts: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return
      expect(new URL(response.url()).pathname).toMatch(new RegExp(`^/assets/${language}/`))
      scripts.push(response.text())
    })
    await open(path)
    const text = (await Promise.all(scripts)).join('')
    expect(text).toContain(own)
    expect(text).not.toContain(other)
    await context.close()
  },
)

test('the file of letters waits for the scripts once, and is asked for at once where the browser has it', async () => {
  const { page, context, open, origin } = await visit(undefined)
  const html = await (await context.request.get(`${origin}/login`)).text()
  expect(html).not.toMatch(/<link[^>]+as="font"/)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await open('/login')
  await page.waitForFunction(() => document.fonts.check('1em "Archivo Variable"'))
  await page.waitForFunction(() => !document.documentElement.dataset.letters)
  const letters = asked.findIndex((url) => url.endsWith('.woff2'))
  const named = await page
    .locator('link[rel=modulepreload]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))
  expect(named.length).toBeGreaterThan(2)
  expect(named.map((url) => asked.indexOf(url)).filter((at) => at < 0 || at > letters)).toEqual([])
  await page.reload()
  // Named before any style is read, so nothing stands in for them.
  expect(await page.locator('link[rel=preload][as=font]').count()).toBe(1)
  expect(await page.locator('html').getAttribute('data-letters')).toBeNull()
  await context.close()
})
