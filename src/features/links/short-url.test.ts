import { expect, test } from 'vitest'
import { shortUrl } from './pages/link-state.ts'

test('a list shows where a link leads, without what only browsers read', () => {
  expect(shortUrl('https://www.example.com/gira/')).toBe('example.com/gira')
  expect(shortUrl('mailto:contratacion@example.com')).toBe('contratacion@example.com')
  expect(shortUrl('tel:+34600000000')).toBe('+34600000000')
})
