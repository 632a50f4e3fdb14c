import type { ChargeHead } from '../charges-contract.ts'

/** Invoices as an account gets them, one settled and one not, for whoever has none yet. */
export function exampleCharges(now: Date) {
  const day = (ago: number) => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10)
  const charge = (at: number, of: Pick<ChargeHead, 'kinds' | 'totalCents' | 'openCents'>): ChargeHead => ({
    ...of,
    id: `example-${at}`,
    account: { id: 'example', name: '', portalId: null },
    number: `P-${now.getFullYear()}-0000${2 - at}`,
    issuedOn: day(12 + at * 30),
    corrects: null,
    correctedBy: null,
  })
  const items = [
    charge(0, { kinds: ['pressing'], totalCents: 121_000, openCents: 121_000 }),
    charge(1, { kinds: ['postage'], totalCents: 24_200, openCents: 0 }),
  ]
  return { items, total: items.length, page: 1, pageSize: items.length, sumOpenCents: 121_000 }
}
