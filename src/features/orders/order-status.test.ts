import { expect, test } from 'vitest'
import { isCalledOff, meaningOf } from './server/order-status.ts'

test('every word for an order that was called off takes it back, in each gender and spelling', () => {
  const words = ['Cancelled', 'canceled', 'Voided', 'void', 'Cancelado', 'cancelada', 'Anulado', 'ANULADA']
  expect(words.filter((word) => !isCalledOff(word))).toEqual([])
  expect(isCalledOff('wc-cancelled')).toBe(true)
  expect(new Set(words.map(meaningOf))).toEqual(new Set(['unpaid']))
})

test('what was never paid is not called off, and what was paid back is neither', () => {
  for (const word of ['pending', 'Fallida', 'borrador', 'impagado', 'refunded', 'completado'])
    expect(isCalledOff(word), word).toBe(false)
})
