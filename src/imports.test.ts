import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { circles, importsOf } from '#testing/imports.ts'

const root = new URL('../', import.meta.url)
const paths = globSync('src/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (path) => /paraglide|routeTree\.gen/.test(path),
})
const files = new Map(paths.map((path) => [path, readFileSync(new URL(path, root), 'utf8')]))

test('no file imports itself by way of others, not even a type', () => {
  expect(files.size).toBeGreaterThan(500)
  expect(circles(paths, importsOf(files))).toEqual([])
})

test('six files stand loose in src, tests aside', () => {
  const loose = paths.filter((path) => /^src\/[^/]+$/.test(path) && !path.endsWith('.test.ts'))
  expect(loose.length).toBeLessThanOrEqual(6)
})

test('a circle is seen, also one of types and one that is imported when it is needed', () => {
  const circle = new Map([
    ['src/a.ts', "import type { B } from './b.ts'"],
    ['src/b.ts', "const c = () => import('#c.ts')"],
    ['src/c.ts', "import { a } from './a.ts'"],
    ['src/d.ts', "import { a } from './a.ts'"],
  ])
  expect(circles([...circle.keys()], importsOf(circle))).toEqual([['src/a.ts', 'src/b.ts', 'src/c.ts']])
})

test('the way of one field leads through files that there are, each of which names it or serves every field', () => {
  const told = readFileSync(new URL('docs/architecture.md', root), 'utf8')
  const way = [...told.matchAll(/`((?:src|messages)\/[\w./-]+\.(?:tsx?|json))`/g)].map(
    ([, path]) => path as string,
  )
  expect(way.length).toBeGreaterThan(10)
  const products = way.filter((path) => path.startsWith('src/features/products/'))
  for (const path of way) readFileSync(new URL(path, root), 'utf8')
  const serves = /releaseOn|mapPlain|plainKeys|plainColumns/
  expect(products.filter((path) => !serves.test(files.get(path) ?? ''))).toEqual([])
})
