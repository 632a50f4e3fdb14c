import { expect, test } from 'vitest'
import { readN43 } from './server/read-n43.ts'

const line = (text: string) => text.padEnd(80)
const account = '210000011234567890'

test('both halves of what a bank says of a movement are read', () => {
  const rows = [
    line(`11${account}2605012605012${'0'.repeat(14)}9783TRASTIENDA`),
    line(`22    0001260502260502123452${'1210'.padStart(14, '0')}${'0'.repeat(10)}`),
    line(`2301${'TRANSFERENCIA DE NINO LOBO'.padEnd(38)}LIQ-2026-0007`),
    line(`33${account}${'0'.repeat(19)}00001${'1210'.padStart(14, '0')}2${'1210'.padStart(14, '0')}978`),
  ]
  const file = [...rows, line(`88${'9'.repeat(18)}${String(rows.length).padStart(6, '0')}`)].join('\r\n')
  const [entry] = readN43(file).entries
  expect(entry).toMatchObject({ day: '2026-05-02', cents: 1210 })
  expect(entry?.text).toContain('TRANSFERENCIA DE NINO LOBO')
  expect(entry?.text).toContain('LIQ-2026-0007')
})
