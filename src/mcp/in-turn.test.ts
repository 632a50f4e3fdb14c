import { expect, test } from 'vitest'
import { takingTurns } from './in-turn.ts'

test('work that waits for nothing lets others be heard between, and one that fails leaves those after it alone', async () => {
  const inTurn = takingTurns()
  const told: string[] = []
  const first = inTurn(async () => void told.push('first'))
  const second = inTurn(async () => {
    told.push('second')
    throw new Error('second')
  })
  const third = inTurn(async () => void told.push('third'))
  setImmediate(() => told.push('somebody else'))
  await expect(second).rejects.toThrow('second')
  await Promise.all([first, third])
  expect(told).toEqual(['first', 'somebody else', 'second', 'third'])
})
