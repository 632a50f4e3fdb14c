import { expect, test } from 'vitest'
import { overwriteGetLocale } from '#paraglide/runtime.js'
import { roundChange, writeChange } from './figures.ts'

test('a change is rounded once, the same on every page', () => {
  overwriteGetLocale(() => 'es')
  // As a share, 32.05 is a hair less than itself.
  expect(writeChange(32.05)).toBe('+32,1\u00a0%')
  expect(writeChange(-32.05)).toBe('\u221232,1\u00a0%')
  expect(writeChange(0.04)).toBe('0,0\u00a0%')
  expect([roundChange(32.05), roundChange(-0.04)]).toEqual([32.1, -0])
})
