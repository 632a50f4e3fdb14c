import { expect, test } from 'vitest'
import type { Contribution, SalesChange, Split } from './why-contract.ts'
import { changeSentence } from './why-words.ts'

const row = (id: string, changeCents: number, name = id): Contribution => ({
  ...{ id, name, portalName: null, nowCents: 0, beforeCents: -changeCents, changeCents },
})
const change = (
  changeCents: number,
  of: Partial<Record<Split, Contribution[]>>,
  [from, to] = ['2026-10-01', '2026-10-31'],
): SalesChange => ({
  ...{ from, to, previousFrom: '2026-09-01', previousTo: '2026-09-30' },
  ...{ netCents: 0, previousCents: -changeCents, changeCents },
  splits: Object.entries(of).map(([by, rows]) => ({ by: by as Split, rows, restCents: 0, others: 0 })),
})
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('a month that fell, by what fell most of each kind', () => {
  const fell = change(-124_000, {
    product: [row('a', -83_000, 'Camiseta Faro'), row('b', -41_000)],
    country: [row('ES', 10_000), row('MX', -41_000), row('', -93_000)].slice(0, 2),
    campaign: [row('', -124_000), row('gira', 0)],
    price: [row('units', -124_000)],
  })
  expect(plain(changeSentence(fell, 'es'))).toBe(
    'Octubre de 2026 cayó 1.240 €: sobre todo por Camiseta Faro (−830 €); por país: México (−410 €).',
  )
  // No line ends between a sign and its amount.
  expect(plain(changeSentence(fell, 'en'))).toBe(
    'October 2026 fell by €1,240: mostly because of Camiseta Faro (−\u2060€830); by country: Mexico (−\u2060€410).',
  )
})

test('other days have no name; what is small, alone or went the other way is no cause', () => {
  const rose = change(
    500,
    {
      product: [row('a', 500)],
      country: [row('ES', 480), row('FR', 20)],
      portal: [row('p', -3), row('q', 3)],
    },
    ['2026-10-02', '2026-10-08'],
  )
  expect(plain(changeSentence(rose, 'es'))).toBe(
    'Las ventas netas subieron 5,00 €: sobre todo por España (+4,80 €).',
  )
  expect(plain(changeSentence(change(-2000, { product: [row('a', -2000)] }), 'es'))).toBe(
    'Octubre de 2026 cayó 20 €.',
  )
  expect(changeSentence(change(0, {}), 'es')).toBe('Las ventas netas son las mismas que antes.')
})
