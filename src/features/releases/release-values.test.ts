import { expect, test } from 'vitest'
import { draftOf, shownOf, valuesOf } from './pages/release-values.ts'

const fresh = valuesOf(null)

test('a release without a product has none, and a row in which nothing was written is no address', () => {
  expect(draftOf(fresh)).toMatchObject({ productId: null, upc: null, isrc: null, links: [] })
  const links = [
    { name: ' ', url: '' },
    { name: 'Spotify', url: ' https://a.example ' },
    { name: 'Deezer', url: '' },
  ]
  expect(draftOf({ ...fresh, productId: 'abc', links })).toMatchObject({
    productId: 'abc',
    // What is half written goes, and is asked for.
    links: [
      { name: 'Spotify', url: 'https://a.example' },
      { name: 'Deezer', url: '' },
    ],
  })
  // On the page that is shown beside the form it is not yet.
  expect(shownOf({ ...fresh, links }).links).toEqual([{ name: 'Spotify', url: 'https://a.example' }])
})
