import { expect, test } from 'vitest'
import { wholeAddress } from './whole-address.ts'

test.each([
  ['ninolobo.es/gira', 'https://ninolobo.es/gira'],
  [' open.spotify.com/album/1 ', 'https://open.spotify.com/album/1'],
  ['ninolobo.es:8443/x?y=1', 'https://ninolobo.es:8443/x?y=1'],
  ['niñolobo.es', 'https://niñolobo.es'],
  ['hola@correo.es', 'mailto:hola@correo.es'],
  ['+34 600 100 200', 'tel:+34600100200'],
  ['https://ninolobo.es', 'https://ninolobo.es'],
  ['http://ninolobo.es', 'http://ninolobo.es'],
  ['mailto:hola@correo.es', 'mailto:hola@correo.es'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['una frase. Y otra', 'una frase. Y otra'],
  ['ninolobo', 'ninolobo'],
  ['', ''],
])('%s', (written, whole) => {
  expect(wholeAddress(written)).toBe(whole)
})
