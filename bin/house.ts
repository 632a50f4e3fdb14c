import { readFileSync } from 'node:fs'
import { circles, importsOf } from '#testing/imports.ts'
import { breakpoints, byHand, fontSizes, readHouse, styleFaults } from './house-counts.ts'
import { largeFunctions } from './house-functions.ts'
import { unusedMessages } from './message-counts.ts'
import { weight } from './weight.ts'

/**
 * `npm run house`: how the code is kept, in figures, so that a change of the house can be held against the day before.
 * Counts `src`, made files aside; `-- --places` says where what is counted stands.
 */

const text = readHouse()
const files = [...text.keys()]
const linesOf = (file: string) => (text.get(file) ?? '').split('\n').length - 1

const kindOf = (file: string) =>
  file.endsWith('.css')
    ? 'styles'
    : /\.test\.tsx?$|^src\/testing\//.test(file)
      ? 'tests'
      : /\/server\//.test(file)
        ? 'verbs and queries'
        : /\/pages\/|^src\/ui\//.test(file)
          ? 'pages and parts'
          : 'the rest'

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
const at = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0

const code = files.filter((file) => /\.tsx?$/.test(file))
const plain = code.filter((file) => kindOf(file) !== 'tests')
const sizes = plain.map(linesOf).sort((a, b) => a - b)
const circular = circles(plain, importsOf(text))
const roomOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1]
const neighbours = new Map<string, Set<string>>()
for (const file of plain)
  for (const other of importsOf(text)(file)) {
    const [from, to] = [roomOf(file), roomOf(other)]
    if (from && to && from !== to) neighbours.set(from, (neighbours.get(from) ?? new Set()).add(to))
  }
const rooms = [...new Set(plain.map(roomOf).filter((room) => room !== undefined))]
const knots = circles(rooms, (room) => [...(neighbours.get(room) ?? [])])
const count = (pattern: RegExp, among = plain) =>
  sum(among.map((file) => [...(text.get(file) ?? '').matchAll(pattern)].length))
const { all, started, besidesNode } = weight()

const found = [
  ...byHand(text),
  ...styleFaults(text),
  unusedMessages(),
  ...largeFunctions((file) => text.has(file) && kindOf(file) !== 'tests'),
]
const rows: [string, string | number][] = [
  ...[...new Set(files.map(kindOf))].sort().map((kind): [string, string] => {
    const own = files.filter((file) => kindOf(file) === kind)
    return [`lines of ${kind}`, `${sum(own.map(linesOf))} in ${own.length} files`]
  }),
  ['lines a file: median, 90 %, most', [at(sizes, 0.5), at(sizes, 0.9), at(sizes, 1)].join(', ')],
  ['loose files of src, tests aside', plain.filter((file) => /^src\/[^/]+$/.test(file)).length],
  ['import circles, types included', circular.length],
  ['features in a knot', knots.map((knot) => knot.length).join(', ') || 0],
  ['handleOutside', count(/handleOutside\(contract|handleOutside\(\w+\./g)],
  ['elevated()', count(/\belevated\(/g)],
  ['asService', count(/\basService\(/g)],
  ['untyped rows<…>()', count(/\brows<[^(]*\(/g)],
  ['native date inputs', count(/type="(?:date|datetime-local|time)"/g)],
  ['pages', count(/createFileRoute\('/g)],
  ...found.map(({ name, places }): [string, number] => [name, places.length]),
  ['font sizes', fontSizes(text).size],
  ['breakpoints', breakpoints(text).size],
  ['packages', Object.keys(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages).length - 1],
  ['packages, to start, besides Node, MB', [all, started, besidesNode].join(', ')],
]
for (const [name, value] of rows) console.log(`${name.padEnd(40)}${value}`)
if (process.argv.includes('--circles'))
  for (const circle of [...circular, ...knots]) console.log(circle.join(' → '))
if (process.argv.includes('--places'))
  for (const { name, places } of found) for (const place of places) console.log(`${name}: ${place}`)
