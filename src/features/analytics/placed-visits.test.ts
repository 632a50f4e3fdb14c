import { expect, test } from 'vitest'
import { placedVisits } from './pages/placed-visits.ts'

const row = (name: string, visits: number) => ({ id: name, name, portalName: null, visits })
const visitsOf = (rows: ReturnType<typeof row>[], visits: number) =>
  placedVisits(rows, { visits }).map((one) => one.visits)

test('where no visit told its place, places have a gap instead of nought', () => {
  expect(visitsOf([row('ES-M/Madrid', 0), row('', 40), row('ES-B/Barcelona', 0)], 40)).toEqual([
    null,
    40,
    null,
  ])
  expect(visitsOf([row('ES-M/Madrid', 0)], 40)).toEqual([null])
})

test('where some did, and where nobody came, nought is nought', () => {
  expect(visitsOf([row('ES-M/Madrid', 3), row('ES-B/Barcelona', 0), row('', 9)], 12)).toEqual([3, 0, 9])
  expect(visitsOf([row('ES-M/Madrid', 0)], 0)).toEqual([0])
})
