import { readFileSync, writeFileSync } from 'node:fs'
import { type Figure, machine } from './figures.ts'

/** Writes figures into bench/results.json and the tables of docs/operations.md; what was not measured now stays as it was. */
export async function keepFigures(figures: readonly Figure[]): Promise<void> {
  const at = new Date().toISOString()
  const file = new URL('results.json', import.meta.url)
  const before = (JSON.parse(readFileSync(file, 'utf8')) as { figures: Figure[] }).figures
  const again = new Set(figures.map(({ what }) => what))
  // Each figure says when it was taken.
  const all = [
    ...before.filter(({ what }) => !again.has(what)),
    ...figures.map((figure) => ({ ...figure, at })),
  ]
  writeFileSync(file, `${JSON.stringify({ machine, figures: all }, null, 2)}\n`)
  await import('./write-tables.ts')
}
