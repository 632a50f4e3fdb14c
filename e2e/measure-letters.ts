import { readFileSync, writeFileSync } from 'node:fs'
import { typographies } from '../src/features/appearance/typographies.ts'
import { openBrowser } from './browser.ts'

/**
 * `node e2e/measure-letters.ts`: how wide each letter of each typography's headings is, in thousandths of the size, as
 * Chromium draws it. The public page sets names to the page's width from these figures, without a script.
 */
const letters = [
  ...' ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789&.,:;-–—\'’"«»“”!¡?¿()[]/\\+*#@%$€=_·ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßŒœ',
].join('')
const page = await (await openBrowser()).newPage()
const widths: Record<string, number[]> = {}
for (const { id, heading, faces } of typographies) {
  const used = faces.find((face) => face.family === heading.family)
  if (!used) throw new Error(`${id} has no face for its headings`)
  const bytes = readFileSync(`node_modules/@fontsource-variable/${used.file}.woff2`).toString('base64')
  widths[id] = await page.evaluate(
    async ({ bytes, heading, used, letters }) => {
      const face = new FontFace('Measured', `url(data:font/woff2;base64,${bytes})`, {
        weight: used.weights,
        ...(used.widths ? { stretch: used.widths } : {}),
      })
      document.fonts.clear()
      document.fonts.add(await face.load())
      const span = document.createElement('span')
      span.style.cssText = `position:absolute;white-space:pre;font:${heading.weight} 1000px Measured;font-stretch:${heading.stretch ?? 100}%;font-kerning:none`
      document.body.append(span)
      const found = [...letters].map((letter) => {
        span.textContent = letter.repeat(10)
        return Math.round(span.getBoundingClientRect().width / 10)
      })
      span.remove()
      return found
    },
    { bytes, heading, used, letters },
  )
}
const file = new URL('../src/features/appearance/letter-widths.json', import.meta.url)
writeFileSync(file, `${JSON.stringify({ letters, widths })}\n`)
process.exit(0)
