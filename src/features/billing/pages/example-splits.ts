import { m } from '#paraglide/messages.js'
import type { Split, Splits } from '../splits-contract.ts'

/** A portal shared half and half with whoever made the record, for whoever shares nothing yet. */
export function exampleSplits(account: Splits['portal']['account'], today: string): Split[] {
  const other = { id: 'example', name: m['billing.splits.example']() }
  return [
    {
      id: 'example',
      subject: { productId: null, releaseId: null, name: null },
      validFrom: today,
      payer: 'provider',
      parties: [
        { account, shareBp: 6000 },
        { account: other, shareBp: 4000 },
      ],
      current: true,
      removable: false,
    },
  ]
}
