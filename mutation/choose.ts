import { globSync, readFileSync } from 'node:fs'
import { type Mutant, type Place, placesOf } from '#testing/mutants.ts'

/** Where money and access are decided, and what forms make of what was typed. */
const folders = [
  'src/features/{billing,analytics,orders,stocks,team,contacts}/server/*.ts',
  'src/features/*/pages/*-values.ts',
]
/** Tables are held by the migrations, and texts of papers by the eye. */
const leftOut = /\/(?:table|[a-z]+-table|pdf-[a-z]+|export-words)\.ts$/

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
function drawn(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * So many mutants at random, in the order of their files. `only` names, with commas between, how their files' paths begin,
 * or lines of files: `src/features/billing/server/advances.ts:84`.
 */
export function chooseMutants({ count, seed, only }: { count: number; seed: number; only: string }): {
  mutants: Mutant[]
  places: number
} {
  const files = folders
    .flatMap((pattern) => globSync(pattern))
    .filter((file) => !leftOut.test(file))
    .sort()
  const asked = only.split(',').map((one) => one.split(':'))
  const isAsked = ({ file, line }: Place) =>
    asked.some(([path = '', at]) => (at ? file === path && line === Number(at) : file.startsWith(path)))
  const places = files.flatMap((file) => placesOf(file, readFileSync(file, 'utf8'))).filter(isAsked)
  const next = drawn(seed)
  const picked = places
    .map((place) => ({ place, order: next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ place }) => place)
    .sort((a, b) => a.file.localeCompare(b.file) || a.from - b.from)
  return { mutants: picked.map((place, id) => ({ ...place, id })), places: places.length }
}

const featureOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1]

/**
 * Minutes each, about promises of their own: a mutant that only they see is one that no test of its feature sees. Or longer
 * than all that a mutant's tests may take together: what is not run for it need not be run without it either.
 */
const slow =
  /^src\/(?:access|fuzz|lists|races|start|tenancy|away|permissions|mcp\/mcp)\.test\.ts$|^src\/testing\/(?:world\/|analytics-(?:exports|figures|sources)\.)|\/(?:real-sets|real-shop|unknown-input|whole-exports|analytics-access|endpoints|printful|search|shop-stock|team\/rights)\.test\.ts$/

/** The files of tests that could meet one of the mutants: of its feature, or naming the feature. */
export function testsFor(mutants: readonly Mutant[]): string[] {
  const features = [...new Set(mutants.map(({ file }) => featureOf(file)))]
  const named = new RegExp(`features/(?:${features.join('|')})/|\\.(?:${features.join('|')})\\.`)
  return globSync('src/**/*.test.ts')
    .filter((file) => !slow.test(file))
    .filter((file) => features.includes(featureOf(file)) || named.test(readFileSync(file, 'utf8')))
    .sort()
}

export interface Seen {
  /** Files of tests that met the mutant while it was asleep. */
  by: { test: string; seconds: number }[]
}

/**
 * The tests to run for a mutant, most likely first: of its own feature, then the quickest; as many as fit into so many
 * seconds, and one in any case.
 */
export function inTurn(mutant: Mutant, { by }: Seen, seconds: number): string[] {
  const own = ({ test }: { test: string }) => Number(featureOf(test) !== featureOf(mutant.file))
  const sorted = [...by].sort((a, b) => own(a) - own(b) || a.seconds - b.seconds)
  let spent = 0
  return sorted
    .filter((one, at) => {
      if (at > 0 && spent + one.seconds > seconds) return false
      spent += one.seconds
      return true
    })
    .map(({ test }) => test)
}
