import { expect, test } from 'vitest'
import { readSteps } from './server/product-rates.ts'

test('steps of a rate go up from no unit sold on, to all of it', () => {
  expect(readSteps('')).toEqual([])
  expect(readSteps('0:2000,1000:10000')).toEqual([
    { fromUnits: 0, bp: 2000 },
    { fromUnits: 1000, bp: 10_000 },
  ])
  expect(readSteps('0')).toEqual([{ fromUnits: 0, bp: 0 }])
  const fault = (text: string) => {
    try {
      return readSteps(text).length
    } catch (error) {
      return (error as { fields: { steps: { code: string } } }).fields.steps.code
    }
  }
  expect([
    fault('0:10001'),
    fault('1:2000'),
    fault('0:1,0:2'),
    fault('0:1,5:2,4:3'),
    fault('0:1,1:2'),
  ]).toEqual([...['billing.stepPct', 'billing.stepFirst', 'billing.stepOrder', 'billing.stepOrder', 2]])
  expect(fault(Array.from({ length: 60 }, (_, at) => `${at}:1`).join(','))).toBe('billing.tooManySteps')
})
