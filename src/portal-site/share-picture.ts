import { underName } from '#features/appearance/contrast.ts'
import { designs } from '#features/appearance/designs.ts'
import { typographyOf } from '#features/appearance/typographies.ts'
import { loadSharp } from '#platform/lazy-sharp.ts'
import { drawingOf } from './drawings.ts'
import { fitName } from './fit-name.ts'
import { outlinesOf } from './outlines.ts'
import type { PageData } from './page-data.ts'

const width = 1_200
const height = 630
/** Between lines, in sizes of the letters. */
const gapEm = 0.08

/** The picture that stands beside a shared address: the design's drawing and the name, 1200 × 630. */
export async function sharePicture({ portal, appearance }: PageData): Promise<Uint8Array> {
  const { background, surface, text, accent } = appearance.colors
  const drawn = underName(appearance.colors)
  const poster = designs.find(({ id }) => id === appearance.design)?.poster ?? false
  const typography = typographyOf(appearance.typography)
  const draw = await outlinesOf(typography)
  const lines = fitName(poster ? portal.name.toLocaleUpperCase('es') : portal.name, typography, 3)
  const outlines = lines.map((line) => draw(line.text))
  // Each line takes what its own letters do, with their marks and tails: none lies on another's.
  const tall = outlines.map(({ low, high, perEm }) => (high - low) / perEm + gapEm)
  const size = Math.min(
    ...outlines.map(({ advance, perEm }) => ((width - 140) * perEm) / Math.max(advance, 1)),
    (height - 120) / tall.reduce((sum, one) => sum + one, 0),
    240,
  )
  let foot = height - 60
  const name = outlines
    .map(({ path, low, high, perEm }) => ({
      path,
      low: low / perEm,
      high: high / perEm,
      scale: size / perEm,
    }))
    .reverse()
    .map(({ path, low, high, scale }) => {
      const line = foot + low * size
      foot = line - (high + gapEm) * size
      return `<g transform="translate(70 ${line}) scale(${scale} ${-scale})" stroke-width="${16 / scale}">${path}</g>`
    })
    .join('')
  const drawing = drawingOf(appearance.design, portal.id).replace(
    '<svg ',
    `<svg x="700" y="0" width="500" height="${height}" `,
  )
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><style>.fa{fill:${drawn}}.fs{fill:${surface}}.fb{fill:${background}}.ft{fill:${text}}.st{stroke:${text};fill:none}.fb.st{fill:${background}}</style><rect width="${width}" height="${height}" fill="${background}"/>${drawing}<g stroke="${background}" stroke-linejoin="round">${name}</g><g fill="${text}">${name}</g><rect x="0" y="0" width="14" height="${height}" fill="${accent}"/></svg>`
  return new Uint8Array(await (await loadSharp())(Buffer.from(picture)).png({ palette: true }).toBuffer())
}
