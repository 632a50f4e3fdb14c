import { expect, test } from 'vitest'
import type { Column } from '../contract.ts'
import { shownColumns, usualColumns } from './usual-columns.ts'

const texts = (...keys: string[]) => keys.map((key): Column => ({ key, kind: 'text' }))
const figures = (...keys: string[]) => keys.map((key): Column => ({ key, kind: 'count' }))

test('what is missed least is left to be chosen, as much of it as there is no room for', () => {
  const few = [...texts('name'), ...figures('netCents', 'grossCents', 'orders')]
  expect(usualColumns(few)).toEqual(['netCents', 'grossCents', 'orders'])
  const many = [
    ...texts('name', 'account'),
    ...figures(
      'netCents',
      'grossCents',
      'discountsCents',
      'incomeCents',
      'orders',
      'units',
      'visits',
      'share',
    ),
    ...figures('previous', 'deltaPct'),
  ]
  expect(usualColumns(many)).not.toContain('discountsCents')
  expect(usualColumns(many)).not.toContain('grossCents')
  expect(usualColumns(many)).toEqual(expect.arrayContaining(['account', 'netCents', 'share', 'deltaPct']))
  // Whoever chooses them has them, and the name always.
  expect(shownColumns(many, ['grossCents']).map(({ key }) => key)).toEqual(['name', 'grossCents'])
})
