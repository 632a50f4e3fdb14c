import { readdirSync, readFileSync } from 'node:fs'

export type Locale = 'es' | 'en'
type Tree = { [key: string]: string | Tree }

const folder = new URL('../messages/', import.meta.url)
const read = (locale: Locale): Tree =>
  Object.assign(
    {},
    ...readdirSync(new URL(`${locale}/`, folder)).map((file) =>
      JSON.parse(readFileSync(new URL(`${locale}/${file}`, folder), 'utf8')),
    ),
  )
const trees: Record<Locale, Tree> = { es: read('es'), en: read('en') }

/** The words that the interface shows for a message key, so that journeys hold in both languages. */
export function say(locale: Locale, key: string, values: Record<string, string | number> = {}): string {
  const found = key
    .split('.')
    .reduce<string | Tree | undefined>(
      (tree, part) => (typeof tree === 'object' ? tree[part] : undefined),
      trees[locale],
    )
  if (typeof found !== 'string') throw new Error(`No message "${key}" in ${locale}`)
  return found.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/**
 * The language in which a journey is walked that asks for the same in both: every screen is looked at in both elsewhere,
 * and walking twice takes twice as long. With ALL_LOOKS=1 both.
 */
export const walkedIn = (locale: Locale): readonly Locale[] =>
  process.env.ALL_LOOKS ? ['es', 'en'] : [locale]

/** The address of a page in a language: Spanish has no prefix. */
export const inLanguage = (locale: Locale, path: string) =>
  locale === 'es' ? path : path === '/' ? '/en' : `/en${path}`
