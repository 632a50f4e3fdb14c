import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

const writerOf = (log: object) => (log as Record<symbol, unknown>)[pino.symbols.streamSym]

test('all logs of a process have one writer: each has a clock that never stops', () => {
  expect(writerOf(createLog('silent'))).toBe(writerOf(createLog('info')))
})

test('secrets are masked up to two levels deep, and an error tells nothing of its rows', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const error = new Error('insert failed: postgres://ana:hunter2@localhost\nparams: ES9121000418450200051332')
  log.info({ password: 'uno', sent: { token: 'dos', of: { iban: 'tres' }, kept: 'cuatro' }, error })
  const [line = ''] = lines
  expect(JSON.parse(line)).toMatchObject({
    password: '[masked]',
    sent: { token: '[masked]', of: { iban: '[masked]' }, kept: 'cuatro' },
    error: { name: 'Error', message: 'insert failed: postgres://[masked]@localhost' },
  })
  expect(line).not.toMatch(/hunter2|ES9121/)
})
