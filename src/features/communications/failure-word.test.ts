import { expect, test } from 'vitest'
import { overwriteGetLocale } from '#paraglide/runtime.js'
import { failureWord } from './pages/failure-word.ts'

test.each([
  ['550 5.1.1 Mailbox unavailable', /no existe/],
  ['552 5.2.2 Over quota', /lleno/],
  ['451 4.7.1 Greylisted', /rechazado/],
  ['421 Service not available', /más tarde/],
  ['554 5.7.1 Spam', /rechazado/],
])('«%s» is told in words', (reason, word) => {
  overwriteGetLocale(() => 'es')
  expect(failureWord(reason)).toMatch(word)
})

test('what says no code stays as it is', () => {
  expect(failureWord('connect ECONNREFUSED')).toBeUndefined()
})
