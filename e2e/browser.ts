import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sparticuz from '@sparticuz/chromium'
import {
  type Browser,
  type BrowserContext,
  type Cookie,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { demoPassword, type PersonKey, people } from '#testing/world/cast.ts'
import { inLanguage, type Locale, say } from './words.ts'

export interface Look {
  locale: Locale
  scheme: 'light' | 'dark'
  width: 1440 | 360
}

/** Both languages, both colour modes, desk and phone. */
export const looks: Look[] = (['es', 'en'] as const).flatMap((locale) =>
  (['light', 'dark'] as const).flatMap((scheme) =>
    ([1440, 360] as const).map((width) => ({ locale, scheme, width })),
  ),
)
/** Four of the eight in which every pair of values meets. */
const pairedLooks = looks.filter(
  ({ locale, scheme, width }) => (locale === 'es') === ((scheme === 'light') === (width === 1440)),
)
/** Looks in which every value stands once, over both languages; with ALL_LOOKS=1 those in which every pair meets. */
export const usualLooks = process.env.ALL_LOOKS
  ? pairedLooks
  : looks.filter(({ locale, scheme, width }) =>
      locale === 'es' ? scheme === 'light' && width === 1440 : scheme === 'dark' && width === 360,
    )
export const lookName = ({ locale, scheme, width }: Look) => `${locale} ${scheme} ${width}`

const usualLetters = 16
const browsers = new Map<number, Promise<Browser>>()

/**
 * One Chromium for the whole run, from an npm package: nothing to install on the machine; one more for each other size of
 * letters (px) that readers may have chosen.
 */
export function openBrowser(letters = usualLetters): Promise<Browser> {
  const opened = browsers.get(letters)
  if (opened) return opened
  // In a single process the end of one context is the end of the browser. Pages draw without the emulated graphics card:
  // nothing of ours needs one, and it took over half of what the browser cost. A context's process is forked from one
  // that has begun (44 % less CPU a context), and scripts that run for a second are not optimized (a third less a page).
  const unwanted = [
    '--single-process',
    '--no-zygote',
    '--use-gl',
    '--use-angle',
    '--enable-unsafe-swiftshader',
    '--ignore-gpu',
  ]
  const args = [
    ...sparticuz.args.filter((arg) => !unwanted.some((name) => arg.startsWith(name))),
    '--disable-gpu',
    '--disable-software-rasterizer',
    '--num-raster-threads=1',
    '--js-flags=--no-opt --no-maglev',
    `--blink-settings=defaultFontSize=${letters}`,
  ]
  const browser = sparticuz
    .executablePath()
    .then((executablePath) => chromium.launch({ executablePath, args }))
  browsers.set(letters, browser)
  return browser
}

export interface Visitor {
  page: Page
  context: BrowserContext
  locale: Locale
  origin: string
  /** Opens a page of the program, in the visitor's language. */
  open(path: string): Promise<number>
  /** The words of a message in the visitor's language. */
  say(key: string, values?: Record<string, string | number>): string
  /** The path shown in the address bar, without language. */
  path(): string
  /** Console errors and policy violations that belong to this test: they do not fail it. */
  expected: RegExp[]
}

/**
 * A browser of its own, signed in as somebody of the cast or as nobody. One that is `forgetful` keeps nothing of a page
 * for the next.
 */
export async function openVisitor(
  browser: Browser,
  origin: string,
  { locale, scheme, width }: Look,
  who: PersonKey | undefined,
  forgetful = false,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: width === 360 ? 740 : 900 },
    locale: locale === 'es' ? 'es-ES' : 'en-GB',
    timezoneId: 'Europe/Madrid',
    reducedMotion: 'reduce',
    hasTouch: width === 360,
  })
  await context.addInitScript(
    ([mode, empty]) => {
      // Blank pages on the way have no storage.
      if (!location.protocol.startsWith('http')) return
      if (empty) for (const storage of [localStorage, sessionStorage]) storage.clear()
      localStorage.setItem('color-scheme', mode)
      // The first-run tour has journeys of its own; elsewhere it would stand before what is looked at.
      if (!location.hash.includes('tour')) localStorage.setItem('tour', 'seen')
    },
    [scheme, forgetful] as const,
  )
  if (who) await signInByApi(context, origin, who)
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  watchLoading(page)
  return {
    page,
    context,
    locale,
    origin,
    expected: [],
    say: (key, values) => say(locale, key, values),
    path: () => new URL(page.url()).pathname.replace(/^\/en(?=\/|$)/, '') || '/',
    open: async (path) => {
      const response = await page.goto(inLanguage(locale, path))
      await hydrated(page)
      return response?.status() ?? 0
    },
  }
}

const sessions = new Map<string, Promise<Cookie[]>>()

/** Signs in once a person and origin: sign-in is limited, and takes its time on purpose. */
async function signInByApi(context: BrowserContext, origin: string, who: PersonKey) {
  const key = `${origin} ${who}`
  const known = sessions.get(key)
  if (known) {
    await context.addCookies(await known)
    // Another journey may have ended it: a changed password, a second factor.
    if ((await context.request.get('/api/session')).ok()) return
    await context.clearCookies()
  }
  const signedIn = freshSession(context, who)
  sessions.set(key, signedIn)
  await context.addCookies(await signedIn)
}

let visitors = 0

/**
 * A session of its own, for journeys that end or change it. Each comes from an address of its own: from one alone, all
 * journeys together would look like somebody who tries passwords.
 */
export async function freshSession(context: BrowserContext, who: PersonKey): Promise<Cookie[]> {
  const data = { email: people[who].email, password: demoPassword }
  visitors++
  const headers = { 'x-forwarded-for': `10.1.${visitors >> 8}.${visitors & 255}` }
  const answer = await context.request.post('/api/session', { data, headers })
  if (!answer.ok()) throw new Error(`${data.email} cannot sign in: ${answer.status()} ${await answer.text()}`)
  return context.cookies()
}

/** The page answers to clicks: React has taken over what the server sent. */
export async function hydrated(page: Page) {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'))
  })
}

/** Forgets the session on a blank page: a page that still asks would be sent to sign-in by itself, in between. */
export async function forgetSession(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

const loading = new WeakMap<Page, { open: Set<Request>; since: number }>()
const quietMs = 150

/** Counts what a page is loading, for `settled`. */
function watchLoading(page: Page) {
  const now = { open: new Set<Request>(), since: performance.now() }
  loading.set(page, now)
  page.on('request', (request) => now.open.add(request))
  const ended = (request: Request) => {
    now.open.delete(request)
    now.since = performance.now()
  }
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
}

/**
 * Nothing is loading any more: fonts, pictures and parts that come later are there. The browser's own word for it waits
 * for half a second each time.
 */
export async function settled(page: Page): Promise<void> {
  const now = loading.get(page)
  if (!now) return page.waitForLoadState('networkidle')
  for (const deadline = performance.now() + 15_000; performance.now() < deadline; ) {
    if (now.open.size === 0 && performance.now() - now.since >= quietMs) return
    // A look at what is open, not a guess: nothing tells when nothing more will be asked for.
    await page.waitForTimeout(quietMs / 3)
  }
  throw new Error(`Still loading: ${[...now.open].map((request) => request.url()).join(', ')}`)
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResults {
  violations: { id: string; impact: string | null; nodes: { target: unknown; failureSummary?: string }[] }[]
}

/** Faults against WCAG 2.2 AA and axe's best practices, one line each. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const results = await page.evaluate(() =>
    (window as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
      resultTypes: ['violations'],
      // Style sheets are read anew for rules that are not asked; an eighth of its time.
      preload: { assets: ['media'] },
    }),
  )
  return results.violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(
      (node) =>
        `${id} (${impact}): ${JSON.stringify(node.target)} ${node.failureSummary?.replace(/\s+/g, ' ')}`,
    ),
  )
}

/** Pixels by which the page is wider than the window; 0 is right. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
