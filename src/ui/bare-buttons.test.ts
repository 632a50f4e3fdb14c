import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Buttons with an icon and nothing inside, by where they stand. */
const bare = (source: string) =>
  [...source.matchAll(/<(?:Button|ButtonLink|ButtonAnchor)\b(?:[^<>]|=>|<[^/])*?\/>/gs)]
    .map(([text]) => text)
    .filter((text) => text.includes('icon='))

test('what is drawn and not written has one look and its name beside the pointer', () => {
  expect(bare('<Button look="ghost" icon={x} aria-label={y} onClick={() => z()} />')).toHaveLength(1)
  expect(bare('<Button icon={x}>{y}</Button>')).toEqual([])
  const found = globSync('src/**/*.tsx').filter((path) => bare(readFileSync(path, 'utf8')).length > 0)
  // An IconButton, which shows its name: see button.tsx.
  expect(found).toEqual([])
})
