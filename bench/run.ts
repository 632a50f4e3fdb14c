import { buildIfStale } from '../bin/build-steps.ts'
import { type Figure, table } from './figures.ts'
import { keepFigures } from './keep-figures.ts'

/**
 * `npm run bench [NAME…]`: what the program costs beside the bare work, as CPU time so that a busy machine matters less.
 * Prints a table, and writes bench/results.json and the tables of docs/operations.md. Never fails by a figure.
 */
const benches: Record<string, () => Promise<Figure[] | undefined>> = {
  lists: async () => (await import('./lists.ts')).benchLists(),
  api: async () => (await import('./api-list.ts')).benchApiList(),
  ssr: async () => (await import('./ssr.ts')).benchSsr(),
  bytes: async () => (await import('./bytes.ts')).benchBytes(),
  page: async () => (await import('./public-page.ts')).benchPublicPage(),
  collect: async () => (await import('./collect.ts')).benchCollect(),
  ways: async () => (await import('./visit-ways.ts')).benchVisitWays(),
  clickable: async () => (await import('./clickable.ts')).benchClickable(),
  quiet: async () => (await import('./quiet.ts')).benchQuiet(),
  mixed: async () => (await import('./mixed.ts')).benchMixed(),
  import: async () => (await import('./import.ts')).benchImport(),
  search: async () => (await import('./search.ts')).benchSearch(),
  billing: async () => (await import('./billing-close.ts')).benchBillingClose(),
  starts: async () => (await import('./starts.ts')).benchStarts(),
  webhooks: async () => (await import('./webhooks.ts')).benchWebhooks(),
}

// Before anything loads React, which has a slow and talkative form for development.
process.env.NODE_ENV = 'production'

await buildIfStale()
const wanted = process.argv.slice(2)
const figures: Figure[] = []
for (const [name, bench] of Object.entries(benches)) {
  // Lists make a large world first, which takes ten minutes.
  if (wanted.length > 0 ? !wanted.includes(name) : name === 'lists') continue
  const found = await bench()
  if (found) figures.push(...found)
  else console.log(`${name}: needs an installed PostgreSQL, left out`)
}
console.log(table(figures))
await keepFigures(figures)
process.exit(0)
