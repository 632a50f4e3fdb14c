import { expect, test } from 'vitest'
import { concept } from './server/pain.ts'

const of = (less: string[]) => concept({ number: 'LOBO-2026-00007', cents: 50_000, wholeCents: 80_050, less })

test('a payment names every paper that was taken off it, or how many more and how much', () => {
  expect(of([])).toBe('LOBO-2026-00007')
  expect(of(['F-2026-00003', 'R-LOBO-2026-00001'])).toBe(
    'LOBO-2026-00007 menos F-2026-00003, R-LOBO-2026-00001',
  )
  const many = of(Array.from({ length: 12 }, (_, at) => `R-LOBO-2026-000${at + 10}`))
  expect(many.length).toBeLessThanOrEqual(140)
  expect(many).toMatch(/^LOBO-2026-00007 menos R-LOBO-2026-00010, .* y \d+ mas: 300\.50 EUR$/)
  expect(of(['X'.repeat(150)])).toBe('LOBO-2026-00007 menos 1 documentos: 300.50 EUR')
})
