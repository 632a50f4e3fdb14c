import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PersonKey } from '#testing/world/cast.ts'
import { type Look, lookName, looks, openBrowser, openVisitor, settled, type Visitor } from './browser.ts'
import { areaSheet, contactSheet } from './contact-sheet.ts'
import { areas, screens } from './pages.ts'
import { makeFolder, startProgram } from './program.ts'
import type { Screen } from './screens/screen.ts'

/**
 * `node e2e/screenshots.ts [http://…] [NAME…] [LOOK…]`: pictures of every page in test-results/screenshots, in both
 * languages, both colour modes, desk and phone, or only in looks such as 'en dark 360'. Where all eight are taken, one
 * contact sheet of them a page, and one of every page an area, in test-results/contact-sheets. A page that fails is named
 * and left out, and the command ends with 1. Of the program at the address given, otherwise of one of its own.
 */
const origin = process.argv.slice(2).find((word) => word.startsWith('http'))
const words = process.argv.slice(2).filter((word) => word !== origin)
const asked = looks.filter((look) => words.includes(lookName(look)))
const shown = asked.length > 0 ? asked : looks
const wanted = words.filter((word) => !looks.some((look) => lookName(look) === word))
const folder = fileURLToPath(new URL('../test-results/screenshots/', import.meta.url))
const sheets = fileURLToPath(new URL('../test-results/contact-sheets/', import.meta.url))
for (const each of [folder, sheets]) await mkdir(each, { recursive: true })
const pathOf = (name: string, look: Look) => `${folder}${name}-${lookName(look).replaceAll(' ', '-')}.png`
const program = origin ? { origin, stop: async () => {} } : await startProgram(await makeFolder(730))
const browser = await openBrowser()
const failed = new Set<string>()
const taken = screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
try {
  for (const look of shown) {
    // People keep their browser for a look: what one of its pages has loaded, the next does not load again.
    const opened = new Map<PersonKey, Visitor>()
    for (const screen of taken)
      await picture(screen, look, opened).catch((error: Error) => {
        failed.add(screen.name)
        console.error(`${screen.name} (${lookName(look)}): ${error.message}`)
      })
    for (const { context } of opened.values()) await context.close()
    console.log(lookName(look))
  }
  for (const { name } of shown === looks ? taken : [])
    if (!failed.has(name)) await contactSheet((look) => pathOf(name, look), `${sheets}${name}.png`)
  for (const [area, of] of Object.entries(areas)) {
    const made = of.map(({ name }) => `${sheets}${name}.png`).filter((path) => existsSync(path))
    if (made.length > 0) await areaSheet(made, `${sheets}area-${area}.png`)
  }
} finally {
  await browser.close()
  await program.stop()
}

async function picture(screen: Screen, look: Look, opened: Map<PersonKey, Visitor>) {
  const { who } = screen
  // What a screen needs done before may stay in its browser: it has one of its own.
  const shared = who && !screen.before ? who : undefined
  const visitor = (shared && opened.get(shared)) ?? (await openVisitor(browser, program.origin, look, who))
  if (shared) opened.set(shared, visitor)
  try {
    await visitor.open(screen.path)
    await screen.before?.(visitor)
    await settled(visitor.page)
    // A dialog lies over what is in the window, not over the whole page.
    const fullPage = (await visitor.page.locator('[role=dialog]:visible').count()) === 0
    await visitor.page.screenshot({ path: pathOf(screen.name, look), fullPage, animations: 'disabled' })
  } finally {
    if (!shared) await visitor.context.close()
  }
}
if (failed.size > 0) process.exitCode = 1
