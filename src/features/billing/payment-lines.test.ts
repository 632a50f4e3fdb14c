import { expect, test } from 'vitest'
import { paymentLines } from './pages/when-paid.ts'

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const said = (
  nextPayment: { on: string; cents: number; atBank?: boolean } | null,
  atBankCents: number | null,
) =>
  paymentLines({ nextPayment: nextPayment && { atBank: false, ...nextPayment }, atBankCents }).map((line) =>
    line.replace(/\s/gu, ' '),
  )

test('what the bank has is said once, with its day; what is late is no next payment', () => {
  expect(said({ on: day(-9), cents: 10_000, atBank: true }, 10_000)).toEqual([
    expect.stringMatching(/^Enviado al banco: 100,00 €\. Transferencia del /),
  ])
  expect(said({ on: day(9), cents: 10_000, atBank: true }, 10_000)).toEqual([
    expect.stringMatching(/^Enviado al banco: 100,00 €\. Transferencia el /),
  ])
  expect(said({ on: day(9), cents: 10_000 }, 500)).toEqual([
    expect.stringMatching(/^Próximo pago: 100,00 €, como tarde el /),
    'Enviado al banco: 5,00 €',
  ])
  // Of two files the nearer is a part of what the bank has, and no payment beside it.
  expect(said({ on: day(9), cents: 10_000, atBank: true }, 15_000)).toEqual([
    expect.stringMatching(/^Enviado al banco: 150,00 €\. De eso, 100,00 € para el /),
  ])
  // As much is due beside it.
  expect(said({ on: day(9), cents: 500 }, 500)).toHaveLength(2)
  const [late] = said({ on: day(-9), cents: 10_000 }, 0)
  expect(late).toMatch(/^100,00 €\. /)
  expect(late).not.toContain('Próximo pago')
  expect(said(null, 500)).toEqual(['Enviado al banco: 5,00 €'])
  expect(said(null, 0)).toEqual([])
})
