import { expect, test } from 'vitest'
import type { Featured } from './contract.ts'
import { draftOf, valuesOf } from './pages/featured-values.ts'

test.each([
  ['draft', 'draft', ''],
  ['published', 'published', ''],
  ['scheduled', 'scheduled', '2027-03-01T12:00'],
  // What is past is edited as what would be published anew.
  ['expired', 'draft', ''],
])('an item that is %s is edited as %s', (status, shown, startsAt) => {
  const item = { type: 'link', status, startsAt: '2027-03-01T11:00:00.000Z', durationDays: 14 } as Featured
  expect(valuesOf(item)).toMatchObject({ status: shown, startsAt })
})

test('what somebody picked has an address and a picture of its own, and what points elsewhere has none', () => {
  const values = { ...valuesOf(null), targetId: 'abc', url: ' https://a.example ', mediaUrl: '/files/a.webp' }
  expect(draftOf({ ...values, type: 'pick' })).toMatchObject({
    ...{ targetId: null, url: 'https://a.example', mediaUrl: '/files/a.webp' },
  })
  expect(draftOf({ ...values, type: 'link' })).toMatchObject({ targetId: 'abc', url: null, mediaUrl: null })
})
