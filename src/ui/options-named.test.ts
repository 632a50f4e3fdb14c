import { expect, test } from 'vitest'
import { optionsNamed } from './options-named.ts'

test('options are found with and without their accents, in any case', () => {
  const options = ['Niño Lobo', 'Orquesta Poniente', 'Ñandú'].map((label) => ({ value: label, label }))
  const named = (q: string) => optionsNamed(options, q).map(({ label }) => label)
  expect(named('nino')).toEqual(['Niño Lobo'])
  expect(named(' NIÑO ')).toEqual(['Niño Lobo'])
  expect(named('ñandu')).toEqual(['Ñandú'])
  expect(named('po')).toEqual(['Orquesta Poniente'])
  expect(named('')).toHaveLength(3)
  expect(named('zz')).toEqual([])
})
