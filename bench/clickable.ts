import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { startCluster } from '#testing/postgres.ts'
import type { PersonKey } from '#testing/world/cast.ts'
import { makeWorld } from '#testing/world.ts'
import { openBrowser, openVisitor, settled, type Visitor } from '../e2e/browser.ts'
import { startChild, stopChild } from './child.ts'
import type { Figure } from './figures.ts'
import { morePortals } from './more-portals.ts'

const port = 20_867
const origin = `http://localhost:${port}`
const times = 5
/** 1.6 Mbit/s down, 750 kbit/s up, 150 ms to and fro. */
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const slow = '1.6 Mbit/s, 150 ms, CPU ÷ 4'
const look = { locale: 'es', scheme: 'light', width: 1440 } as const
/** Pages, who opens them, the seconds after which a click works. */
const pages: [string, PersonKey | undefined, number][] = [
  ['/login', undefined, 1.6],
  ['/portals', 'staff', 2],
  ['/products', 'staff', 2],
  ['/analytics', 'staff', 2],
  ['/dashboard/links', 'artist', 2.2],
]

/** How long a person on a slow phone and line waits until a page hears them: cold, and within the app. */
export async function benchClickable(): Promise<Figure[] | undefined> {
  const cluster = await startCluster()
  if (!cluster) return undefined
  const url = cluster.url('postgres')
  const database = await openDatabase({ url, folder: '' })
  await migrate(database)
  await makeWorld(database, { size: 'test' })
  await morePortals(database)
  await database.close()
  const env = { DATABASE_URL: url, PORT: String(port), PORTALS_PORT: String(port + 1), LOG_LEVEL: 'warn' }
  const program = await startChild('bin/start.ts', { ...env, DEMO: '1' }, `${origin}/readyz`)
  const browser = await openBrowser()
  try {
    const figures: Figure[] = []
    for (const [path, who, limit] of pages) {
      const seen: Seen[] = []
      for (let n = 0; n < times; n++) {
        const visitor = await openVisitor(browser, origin, look, who)
        await slowDown(visitor)
        seen.push(await firstClick(visitor, path))
        await visitor.context.close()
      }
      const at = middle(seen.map(({ clickable }) => clickable))
      const scripts = Math.max(...seen.map((one) => one.scripts))
      const what = `${path}, ${slow}`
      figures.push(
        { what: `a click works on ${what}`, value: at, unit: 's', limit: `≤ ${limit} s`, met: at <= limit },
        { what: `text stands on ${what}`, value: middle(seen.map(({ painted }) => painted)), unit: 's' },
        {
          what: `scripts before a click works on ${path}`,
          value: scripts,
          unit: '',
          limit: '≤ 12',
          met: scripts <= 12,
        },
      )
    }
    const within = await withinTheApp(browser)
    const what = `50 rows of /portals within the app, ${slow}`
    return [...figures, { what, value: within, unit: 's', limit: '≤ 0.5 s', met: within <= 0.5 }]
  } finally {
    await browser.close()
    await stopChild(program)
    cluster.stop()
  }
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function slowDown({ page, context }: Visitor): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  context.setDefaultTimeout(60_000)
}

/** Seconds after the request; scripts loaded until the click. */
interface Seen {
  clickable: number
  painted: number
  scripts: number
}

/**
 * When React has bound the content's first button or link: from then on a press is heard. Before, it is lost. (The
 * content is hydrated after the shell, so the menu hears no later.)
 */
async function firstClick({ page }: Visitor, path: string): Promise<Seen> {
  await page.addInitScript(() => {
    const look = () => {
      const bound = [...document.querySelectorAll('main button, main a, form button')].some((one) =>
        Object.keys(one).some((key) => key.startsWith('__reactProps')),
      )
      if (!bound) return void setTimeout(look, 10)
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\.js$/.test(name))
      Object.assign(window, { heard: [performance.now(), scripts.length] })
    }
    look()
  })
  await page.goto(path, { waitUntil: 'commit' })
  const heard = await page.waitForFunction(() => (window as { heard?: [number, number] }).heard)
  const [clickable = 0, scripts = 0] = (await heard.jsonValue()) ?? []
  const painted = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  )
  return { clickable: clickable / 1000, painted: painted / 1000, scripts }
}

/** Seconds to a page that was seen before: its files are in the browser's cache. */
async function withinTheApp(browser: Awaited<ReturnType<typeof openBrowser>>): Promise<number> {
  const taken: number[] = []
  for (let n = 0; n < times; n++) {
    const visitor = await openVisitor(browser, origin, look, 'staff')
    const { page, context, open } = visitor
    await slowDown(visitor)
    await open('/portals')
    await settled(page)
    await open('/events')
    await settled(page)
    taken.push(
      await page.evaluate(async () => {
        const started = performance.now()
        document.querySelector<HTMLAnchorElement>('nav a[href$="/portals"]')?.click()
        const there = () => document.querySelectorAll('tbody a[href*="/portals/"]').length >= 50
        while (!there()) await new Promise((resolve) => requestAnimationFrame(resolve))
        return (performance.now() - started) / 1000
      }),
    )
    await context.close()
  }
  return middle(taken)
}
