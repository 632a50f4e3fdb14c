import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountIn, type DecimalMark, hundredths, Notation, typedAmount } from './amount.ts'
import type { Locale } from './constants.ts'

const marks: DecimalMark[] = [',', '.']
const languages = { es: ',', en: '.' } as const
const cents = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })

/** As a language writes it, thousands parted or not. */
function written(value: bigint, mark: DecimalMark, grouped: boolean): string {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0')
  const whole = digits.slice(0, -2)
  const parted = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, mark === ',' ? '.' : ',') : whole
  return `${value < 0n ? '-' : ''}${parted}${mark}${digits.slice(-2)}`
}

test('what a language writes is read back to the cent, in that language and in a column of it', () => {
  fc.assert(
    fc.property(cents, fc.constantFrom<Locale>('es', 'en'), fc.boolean(), (value, locale, grouped) => {
      const text = written(value, languages[locale], grouped)
      const read = typedAmount(text, locale)
      expect(BigInt(hundredths(read ?? 'none')), text).toBe(value)
      // Two decimals are clear to readers of the other language too.
      expect(typedAmount(text, locale === 'es' ? 'en' : 'es'), text).toBe(read)
    }),
  )
})

test('signs of the currency stand before or behind, the minus before either', () => {
  for (const text of ['-1.234,50 €', '€-1.234,50', '-€1.234,50', '−1.234,50\u00a0EUR', 'eur -1 234,50'])
    expect(typedAmount(text, 'es'), text).toBe('-1234.50')
  for (const text of ['12,50 euros', '12,50 Eur.', 'EUROS 12,50', '12,5 euro'])
    expect(Number(typedAmount(text, 'es')), text).toBe(12.5)
  expect(amountIn('12,50 euros', ',', { currency: 'USD' })).toBeUndefined()
  expect(amountIn('US$ 1,234.5', '.', { currency: 'USD' })).toBe('1234.5')
  for (const text of ['$5', '5 GBP', '€5€', '5-', '- -5', '€'])
    expect(typedAmount(text, 'es'), text).toBeUndefined()
})

test('thousands are groups of three or an error, in the notation that is asked for', () => {
  const amounts: [string, string | undefined, string | undefined][] = [
    // text, with a decimal comma, with a decimal point
    ['50.000', '50000', '50.000'],
    ['50,000', '50.000', '50000'],
    ['1.234,50', '1234.50', undefined],
    ['1,234.50', undefined, '1234.50'],
    ['1234.5', undefined, '1234.5'],
    ['25.00', undefined, '25.00'],
    ['0.5', undefined, '0.5'],
    ['0.500', undefined, '0.500'],
    ['1.23.456', undefined, undefined],
    ['1.234.56', undefined, undefined],
    ['12,345,6', undefined, undefined],
    ['1.234.567', '1234567', undefined],
    ['1 234 567,8', '1234567.8', undefined],
    ['1 23', undefined, undefined],
    ['1234', '1234', '1234'],
    [',5', '0.5', undefined],
    ['5,', undefined, undefined],
    ['', undefined, undefined],
    ['1e5', undefined, undefined],
    ['0x10', undefined, undefined],
    ['NaN', undefined, undefined],
    ['1.234.567,', undefined, undefined],
    ['9'.repeat(31), undefined, undefined],
  ]
  for (const [text, comma, point] of amounts)
    expect([text, amountIn(text, ','), amountIn(text, '.')]).toEqual([text, comma, point])
})

test('a form reads by its language, and refuses what that would make an amount of thousandths', () => {
  expect(['50.000', '50,000', '1234.5', '25.00'].map((text) => typedAmount(text, 'es'))).toEqual([
    '50000',
    undefined,
    '1234.5',
    '25.00',
  ])
  expect(['50.000', '50,000', '1234,5', '1.234,50'].map((text) => typedAmount(text, 'en'))).toEqual([
    undefined,
    '50000',
    '1234.5',
    '1234.50',
  ])
  // Rates have no thousands, and shares none either.
  const rate = { currency: '', grouped: false, decimals: 6 }
  expect(['1,125', '1.125'].map((text) => typedAmount(text, 'en', rate))).toEqual(['1.125', '1.125'])
})

test('a column is told apart by all of its values or not at all', () => {
  const told = (...texts: string[]) => {
    const column = new Notation()
    for (const text of texts) column.see(text)
    return [column.mark, column.doubts]
  }
  expect(told('1.234', '12')).toEqual([undefined, '1.234'])
  expect(told('1.234', '12', '0,50')).toEqual([',', '1.234 · 0,50'])
  expect(told('1.234', '12.5')[0]).toBe('.')
  expect(told('12', '3', 'gratis')).toEqual(['.', ''])
  expect(told('12,5', '12.5')).toEqual([undefined, '12,5 · 12.5'])
})

test('a column of amounts is never read as others than were written', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cents, fc.boolean()), { minLength: 1 }),
      fc.constantFrom(...marks),
      (values, mark) => {
        const texts = values.map(([value, grouped]) => written(value, mark, grouped).replace(/[.,]00$/, ''))
        const column = new Notation()
        for (const text of texts) column.see(text)
        // Undecided is a question; decided has to be right.
        if (column.mark === undefined) return
        texts.forEach((text, at) => {
          const read = amountIn(text, column.mark as DecimalMark)
          expect(BigInt(hundredths(read ?? 'none')), text).toBe(values[at]?.[0])
        })
      },
    ),
  )
})

test('no text at all makes the reader fail, and what it reads is a plain decimal', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+€$ .,\d]{0,24}$/)), (text) => {
      for (const mark of marks) expect(amountIn(text, mark) ?? '0').toMatch(/^-?\d+(\.\d+)?$/)
    }),
  )
})
