import { expect, test } from 'vitest'
import { formats } from './format.ts'

const es = formats('es')
const en = formats('en')

test('money is always grouped, with a non-breaking space before € and a real minus', () => {
  expect(es.money(451552)).toBe('4.515,52\u00a0€')
  expect(es.money(-123456)).toBe('\u22121.234,56\u00a0€')
  expect(es.roundMoney(4289812)).toBe('42.898\u00a0€')
  expect(en.money(451552)).toBe('€4,515.52')
  expect(en.money(-123456)).toBe('\u2212€1,234.56')
})

test('figures and shares', () => {
  expect(es.number(1284)).toBe('1.284')
  expect(es.percent(0.124)).toBe('12,4\u00a0%')
  expect(en.percent(0.0017, 2)).toBe('0.17%')
})

test('days are the business zone’s, whatever the reader’s', () => {
  expect(es.date('2026-09-24')).toBe('24 sep 2026')
  expect(en.date('2026-09-24')).toBe('24 Sep 2026')
  expect(es.day('2026-10-24T22:30:00Z')).toBe('25 oct')
  expect(es.dateTime('2026-10-24T16:20:00Z')).toBe('24 oct 2026, 18:20')
})

test('«hace» up to a day, then the date', () => {
  const now = new Date('2026-10-24T12:00:00Z')
  expect(es.ago('2026-10-24T11:56:00Z', now)).toMatch(/^hace 4\smin$/)
  expect(es.ago('2026-10-22T11:56:00Z', now)).toBe('22 oct 2026')
})
