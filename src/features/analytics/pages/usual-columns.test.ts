import { expect, test } from 'vitest'
import type { Column } from '../contract.ts'
import { shownColumns, usualColumns } from './usual-columns.ts'

const usual = (columns: Column[], main: string) => usualColumns({ columns, totals: { [main]: 0 } })
const texts = (...keys: string[]) => keys.map((key): Column => ({ key, kind: 'text' }))
const figures = (...keys: string[]) => keys.map((key): Column => ({ key, kind: 'count' }))

test('what is missed least is left to be chosen, as much of it as there is no room for', () => {
  const few = [...texts('name'), ...figures('netCents', 'grossCents', 'orders')]
  expect(usual(few, 'netCents')).toEqual(['netCents', 'grossCents', 'orders'])
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
  expect(usual(many, 'netCents')).not.toContain('discountsCents')
  expect(usual(many, 'netCents')).not.toContain('grossCents')
  expect(usual(many, 'netCents')).toEqual(
    expect.arrayContaining(['account', 'netCents', 'share', 'deltaPct']),
  )
  // What the page is about stays, also where there is as little room beside the period before.
  const albums = [
    ...texts('name', 'sku', 'portal', 'account'),
    ...figures('albums', 'units', 'grossCents', 'netCents', 'incomeCents', 'share', 'rank', 'previousRank'),
    ...figures('previous', 'deltaPct'),
  ]
  expect(usual(albums, 'albums')).toContain('albums')
  expect(usual(albums, 'netCents')).not.toContain('albums')
  // Whoever chooses them has them, and the name always.
  expect(shownColumns(many, ['grossCents']).map(({ key }) => key)).toEqual(['name', 'grossCents'])
})
