import { expect, test } from 'vitest'
import { nameOfAddress } from './pages/name-of-address.ts'

test.each([
  ['berta.gil@example.com', 'Berta Gil'],
  ['BERTA_GIL@example.com', 'Berta Gil'],
  ['iker-soto99@example.com', 'Iker Soto'],
  ['nuria.martin+backline@example.com', 'Nuria Martin'],
  ['ángela@example.com', 'Ángela'],
  ['berta.gil@', 'Berta Gil'],
  ['berta.gil', ''],
  ['info@example.com', ''],
  ['bg@example.com', ''],
  ['1234@example.com', ''],
  ['', ''],
] as const)('%s is «%s»', (email, name) => expect(nameOfAddress(email)).toBe(name))
