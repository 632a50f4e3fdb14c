import { expect, test } from 'vitest'
import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { paymentDay } from './pages/when-paid.ts'

const bill = { expected: null, status: 'Approved', payment: 'paid', paidOn: '2026-09-10' } as const
const said = (payableCents: number) =>
  paymentDay({ ...bill, payableCents } as Parameters<typeof paymentDay>[0])

test('what was paid, what takes back and what comes to nothing are three things', () => {
  const day = here().date('2026-09-10')
  expect(said(12_100)).toBe(m['billing.path.paidOn']({ day }))
  expect(said(-854_832)).toBe(m['billing.path.settledOn']({ day }))
  expect(said(0)).toBe(m['billing.path.nothing']())
  expect(new Set([said(1), said(-1), said(0)]).size).toBe(3)
})
