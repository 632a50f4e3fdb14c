import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const folders: Record<string, string> = {
  '#ui/': 'src/ui/',
  '#features/': 'src/features/',
  '#pages/': 'src/pages/',
}
const placeOf = (sheet: string, from: string) => {
  const alias = Object.keys(folders).find((start) => sheet.startsWith(start))
  return alias ? folders[alias] + sheet.slice(alias.length) : normalize(join(dirname(from), sheet))
}

/** Classes that a file takes from a sheet which has none of that name: what wears one is not styled at all. */
function missing(path: string, source: string, read: (sheet: string) => string): string[] {
  return [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, name, sheet = '']) => {
    const known = new Set(
      [...read(placeOf(sheet, path)).matchAll(/\.([A-Za-z]\w*)/g)].map(([, found]) => found),
    )
    const used = [...source.matchAll(new RegExp(`(?<![\\w/'.-])${name}\\.(\\w+)`, 'g'))].map(
      ([, found]) => found,
    )
    return used.filter((one) => !known.has(one)).map((one) => `${path}: ${one}`)
  })
}

test('a class that is worn stands in its sheet', () => {
  const source =
    "import classes from './a.module.css'\n<p className={classes.gone} /><p className={classes.there} />"
  expect(missing('src/ui/a.tsx', source, () => '.there {}')).toEqual(['src/ui/a.tsx: gone'])
  const read = (sheet: string) => (existsSync(sheet) ? readFileSync(sheet, 'utf8') : '')
  const found = globSync('src/**/*.tsx').flatMap((path) => missing(path, readFileSync(path, 'utf8'), read))
  expect(found).toEqual([])
})
