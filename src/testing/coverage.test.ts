import { expect, test } from 'vitest'
import { coverage } from './coverage.ts'

test('every operation is in the table, what a key opens says with what, and the client knows all of them', async () => {
  const { rows, sums } = await coverage()
  expect(rows.filter(({ cells }) => cells[0] === '' || cells[3] === '')).toEqual([])
  expect(
    rows.filter(
      ({ meta, cells }) =>
        meta.access !== 'signedIn' && meta.access !== 'public' && (cells[1] !== '') !== meta.apiKey,
    ),
  ).toEqual([])
  // An assistant is never let in where a key is not.
  expect(rows.filter(({ meta, cells }) => cells[2] !== '' && !meta.apiKey)).toEqual([])
  expect(sums.map(([, count]) => count)).toEqual(expect.arrayContaining([rows.length]))
  const [all = 0, , keyReads = 0, keyWrites = 0] = sums.map(([, count]) => count)
  expect(keyReads + keyWrites).toBeGreaterThan(all / 2)
})
