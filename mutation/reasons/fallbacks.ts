import type { Reason } from './reason.ts'

/** A value that is always there, whose fallback only the compiler asks for: neither leaving it out nor another one is noticed. */
const always = (file: string, on: string, fallback: string, because: string): Reason[] =>
  ['without the fallback', `${fallback} → `].map((change) => ({
    ...{ file, change, on, reason: `${because}: the fallback is for the compiler.` },
  }))

export const fallbacks: readonly Reason[] = [
  ...always(
    'billing/server/agreement.ts',
    'series: settings.information?.series ?? 1',
    '1',
    'Who is a party has said who they are, and has a series',
  ),
  ...always(
    'billing/server/certificate.ts',
    'asymmetricKeyDetails?.modulusLength ?? 0',
    '0',
    'Every RSA key says how long it is',
  ),
  ...always(
    'billing/server/own-heads.ts',
    '(sum, { totals, offsetCents }) => sum + (totals?.payableCents ?? 0)',
    '0',
    'What is approved has its totals',
  ),
  {
    file: 'billing/server/charge-paper.ts',
    change: 'correctsId ?? []: without the fallback',
    reason: 'No charge has no id: it is asked for in vain, and found by no row.',
  },
]
