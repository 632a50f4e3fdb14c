import { globSync, readFileSync } from 'node:fs'

/** The sources, made files aside: path → text. */
export function readHouse(): Map<string, string> {
  const made = /^src\/paraglide\/|routeTree\.gen/
  const files = globSync('src/**/*.{ts,tsx,css}')
    .filter((file) => !made.test(file))
    .sort()
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
}

type House = ReadonlyMap<string, string>
/** A count, and where its things are: `file: what`. */
export interface Found {
  name: string
  places: string[]
}

const isPage = (file: string) => /^src\/(features\/[^/]+\/pages|pages\/[^/]+)\/.*\.tsx?$/.test(file)
/** Fans' pages have designs of their own, each with its letters and measures; their files are no part of these counts. */
const isStyle = (file: string) => file.endsWith('.css') && !file.startsWith('src/portal-site/')

const among = (house: House, is: (file: string) => boolean) => [...house].filter(([file]) => is(file))

/** Where a pattern stands in pages. */
const inPages = (house: House, name: string, pattern: RegExp): Found => ({
  name,
  places: among(house, isPage).flatMap(([file, text]) =>
    [...text.matchAll(pattern)].map(([what]) => `${file}: ${what.replace(/\s+/g, ' ')}`),
  ),
})

/** The body of each effect, by counting brackets. */
function effects(text: string): string[] {
  return [...text.matchAll(/\buseEffect\(/g)].map(({ index }) => {
    let depth = 0
    for (let at = index + 'useEffect'.length; at < text.length; at++) {
      if (text[at] === '(') depth++
      if (text[at] === ')' && --depth === 0) return text.slice(index, at)
    }
    return ''
  })
}

/** What a page does by hand that a frame of `src/ui` does for it. */
export function byHand(house: House): Found[] {
  return [
    inPages(house, 'load-failed blocks in pages', /<ErrorState\b/g),
    inPages(house, 'clear-filters buttons in pages', /ui\.clearFilters/g),
    inPages(house, 'filters put into the address by hand', /resetScroll: false/g),
    inPages(house, 'questions before a deletion by hand', /<Confirm\b/g),
    inPages(house, 'what is not there told by hand', /\w+\([^()]*\) === 'notFound'/g),
    inPages(house, 'conflicts and unsaved changes by hand', /=== 'stale'|\buseBlocker\(/g),
    {
      name: 'effects that fetch in pages',
      places: among(house, isPage).flatMap(([file, text]) =>
        effects(text)
          .filter((body) => /\bapi\./.test(body))
          .map((body) => `${file}: ${body.slice(0, 80).replace(/\s+/g, ' ')}`),
      ),
    },
  ]
}

const declarations = (body: string) =>
  body
    .split(';')
    .map((one) => one.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .sort()

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '')

/** Every rule of the styles: its file, its selector, what it declares in the order of the alphabet. */
const rulesOf = (house: House) =>
  among(house, isStyle).flatMap(([file, text]) =>
    [...withoutComments(text).matchAll(/([^{}]+)\{([^{}]*)\}/g)].map((rule) => ({
      place: `${file}: ${rule[1]?.trim().replace(/\s+/g, ' ')}`,
      says: declarations(rule[2] ?? ''),
    })),
  )

/** Sizes of letters and of their lines in px, fans' pages and those that stand in a string included. */
const pxLetters = /(?<![\w-])(?:font|font-size|line-height|--bl-text-\w+):[^;{}]*?[\d.]px/g
/** Mail programs know nothing of rem. */
const letterFile = /^src\/platform\/letter\.ts$/

const tokenFiles = /^src\/ui\/(base|print)\.css$/

/** Values of a property or a rule that stand in the styles, each with its places. */
export function values(
  house: House,
  pattern: RegExp,
  isFile = (_file: string) => true,
): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [file, text] of among(house, isStyle))
    if (isFile(file))
      for (const match of withoutComments(text).matchAll(pattern)) {
        const value = (match[1] ?? '').trim()
        found.set(value, [...(found.get(value) ?? []), file])
      }
  return found
}

/** Font sizes, as they are written. */
export const fontSizes = (house: House) => values(house, /font-size:\s*([^;]+);/g)
/** Widths at which pages change. */
export const breakpoints = (house: House) =>
  values(house, /(?:(?:min|max)-width:|(?<!@container[^{]*)\bwidth\s*[<>]=?)\s*([\d.]+[a-z]+)\s*\)/g)

/** Colours as they are written: in figures of whatever space, or by a name. */
const colour =
  /(#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|hwb|oklch|oklab|lch|lab)\([^)]*\)|(?<=[:,(\s])(?:black|white|gr[ae]y|silver|red|green|blue|yellow|orange|purple|pink|brown|navy|teal|maroon|olive|gold|crimson|tomato|coral|lime|aqua|cyan|magenta|beige|ivory)(?=[\s,;)]))/g

/** Faults of the styles: what stands there again, and what goes around the tokens. */
export function styleFaults(house: House): Found[] {
  const bodies = new Map<string, string[]>()
  for (const { place, says } of rulesOf(house))
    if (says.length >= 3) bodies.set(says.join('; '), [...(bodies.get(says.join('; ')) ?? []), place])
  const raw = values(house, colour, (file) => !tokenFiles.test(file))
  const sizes = values(
    house,
    /\bfont(?:-size)?:[^;{}]*?([\d.]+(?:px|r?em|pt|%))(?![^;{}]*\))/g,
    (file) => !tokenFiles.test(file),
  )
  return [
    {
      name: 'letters whose size is not the reader’s',
      places: [...house].flatMap(([file, text]) =>
        letterFile.test(file) ? [] : [...text.matchAll(pxLetters)].map(([what]) => `${file}: ${what}`),
      ),
    },
    {
      name: 'rule bodies that stand again',
      places: [...bodies.values()].filter((places) => places.length > 1).flatMap((places) => places.slice(1)),
    },
    {
      name: 'ways to hide from sight',
      places: rulesOf(house)
        .filter(({ says }) => says.some((one) => /^clip(-path: inset\((50|100)%|: rect\()/.test(one)))
        .map(({ place }) => place),
    },
    {
      name: 'raw colours',
      places: [...raw].flatMap(([value, files]) => files.map((file) => `${file}: ${value}`)),
    },
    {
      name: 'raw font sizes',
      places: [...sizes].flatMap(([value, files]) => files.map((file) => `${file}: ${value}`)),
    },
  ]
}
