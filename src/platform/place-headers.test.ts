import { expect, test } from 'vitest'
import { nowhere, placeOf } from './place-headers.ts'

const of = (headers: Record<string, string>) => placeOf((name) => headers[name])

test('what proxies say of a caller becomes ISO codes and a name', () => {
  // Bytes of UTF-8, as Node reads them.
  const city = Buffer.from('A Coruña').toString('latin1')
  expect(
    of({ 'cf-ipcountry': 'ES', 'cf-region-code': 'GA', 'cf-postal-code': '15001', 'cf-ipcity': city }),
  ).toEqual({ country: 'ES', province: 'ES-C', city: 'A Coruña' })
  expect(
    of({ 'x-vercel-ip-country': 'ES', 'x-vercel-ip-country-region': 'MD', 'x-vercel-ip-city': 'Madrid' }),
  ).toEqual({
    country: 'ES',
    province: 'ES-M',
    city: 'Madrid',
  })
  expect(
    of({
      'x-vercel-ip-country': 'BR',
      'x-vercel-ip-country-region': 'SP',
      'x-vercel-ip-city': 'S%C3%A3o%20Paulo',
    }),
  ).toEqual({
    country: 'BR',
    province: 'BR-SP',
    city: 'São Paulo',
  })
  expect(of({ 'cloudfront-viewer-country': 'FR' })).toEqual({ country: 'FR', province: null, city: null })
})

test('what is no place is none', () => {
  for (const country of ['XX', 'T1', '', 'España', 'E', 'ESP', '<b>'])
    expect(of({ 'cf-ipcountry': country, 'cf-ipcity': 'X' })).toEqual(nowhere)
  expect(
    of({ 'cf-ipcountry': 'US', 'cf-region-code': 'a|b', 'cf-ipcity': `%E0%A4%A${'x'.repeat(300)}\n` }),
  ).toMatchObject({
    country: 'US',
    province: null,
    city: `%E0%A4%A${'x'.repeat(92)}`,
  })
})
