import { readFileSync } from 'node:fs'
import type { Appearance } from '#features/appearance/contract.ts'
import { inkOn, textAccent, underName } from '#features/appearance/contrast.ts'
import { typographyOf } from '#features/appearance/typographies.ts'
import { projectRoot } from '#platform/root.ts'
import type { NameLine } from './fit-name.ts'

const read = (name: string) =>
  readFileSync(new URL(`src/portal-site/designs/${name}.css`, projectRoot), 'utf8')
const small = (css: string) =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};:,>]) ?/g, '$1')
    .replaceAll(';}', '}')
    .trim()

const base = small(read('base')) + small(read('blocks'))
const ofDesign = new Map<string, string>()

/** A design's rules, read once. */
function rulesOf(design: string): string {
  const found = ofDesign.get(design) ?? small(read(design))
  ofDesign.set(design, found)
  return found
}

/** Addresses of font files on the portals' origin. */
export const fontPath = (file: string) => `/fonts/${file.split('/').at(-1)}.woff2`

/**
 * The page's one style block. Every value in it comes from the program or from a checked shape (colours are
 * `#rrggbb`), so that no text of a person ever gets in.
 */
export function styleOf(
  { design, typography: id, colors }: Appearance,
  lines: readonly NameLine[],
  poster: boolean,
  more?: 'product' | 'embed',
): string {
  const typography = typographyOf(id)
  const { heading, text, fallback, faces } = typography
  const fonts = faces
    .map(
      (face) =>
        `@font-face{font-family:"${face.family}";src:url(${fontPath(face.file)}) format("woff2");font-weight:${face.weights};${
          face.widths ? `font-stretch:${face.widths};` : ''
        }font-style:${face.italic ? 'italic' : 'normal'};font-display:swap}`,
    )
    .join('')
  const accentText = textAccent(colors)
  const variables = [
    `--bg:${colors.background}`,
    `--sf:${colors.surface}`,
    `--tx:${colors.text}`,
    `--ac:${colors.accent}`,
    `--at:${accentText}`,
    `--on:${inkOn(colors.accent)}`,
    `--su:${underName(colors)}`,
    `--hf:${heading.weight} 1em/1 "${heading.family}",${fallback}`,
    `--hs:${heading.stretch ?? 100}%`,
    `--hi:${heading.italic ? 'italic' : 'normal'}`,
    `--ls:${heading.spacing}em`,
    `--tf:"${text.family}",${fallback}`,
    `--ts:${text.stretch ?? 100}%`,
  ].join(';')
  const widest = Math.max(...lines.map(({ em }) => em))
  const sizes = lines.map(({ em }, at) => `.l${at}{--em:${(poster ? em : widest).toFixed(3)}}`).join('')
  return `${fonts}:root{${variables}}${base}${rulesOf(design)}${more ? rulesOf(more) : ''}${sizes}`
}
