import { expect, test } from 'vitest'
import { completeAddress, completeWeb } from './web-address.ts'

test.each([
  ['grupo.es', 'https://grupo.es'],
  ['  open.spotify.com/album/4aZ?si=1#x ', 'https://open.spotify.com/album/4aZ?si=1#x'],
  ['www.grupo.es:8443/gira', 'https://www.grupo.es:8443/gira'],
  ['niño.es', 'https://niño.es'],
  ['xn--nio-8ma.xn--p1ai', 'https://xn--nio-8ma.xn--p1ai'],
  ['grupo.es?a=b', 'https://grupo.es?a=b'],
])('«%s» leads to the web', (typed, whole) => {
  expect(completeWeb(typed)).toBe(whole)
  expect(completeAddress(typed)).toBe(whole)
})

test.each([
  'https://grupo.es',
  'http://grupo.es',
  'javascript:alert(1)',
  'javascript.es:alert(1)',
  'data:text/html,x.es',
  '//grupo.es',
  '/gira',
  'gira',
  'grupo.',
  '.es',
  'grupo..es',
  'v1.2',
  '192.168.0.1',
  'grupo.es:80a',
  'grupo.es con espacio',
  'ana@grupo.es/x',
  '',
])('«%s» stays as it is', (typed) => {
  expect(completeWeb(typed)).toBe(typed)
})

test('letters go to an address and calls to a number only where both may stand', () => {
  expect(completeAddress('hola@grupo.es')).toBe('mailto:hola@grupo.es')
  expect(completeAddress('+34 600 12-34-56')).toBe('tel:+34600123456')
  expect(completeAddress('(91) 123 45 67')).toBe('tel:911234567')
  expect(completeAddress('tel:+34 600 12 34 56')).toBe('tel:+34600123456')
  expect(completeAddress('Tel: (91) 123 45 67')).toBe('tel:911234567')
  expect(completeAddress('mailto: hola@grupo.es')).toBe('mailto:hola@grupo.es')
  for (const whole of ['tel:112', 'tel:+34-600-123-456', 'mailto:hola@grupo.es?subject=Hola'])
    expect(completeAddress(whole)).toBe(whole)
  for (const odd of ['tel: mañana', 'mailto: hola', 'tel:', 'javascript: 600123456'])
    expect(completeAddress(odd)).toBe(odd)
  expect(completeAddress('12-34')).toBe('12-34')
  expect(completeAddress('2026-11-26 20:30')).toBe('2026-11-26 20:30')
  expect(completeWeb('hola@grupo.es')).toBe('hola@grupo.es')
  expect(completeWeb('600123456')).toBe('600123456')
})
