import { expect, test } from 'vitest'
import { Columns, markKey } from './server/columns.ts'

const row = (...fields: string[]) => ({ row: 2, fields })
const [long, most] = ['x'.repeat(41), 'x'.repeat(40)]
/** Columns called A, B, C with these cells in the row. */
const taken = (...fields: string[]) =>
  new Columns(['A', 'B', 'C'].slice(0, fields.length)).take(row(...fields))
/** What a row is refused for. */
function fault(run: () => unknown) {
  try {
    run()
  } catch (error) {
    return (error as { fault?: object }).fault ?? (error as Error).message
  }
  return 'none'
}

test('columns are found whatever their letters, the first of a name', () => {
  const columns = new Columns(['Ref', 'REF', 'Uds']).take(row(' LP ', 'CD', '2'))
  expect([columns.text('REF'), columns.text('ref'), columns.plain('Ref')]).toEqual(['LP', 'LP', 'LP'])
  expect([columns.has('uDS'), columns.has('IVA')]).toEqual([true, false])
  expect([columns.placeOf('ref'), columns.placeOf('UDS'), columns.placeOf('IVA')]).toEqual([0, 2, -1])
  expect([columns.text('IVA'), columns.amount('IVA').toFixed()]).toEqual(['', '0'])
  expect(columns.cells).toEqual([' LP ', 'CD', '2'])
  expect([columns.some((cell) => cell === 'CD'), columns.some((cell) => cell === 'MC')]).toEqual([
    true,
    false,
  ])
})

test('those that a file lacks are named', () => {
  const columns = new Columns(['a', 'b'])
  expect(fault(() => columns.require('A', 'b'))).toBe('none')
  expect(() => columns.require('A', 'c', 'd')).toThrow(
    expect.objectContaining({ params: { columns: 'c, d' } }),
  )
})

test('a row has as many cells as the heading', () => {
  const columns = new Columns(['a', 'b'])
  expect(fault(() => columns.take(row('1')))).toMatchObject({
    ...{ code: 'ragged', params: { fields: 1, expected: 2 } },
  })
})

test('texts end at 500 letters, or where it is said', () => {
  const columns = taken(`${'x'.repeat(499)}🦊`, 'abc', 'a\0b')
  expect(columns.text('A')).toBe(`${'x'.repeat(499)}�`)
  expect(columns.plain('A')).toHaveLength(501)
  expect(taken('x'.repeat(502)).filled('A')).toHaveLength(500)
  expect([columns.text('B', 2), columns.text('B', 3), columns.filled('B', 2)]).toEqual(['ab', 'abc', 'ab'])
  expect(fault(() => columns.text('C'))).toMatchObject({ code: 'nul', column: 'C' })
  expect(fault(() => taken(' ').filled('A'))).toMatchObject({ code: 'missing', column: 'A' })
  // Half of a sign of two parts is none.
  expect(taken('\uD83E').text('A')).toBe('\uD83E')
})

test('amounts have the decimals of their column, or of it and its money', () => {
  const marks = new Map([
    ['A', ','],
    [markKey('A', 'USD'), '.'],
  ] as const)
  const columns = new Columns(['A', 'B'], marks).take(row('1,50', '1.250'))
  expect([columns.amount('A').toFixed(), columns.scale('A')]).toEqual(['1.5', 2])
  expect([columns.amount('B').toFixed(), columns.scale('B')]).toEqual(['1.25', 3])
  columns.take(row('1.5', '2')).sign = 'USD'
  expect([columns.amount('A').toFixed(), columns.scale('A'), columns.scale('B')]).toEqual(['1.5', 1, 0])
  expect(taken('1.505 €').scale('A')).toBe(3)
  expect([taken('5-').figure('A'), taken(' 21% ').figure('A')]).toEqual(['-5', '21'])
})

test('what is no amount is told with its beginning, what is of another money as that', () => {
  expect(taken('').decimalOf('A')).toBeUndefined()
  expect(fault(() => taken(long).amount('A'))).toMatchObject({
    ...{ code: 'notANumber', column: 'A', params: { value: most, currency: '' } },
  })
  const of = (sign: string, text: string) => {
    const columns = taken(text)
    columns.sign = sign
    return fault(() => columns.amount('A'))
  }
  expect(of('EUR', '5 USD')).toMatchObject({
    code: 'otherCurrency',
    params: { value: '5 USD', currency: 'EUR' },
  })
  expect(of('EUR', '5x EUR')).toMatchObject({ code: 'notANumber' })
  expect(of('EUR', 'x')).toMatchObject({ code: 'notANumber' })
  expect(of('', '5x USD')).toMatchObject({ code: 'notANumber' })
  expect(of('EUR', '5 €')).toBe('none')
})

test('whole numbers go to a thousand millions', () => {
  expect([taken('1000000000').integer('A'), taken('-1000').integer('A')]).toEqual([1_000_000_000, -1000])
  expect(fault(() => taken('1000000001').integer('A'))).toMatchObject({ code: 'notAnInteger' })
  expect(fault(() => taken('-1000000001').integer('A'))).toMatchObject({ code: 'notAnInteger' })
  const tiny = `0.${'0'.repeat(40)}1`
  expect(fault(() => taken(tiny).integer('A'))).toMatchObject({ params: { value: tiny.slice(0, 40) } })
  expect(fault(() => taken('').integer('A'))).toMatchObject({ code: 'missing', column: 'A' })
})

test('a currency has three letters', () => {
  expect(taken('eur').currency('A')).toBe('EUR')
  expect(fault(() => taken('').currency('A'))).toMatchObject({ code: 'missing' })
  expect(fault(() => taken(long).currency('A'))).toMatchObject({
    ...{ code: 'notACurrency', params: { value: most.toUpperCase() } },
  })
  expect(fault(() => taken('EURO').currency('A'))).toMatchObject({ code: 'notACurrency' })
})
