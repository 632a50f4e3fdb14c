import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type harfbuzz from 'harfbuzzjs'
import type { Typography } from '#features/appearance/typographies.ts'

const require = createRequire(import.meta.url)

export interface Outlines {
  path: string
  /** From the lowest point to the highest, in units of the font: zero is the line that letters stand on. */
  low: number
  high: number
  /** False where the font lacks a letter. */
  whole: boolean
  /** In units of the font. */
  advance: number
  perEm: number
}

const fonts = new Map<string, Promise<(text: string) => Outlines>>()

/** Draws texts in a typography's headings as outlines: the machine's own fonts do not matter then. */
export function outlinesOf(typography: Typography): Promise<(text: string) => Outlines> {
  const found = fonts.get(typography.id) ?? load(typography)
  fonts.set(typography.id, found)
  return found
}

async function load({ heading, faces }: Typography): Promise<(text: string) => Outlines> {
  const file = faces.find(({ family }) => family === heading.family)?.file
  // Asked for here, because most processes never draw a picture: 100 MB between them. This package is a promise itself.
  const { decompress } = await import('wawoff2')
  const hb = await (require('harfbuzzjs') as typeof harfbuzz)
  const bytes = await decompress(readFileSync(require.resolve(`@fontsource-variable/${file}.woff2`)))
  const face = hb.createFace(hb.createBlob(bytes), 0)
  const font = hb.createFont(face)
  font.setVariations({ wght: heading.weight, ...(heading.stretch ? { wdth: heading.stretch } : {}) })
  return (text) => {
    const buffer = hb.createBuffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    hb.shape(font, buffer)
    let advance = 0
    let path = ''
    let [low, high, whole] = [0, 0, true]
    for (const glyph of buffer.json()) {
      const outline = font.glyphToPath(glyph.g)
      // Absolute coordinates in pairs: every second one is a height.
      const heights = (outline.match(/-?[\d.]+/g) ?? []).filter((_, at) => at % 2 === 1).map(Number)
      low = Math.min(low, ...heights)
      high = Math.max(high, ...heights)
      whole &&= glyph.g !== 0
      path += `<path transform="translate(${advance + glyph.dx} ${glyph.dy})" d="${outline}"/>`
      advance += glyph.ax
    }
    buffer.destroy()
    return { path, low, high, whole, advance, perEm: face.upem }
  }
}
