import { expect, test } from 'vitest'
import { withoutAddresses } from './without-addresses.ts'

/** What mail programs turn into links: an address with a scheme, a bare domain, an e-mail address. */
const clickable = [
  /[a-z][a-z0-9+.-]*:\/?\/?[^\s]/iu,
  /\/\/\S/u,
  /[\p{L}\d-][.\u3002\uFF0E\uFF61]\p{L}|\p{L}[.\u3002\uFF0E\uFF61]\d/u,
  /\S@\S/u,
]

test.each([
  'https://evil.example click',
  'HTTPS://EVIL.EXAMPLE/path?x=1',
  'www.evil.example',
  'Entra en evil.example ya',
  'evil。example',
  'evil．example',
  'http:evil.example',
  'https:////evil.example',
  'ft p://evil.example',
  'mailto:ana@evil.example',
  'tel:+34600000000',
  'ana@evil.example',
  'ana@localhost',
  '//evil.example',
  'x.y.z.evil.example',
  'http://10.0.0.1',
  'http://[::1]/',
  'a.b@c.d:e//f',
])('"%s" is no address any more', (name) => {
  const plain = withoutAddresses(name)
  for (const pattern of clickable) expect([plain, pattern.test(plain)]).toEqual([plain, false])
})

test.each([
  'St. Vincent',
  'Hotel Levante',
  'Niño Lobo',
  '@bajamar',
  'M.A.N. …',
  'AC/DC',
  'A las 21:30',
  '¿Y…?',
  '1.234,56 €',
  '24.10.2026',
])('the name "%s" stays readable', (name) => {
  expect(withoutAddresses(name).replaceAll('·', '.')).toBe(name)
})

test('"n.º" stays', () => expect(withoutAddresses('Factura n.º 7')).toBe('Factura n.º 7'))
