import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { contracts } from '#api.ts'

// What people can say to an operation that a page calls, they can say on that page: whoever adds a field to a contract adds
// where it is typed and where its error stands, or says here why nobody is asked.

const notAsked = [
  // The server measures the picture that comes; the other uploads send what was cropped.
  'account.uploadOwnPicture: width',
  'account.uploadOwnPicture: height',
  // Only a program sends a file that it has uploaded before.
  'portals.bulkPortals: fileUrl',
]

/** Where things are typed: not the columns of lists, nor what stands beside a form. */
const sources = globSync('src/**/pages/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.|example-|columns|-list|-page\.tsx|-side/.test(basename(file)))
  .map((file) => ({ folder: file.split('/pages/')[0], text: readFileSync(file, 'utf8') }))

interface Contract {
  '~orpc': { route: { method: string; path: string }; inputSchema: unknown }
}
interface Shape {
  _zod: { def: { shape?: object; innerType?: Shape } }
}
const keysOf = ({ _zod: { def } }: Shape): string[] =>
  def.shape ? Object.keys(def.shape) : def.innerType ? keysOf(def.innerType) : []

const isSaid = (text: string, word: string) => new RegExp(`\\b${word}\\b`).test(text)

test('every field of what pages send stands in a form', () => {
  const missing = Object.entries(contracts).flatMap(([feature, operations]) =>
    Object.entries(operations as unknown as Record<string, Contract>).flatMap(([name, contract]) => {
      const { route, inputSchema } = contract['~orpc']
      const callers = sources.filter(({ text }) => text.includes(`.${name}(`)).map(({ folder }) => folder)
      if (route.method === 'GET' || callers.length === 0) return []
      const near = sources
        .filter(({ folder }) => callers.includes(folder) || folder === `src/features/${feature}`)
        .map(({ text }) => text)
        .join('\n')
      return keysOf(inputSchema as Shape)
        .filter((key) => !route.path.includes(`{${key}}`) && !isSaid(near, key))
        .map((key) => `${feature}.${name}: ${key}`)
    }),
  )
  expect(missing.sort()).toEqual(notAsked.sort())
})
