import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Look, lookName, looks, openBrowser, openVisitor, settled } from './browser.ts'
import { contactSheet } from './contact-sheet.ts'
import { screens } from './pages.ts'
import { startProgram } from './program.ts'

/**
 * `node e2e/screenshots.ts [http://…] [NAME…]`: pictures of every page, in both languages, both colour modes, desk and
 * phone, in test-results/screenshots, and one contact sheet of all eight a page in test-results/contact-sheets. Of the
 * program at the address given, otherwise of one of its own.
 */
const origin = process.argv.slice(2).find((word) => word.startsWith('http'))
const wanted = process.argv.slice(2).filter((word) => word !== origin)
const folder = fileURLToPath(new URL('../test-results/screenshots/', import.meta.url))
const sheets = fileURLToPath(new URL('../test-results/contact-sheets/', import.meta.url))
for (const each of [folder, sheets]) await mkdir(each, { recursive: true })
const pathOf = (name: string, look: Look) => `${folder}${name}-${lookName(look).replaceAll(' ', '-')}.png`
const program = origin ? { origin, stop: async () => {} } : await startProgram(730)
const browser = await openBrowser()
try {
  for (const screen of screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    for (const look of looks) {
      const visitor = await openVisitor(browser, program.origin, look, screen.who)
      await visitor.open(screen.path)
      await screen.before?.(visitor)
      await settled(visitor.page)
      await visitor.page.screenshot({
        path: pathOf(screen.name, look),
        fullPage: true,
        animations: 'disabled',
      })
      await visitor.context.close()
    }
    await contactSheet((look) => pathOf(screen.name, look), `${sheets}${screen.name}.png`)
    console.log(screen.name)
  }
} finally {
  await browser.close()
  await program.stop()
}
