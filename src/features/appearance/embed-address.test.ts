import { expect, test } from 'vitest'
import { embedAddress } from './pages/embed-address.ts'

test('what is framed is in the language of whoever copies it, at both kinds of addresses', () => {
  expect(embedAddress('https://fans.example/lobo', 'events', 'es')).toBe(
    'https://fans.example/lobo/embed/events',
  )
  expect(embedAddress('https://fans.example/lobo', 'shop', 'en')).toBe(
    'https://fans.example/en/lobo/embed/shop',
  )
  expect(embedAddress('https://lobo.example/', 'shop', 'en')).toBe('https://lobo.example/en/embed/shop')
})
