import { globSync, readdirSync, readFileSync } from 'node:fs'
import type { Found } from './house-counts.ts'

type Tree = { [key: string]: string | Tree }
const keysOf = (tree: Tree, prefix = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  )

/** Of these, keys are put together from their first word on; other names begin so too, of mails and of fields. */
const putTogether = new Set(['errors.', 'import.', 'mail.', 'problem.', 'site.', 'validation.'])
const mayBegin = (begun: string) => /\w\.\w/.test(begun) || putTogether.has(begun)

/** Messages that nothing names, and that begin as no name does which is put together where it is used. */
export function unusedMessages(): Found {
  const places = readdirSync('messages/es').flatMap((file) =>
    keysOf(JSON.parse(readFileSync(`messages/es/${file}`, 'utf8')) as Tree).map((key) => ({ file, key })),
  )
  const named = globSync('{src,bin,drills}/**/*.{ts,tsx}', {
    exclude: (path) => /paraglide|\.test\./.test(path),
  })
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const begun = [
    ...new Set([...named.matchAll(/`(\w+(?:\.\w+)*\.?\w*)\$\{/g)].map(([, one]) => one as string)),
  ]
  const beginnings = begun.filter(mayBegin)
  // Looked up as words: to search all of the program for each of thousands of keys took twenty seconds.
  const words = new Set(named.match(/\w+(?:\.\w+)+/g))
  const isNamed = (key: string) => words.has(key) || beginnings.some((one) => key.startsWith(one))
  return {
    name: 'messages that nothing names',
    places: places
      .filter(({ key }) => !isNamed(key) && !named.includes(key))
      .map(({ file, key }) => `${file}: ${key}`),
  }
}
