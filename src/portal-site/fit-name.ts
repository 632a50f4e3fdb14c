import letterWidths from '#features/appearance/letter-widths.json' with { type: 'json' }
import type { Typography } from '#features/appearance/typographies.ts'

/** One line of a name and how wide it is, in sizes of its letters. */
export interface NameLine {
  text: string
  em: number
}

const widths = letterWidths.widths as Record<string, number[]>
const places = new Map([...letterWidths.letters].map((letter, at) => [letter, at]))
/** What no table knows is drawn by another font: as wide as letters get, marks that sit on others apart. */
const unknownWidth = 1_100

/** Width of a text in the headings' letters, in sizes. */
export function widthOf(text: string, { id, heading }: Typography): number {
  const table = widths[id] ?? []
  let sum = 0
  for (const letter of text) {
    const at = places.get(letter)
    sum += at === undefined ? (/\p{M}/u.test(letter) ? 0 : unknownWidth) : (table[at] ?? unknownWidth)
    sum += heading.spacing * 1_000
  }
  return Math.max(0.4, sum / 1_000)
}

/**
 * A name in at most `linesMax` lines of whole words, split where its longest line is shortest. Nothing is ever cut:
 * a line is set as large as the page is wide. `capitals`: the style will turn it into those.
 */
export function fitName(
  name: string,
  typography: Typography,
  linesMax: number,
  { capitals = false } = {},
): NameLine[] {
  const words = name.trim().split(/\s+/u)
  const lineOf = (from: number, to: number) => {
    const text = words.slice(from, to).join(' ')
    return { text, em: widthOf(capitals ? text.toLocaleUpperCase('es') : text, typography) }
  }
  let best: NameLine[] = [lineOf(0, words.length)]
  const longest = (lines: NameLine[]) => Math.max(...lines.map(({ em }) => em))
  const search = (from: number, lines: NameLine[]) => {
    if (from === words.length) {
      if (longest(lines) < longest(best) * 0.85) best = lines
      return
    }
    if (lines.length === linesMax) return
    for (let to = from + 1; to <= words.length; to++) search(to, [...lines, lineOf(from, to)])
  }
  // Names have 60 characters at most, so 30 words: few enough for three lines.
  if (words.length > 1) search(0, [])
  return best
}
