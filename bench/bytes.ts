import { gzipSync } from 'node:zlib'
import type { PersonKey } from '#testing/world/cast.ts'
import { openBrowser, openVisitor, settled } from '../e2e/browser.ts'
import { makeFolder, startProgram } from '../e2e/program.ts'
import type { Figure } from './figures.ts'

const pages: { path: string; who?: PersonKey; limitKb: number }[] = [
  { path: '/login', limitKb: 150 },
  { path: '/portals', who: 'staff', limitKb: 170 },
  { path: '/analytics', who: 'label', limitKb: 290 },
]

/** JS and CSS that a browser with an empty cache has loaded when the page's network is idle, gzip. */
export async function benchBytes(): Promise<Figure[]> {
  const program = await startProgram(await makeFolder(30))
  const browser = await openBrowser()
  try {
    const figures: Figure[] = []
    for (const { path, who, limitKb } of pages) {
      const look = { locale: 'es', scheme: 'light', width: 1440 } as const
      const { page, context, open } = await openVisitor(browser, program.origin, look, who)
      const sizes = { script: 0, stylesheet: 0 }
      const reading: Promise<unknown>[] = []
      page.on('response', (response) => {
        const kind = response.request().resourceType()
        if (kind !== 'script' && kind !== 'stylesheet') return
        reading.push(response.body().then((body) => (sizes[kind] += gzipSync(body, { level: 9 }).length)))
      })
      await open(path)
      await settled(page)
      await Promise.all(reading)
      await context.close()
      const js = sizes.script / 1_000
      figures.push({
        what: `JS of ${path}, gzip`,
        value: js,
        unit: 'kB',
        limit: `≤ ${limitKb} kB`,
        met: js <= limitKb,
      })
      figures.push({ what: `CSS of ${path}, gzip`, value: sizes.stylesheet / 1_000, unit: 'kB' })
    }
    return figures
  } finally {
    await browser.close()
    await program.stop()
  }
}
