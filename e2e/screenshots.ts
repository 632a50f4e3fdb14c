import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { lookName, looks, openBrowser, openVisitor, settled } from './browser.ts'
import { screens } from './pages.ts'
import { startProgram } from './program.ts'

/**
 * `node e2e/screenshots.ts [http://…] [NAME…]`: pictures of every page, in both languages, both colour modes, desk and
 * phone, in test-results/screenshots. Of the program at the address given, otherwise of one of its own.
 */
const origin = process.argv.slice(2).find((word) => word.startsWith('http'))
const wanted = process.argv.slice(2).filter((word) => word !== origin)
const folder = fileURLToPath(new URL('../test-results/screenshots/', import.meta.url))
await mkdir(folder, { recursive: true })
const program = origin ? { origin, stop: async () => {} } : await startProgram(730)
const browser = await openBrowser()
try {
  for (const screen of screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    for (const look of looks) {
      const visitor = await openVisitor(browser, program.origin, look, screen.who)
      await visitor.open(screen.path)
      await screen.before?.(visitor)
      await settled(visitor.page)
      const path = `${folder}${screen.name}-${lookName(look).replaceAll(' ', '-')}.png`
      await visitor.page.screenshot({ path, fullPage: true, animations: 'disabled' })
      await visitor.context.close()
    }
    console.log(screen.name)
  }
} finally {
  await browser.close()
  await program.stop()
}
