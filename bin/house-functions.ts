import { spawnSync } from 'node:child_process'
import type { Found } from './house-counts.ts'

interface Report {
  diagnostics: { category: string; message: string; location: { path: string; start: { line: number } } }[]
}
const rules = {
  noExcessiveLinesPerFunction: 'functions over 60 lines',
  noExcessiveCognitiveComplexity: 'functions over complexity 10',
}

/** Functions that are long or hard to follow, as Biome counts both: the worst first, each with its figure. */
export function largeFunctions(isCounted: (file: string) => boolean): Found[] {
  const only = Object.keys(rules).map((rule) => `--only=complexity/${rule}`)
  const { stdout, error } = spawnSync(
    'node_modules/.bin/biome',
    [
      'lint',
      '--config-path=bin/house-functions.json',
      ...only,
      '--max-diagnostics=none',
      '--reporter=json',
      'src',
    ],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  if (error) throw error
  const { diagnostics } = JSON.parse(stdout) as Report
  return Object.entries(rules).map(([rule, name]) => ({
    name,
    places: diagnostics
      .filter(({ category, location }) => category.endsWith(`/${rule}`) && isCounted(location.path))
      .map(({ message, location }) => ({
        figure: Number(/\d+/.exec(message)?.[0]),
        place: `${location.path}:${location.start.line}`,
      }))
      .sort((a, b) => b.figure - a.figure)
      .map(({ figure, place }) => `${place}: ${figure}`),
  }))
}
