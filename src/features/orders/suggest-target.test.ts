import { expect, test } from 'vitest'
import { suggester } from './server/suggest-target.ts'

const suggest = suggester([
  { value: 'shirt/m', label: 'Camiseta niño · Negro · M' },
  { value: 'shirt/l', label: 'Camiseta niño · Negro · L' },
  { value: 'lp', label: 'Año cero' },
  { value: 'signed', label: 'Año cero firmado' },
])

test('an unknown SKU is suggested what alone has all of its words, and nothing where two would do', () => {
  expect(suggest('CAM-M', 'CAMISETA NIÑO - negro / m')?.value).toBe('shirt/m')
  expect(suggest('X', 'Camiseta niño negro')).toBeUndefined()
  expect(suggest('LP-1', 'Vinilo «Año cero»')?.value).toBe('lp')
  expect(suggest('LP-2', 'Vinilo Año Cero, firmado')?.value).toBe('signed')
  expect(suggest('nada', 'Pegatina')).toBeUndefined()
  const twice = suggester([
    { value: 'a', label: 'Gorra' },
    { value: 'b', label: 'Gorra' },
  ])
  expect(twice('Gorra', '')).toBeUndefined()
})
