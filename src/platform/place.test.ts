import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sharedData } from '#testing/shared-data.ts'
import { countryCode, provinceCode, provinceName, provinces } from './place.ts'

test('countries are known by code and by name, in English and Spanish', () => {
  const names = [
    'ES',
    'es',
    'España',
    'Spain',
    'EIRE',
    'United Kingdom',
    'Reino Unido',
    'C2',
    'Czech Republic',
  ]
  expect(names.map(countryCode)).toEqual(['ES', 'ES', 'ES', 'ES', 'IE', 'GB', 'GB', 'CN', 'CZ'])
  expect(['Unspecified', 'European Community', 'Channel Islands', '', null].map(countryCode)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})

test('Spanish provinces are known by name, code and postal code', () => {
  const known = ['Barcelona', 'ES-B', 'b', 'Vizcaya', 'Alicante/Alacant', 'A Coruña', 'Balears, Illes']
  expect(known.map((name) => provinceCode('ES', name))).toEqual([
    'ES-B',
    'ES-B',
    'ES-B',
    'ES-BI',
    'ES-A',
    'ES-C',
    'ES-PM',
  ])
  expect(provinceCode('ES', '', "'08001")).toBe('ES-B')
  expect(provinceCode('ES', null, '3001')).toBe('ES-A')
  expect(provinceCode('US', 'IL')).toBe('US-IL')
  expect(provinceCode(null, 'IL')).toBeNull()
  expect(provinceName('ES-SS')).toBe('Gipuzkoa')
  expect(provinces).toHaveLength(52)
})

const countryMap = sharedData('orders_online_retail/country_map.csv')
test.skipIf(!countryMap)('the country names of a real shop get their codes', () => {
  const lines = readFileSync(countryMap as string, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  for (const [name, code] of lines.map((line) => line.split(',')))
    expect(countryCode(name) ?? '', name).toBe(code)
})
