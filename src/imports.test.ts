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

const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1]
/** Feature → floor, as the picture says. */
const floors = new Map(
  [
    ...readFileSync(new URL('docs/architecture.md', root), 'utf8').matchAll(/^(\d) {2}(\S.*?) {2,}\S.*$/gm),
  ].flatMap(([, floor, names = '']) =>
    names.split(' ').map((name): [string, number] => [name, Number(floor)]),
  ),
)
const lower = (from: string, to: string) => (floors.get(to) ?? 0) < (floors.get(from) ?? 0)
const program = paths.filter((path) => !/\.test\.tsx?$|\/test-[^/]*$/.test(path))

test('a feature imports only features of lower floors, and nothing that is put together of features', () => {
  const features = new Set(program.flatMap((path) => featureOf(path) ?? []))
  expect([...floors.keys()].sort()).toEqual([...features].sort())
  const next = importsOf(files)
  const upward = program.flatMap((path) => {
    const feature = featureOf(path)
    if (!feature) return []
    return next(path).flatMap((other) => {
      const room = featureOf(other)
      const above = room
        ? room !== feature && !lower(feature, room)
        : /^src\/(http|processes|portal-site|testing|pages\/[^/]+)\/|^src\/(operations|server|first-start)\.ts$/.test(
            other,
          )
      return above ? [`${path} → ${other}`] : []
    })
  })
  expect(upward).toEqual([])
})

test('each occasion is heard, and by features above the one that tells it', () => {
  const hearers = 'src/processes/hearers.ts'
  const text = files.get(hearers) ?? ''
  const declared = program.filter((path) => path.endsWith('/server/occasions.ts'))
  const occasions = declared.flatMap((path) =>
    [...(files.get(path) ?? '').matchAll(/export const (\w+) =/g)].map(([, name = '']) => ({ path, name })),
  )
  expect(occasions.length).toBeGreaterThan(5)
  const heard = occasions.map(({ path, name }) => {
    const named = new RegExp(`^${name}\\.heardBy\\(([^;]*?)\\)$`, 'm').exec(text)?.[1] ?? ''
    const words = new Set(named.match(/\w+/g))
    const from = [...text.matchAll(/import \{([^}]*)\} from '#([^']+)'/g)].flatMap(
      ([, names = '', file = '']) =>
        (names.match(/\w+/g) ?? []).some((one) => words.has(one)) ? [`src/${file}`] : [],
    )
    const above = from.filter((file) => lower(featureOf(file) ?? '', featureOf(path) ?? ''))
    return { name, heard: from.length > 0, above: above.length === from.length }
  })
  expect(heard.filter((one) => !one.heard || !one.above)).toEqual([])
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
