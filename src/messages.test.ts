import { globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { locales } from '#platform/constants.ts'

type Tree = { [key: string]: string | Tree }
const folder = new URL('../messages/', import.meta.url)
const flatten = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  )
const read = (locale: string, file: string) =>
  new Map(flatten(JSON.parse(readFileSync(new URL(`${locale}/${file}`, folder), 'utf8')) as Tree))
const parameters = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

const files = readdirSync(new URL('es/', folder))
const settings = readFileSync(new URL('../project.inlang/settings.json', import.meta.url), 'utf8')

test('both languages have the same files, and all of them are compiled', () => {
  for (const locale of locales)
    expect(readdirSync(new URL(`${locale}/`, folder)).sort()).toEqual(files.toSorted())
  for (const file of files) expect(settings).toContain(`/{locale}/${file}`)
})

test('pages name their messages in full: a key made up at run time would bring all words to every page', () => {
  const pages = globSync('{features/*/pages,pages/*,ui}/**/*.{ts,tsx}', {
    cwd: new URL('.', import.meta.url),
  })
  const made = pages.filter((page) =>
    /[^\w.]m\[[^']/.test(readFileSync(new URL(page, import.meta.url), 'utf8')),
  )
  expect(made).toEqual([])
})

test('one word per thing: what the glossary calls otherwise is not said', () => {
  const spanish = files.flatMap((file) => [...read('es', file)])
  // What is listed here are words to search by.
  const said = spanish.filter(([key]) => !/Words$/.test(key)).map(([key, text]) => `${key}: ${text}`)
  expect(said.filter((text) => /\bficheros?\b/i.test(text))).toEqual([])
  // Things are eliminated; what is known of a person is wiped.
  expect(said.filter((text) => /\bborrad[oa]s? hace|formato.* borrad|sin borrar/i.test(text))).toEqual([])
  const money = said.filter((text) => /^(analytics|orders|detail|import)\./.test(text))
  expect(
    money.filter((text) => /: (importe )?(devuelto|devoluciones)\b|descuentos y devoluciones/i.test(text)),
  ).toEqual([])
  const link = new Map(spanish).get('links.form.highlight')
  expect(spanish.filter(([key, text]) => text === link && !/highlight/.test(key))).toEqual([])
})

describe.each(files)('%s', (file) => {
  const spanish = read('es', file)
  const english = read('en', file)

  test('has the same messages with the same parameters in both languages', () => {
    expect([...english.keys()].sort()).toEqual([...spanish.keys()].sort())
    const others = [...spanish].filter(
      ([key, text]) => String(parameters(text)) !== String(parameters(english.get(key) ?? '')),
    )
    expect(others).toEqual([])
  })

  test('has no empty words and no exclamation marks', () => {
    const all = [...spanish, ...english]
    expect(all.filter(([, text]) => text.trim() === '' || /[!¡]/.test(text))).toEqual([])
  })
})
