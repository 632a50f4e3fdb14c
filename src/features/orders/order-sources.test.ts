import { expect, test } from 'vitest'
import { orderSources } from './choices.ts'
import { sourceOptions, sourceWord } from './pages/order-words.ts'
import { readOrdersSearch } from './pages/orders-search.ts'

test('every source that an order can name is one to look for, by the word that the list shows', () => {
  expect(sourceOptions().map(({ value }) => value)).toEqual(orderSources)
  for (const { value, label } of sourceOptions()) {
    expect(sourceWord(value)).toBe(label)
    expect(readOrdersSearch({ source: value })).toEqual({ source: value })
  }
  expect(sourceWord('shopify:otra')).toBe('Shopify · otra')
  expect(readOrdersSearch({ source: 'fax' })).toEqual({})
})
