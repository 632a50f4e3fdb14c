import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type harfbuzz from 'harfbuzzjs'
import sharp from 'sharp'
import { decompress } from 'wawoff2'
import { designs } from '#features/appearance/designs.ts'
import { type Typography, typographyOf } from '#features/appearance/typographies.ts'
import { drawingOf } from './drawings.ts'
import { fitName } from './fit-name.ts'
import type { PageData } from './page-data.ts'

const width = 1_200
const height = 630
const require = createRequire(import.meta.url)

interface Outlines {
  path: string
  /** In units of the font. */
  advance: number
  perEm: number
}

const fonts = new Map<string, Promise<(text: string) => Outlines>>()

/** Draws texts in a typography's headings as outlines: the machine's own fonts do not matter then. */
function outlinesOf(typography: Typography): Promise<(text: string) => Outlines> {
  const found = fonts.get(typography.id) ?? load(typography)
  fonts.set(typography.id, found)
  return found
}

async function load({ heading, faces }: Typography): Promise<(text: string) => Outlines> {
  const file = faces.find(({ family }) => family === heading.family)?.file
  // The package is a promise itself; asked for here, because most processes never draw a picture.
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
    for (const glyph of buffer.json()) {
      path += `<path transform="translate(${advance + glyph.dx} ${glyph.dy})" d="${font.glyphToPath(glyph.g)}"/>`
      advance += glyph.ax
    }
    buffer.destroy()
    return { path, advance, perEm: face.upem }
  }
}

/** The picture that stands beside a shared address: the design's drawing and the name, 1200 × 630. */
export async function sharePicture({ portal, appearance }: PageData): Promise<Uint8Array> {
  const { background, surface, text, accent } = appearance.colors
  const poster = designs.find(({ id }) => id === appearance.design)?.poster ?? false
  const typography = typographyOf(appearance.typography)
  const draw = await outlinesOf(typography)
  const lines = fitName(poster ? portal.name.toLocaleUpperCase('es') : portal.name, typography, 3)
  const outlines = lines.map((line) => draw(line.text))
  const room = (height - 140) / outlines.length
  const size = Math.min(
    ...outlines.map(({ advance, perEm }) => ((width - 140) * perEm) / Math.max(advance, 1)),
    room / 0.98,
    240,
  )
  const top = height - 64 - size * 0.98 * (outlines.length - 1)
  const name = outlines
    .map(({ path, perEm }, at) => {
      const scale = size / perEm
      return `<g transform="translate(70 ${top + at * size * 0.98}) scale(${scale} ${-scale})">${path}</g>`
    })
    .join('')
  const drawing = drawingOf(appearance.design, portal.id).replace(
    '<svg ',
    `<svg x="700" y="0" width="500" height="${height}" `,
  )
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><style>.fa{fill:${accent}}.fs{fill:${surface}}.fb{fill:${background}}.ft{fill:${text}}.st{stroke:${text};fill:none}.fb.st{fill:${background}}</style><rect width="${width}" height="${height}" fill="${background}"/>${drawing}<g fill="${text}" stroke="${background}" stroke-width="28" paint-order="stroke">${name}</g><rect x="0" y="0" width="14" height="${height}" fill="${accent}"/></svg>`
  return new Uint8Array(await sharp(Buffer.from(picture)).png({ palette: true }).toBuffer())
}
