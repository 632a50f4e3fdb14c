import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { startCluster } from '#testing/postgres.ts'
import { makeWorld } from '#testing/world.ts'
import { openBrowser, openVisitor, settled } from '../e2e/browser.ts'
import { startChild, stopChild } from './child.ts'
import type { Figure } from './figures.ts'
import { morePortals } from './mixed.ts'

const port = 20_867
const origin = `http://localhost:${port}`
const times = 5
/** 1.6 Mbit/s down, 750 kbit/s up, 150 ms to and fro. */
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

/** How long a person on a slow phone and line waits for the 50 rows of /portals: cold, and within the app. */
export async function benchSlow(): Promise<Figure[] | undefined> {
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
    const cold: number[] = []
    const within: number[] = []
    for (let n = 0; n < times; n++) {
      const look = { locale: 'es', scheme: 'light', width: 1440 } as const
      const { page, context, open } = await openVisitor(browser, origin, look, 'staff')
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', line)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      context.setDefaultTimeout(60_000)
      // The frame after the rows are in place: what blocks painting blocks this too.
      await page.addInitScript(() => {
        const look = () => {
          const rows = document.querySelectorAll('tbody tr')
          const last = rows[49]?.getBoundingClientRect()
          if (last && last.height > 0) Object.assign(window, { rowsAt: performance.now() })
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
      await page.goto('/portals', { waitUntil: 'commit' })
      const rowsAt = () => page.waitForFunction(() => (window as { rowsAt?: number }).rowsAt)
      cold.push(Number(await (await rowsAt()).jsonValue()))
      await settled(page)
      // Seen before: its files are in the browser's cache.
      await open('/events')
      await settled(page)
      within.push(
        await page.evaluate(async () => {
          const started = performance.now()
          document.querySelector<HTMLAnchorElement>('nav a[href$="/portals"]')?.click()
          const there = () => document.querySelectorAll('tbody a[href*="/portals/"]').length >= 50
          while (!there()) await new Promise((resolve) => requestAnimationFrame(resolve))
          return performance.now() - started
        }),
      )
      await context.close()
    }
    const middle = (values: number[]) => (values.toSorted((a, b) => a - b)[times >> 1] ?? 0) / 1000
    const what = '50 rows of /portals, 1.6 Mbit/s, 150 ms, CPU ÷ 4'
    return [
      {
        what: `${what}, cold`,
        value: middle(cold),
        unit: 's',
        limit: '≤ 1.4 s',
        met: middle(cold) <= 1.4,
      },
      {
        what: `${what}, within the app`,
        value: middle(within),
        unit: 's',
        limit: '≤ 0.6 s',
        met: middle(within) <= 0.6,
      },
    ]
  } finally {
    await browser.close()
    await stopChild(program)
    cluster.stop()
  }
}
