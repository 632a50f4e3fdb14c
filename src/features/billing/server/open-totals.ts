import type { Tx } from '#platform/db.ts'
import { type Totals, totalsOf } from '../totals.ts'
import { type OpenAmount, openAmounts } from './ledger.ts'
import { ofOneStanding } from './one-standing.ts'
import { settingsOf } from './settings.ts'
import { advancesLeft } from './totals-of-bills.ts'

/**
 * What is open of an account as the bills that will be made of it: the months of each standing taxed by their own. What somebody
 * who had the account before owes is on none of them.
 */
async function openParts(tx: Tx, accountId: string, now: Date) {
  const { information: present } = await settingsOf(tx, accountId, now)
  const parts: Awaited<ReturnType<typeof ofOneStanding>>[] = []
  for (let rest = await openAmounts(tx, accountId); rest.length > 0; ) {
    const one = await ofOneStanding(tx, accountId, rest, now)
    const cents = one.amounts.reduce((sum, { amountCents }) => sum + amountCents, 0)
    if (cents > 0 || one.settings.information?.taxId === present?.taxId) parts.push(one)
    rest = rest.filter((amount) => !one.amounts.includes(amount))
  }
  return parts
}

/** What those bills come to together; undefined where it is one: that is as its account is today. */
export async function openTotals(tx: Tx, accountId: string, now: Date): Promise<Totals | undefined> {
  const parts = await openParts(tx, accountId, now)
  const left = await advancesLeft(tx, [accountId])
  const settled = new Map<string, number>()
  const totals = parts.map(({ amounts, settings, bpOf }) => {
    const taxId = settings.information?.taxId ?? ''
    const one = totalsOf({
      groups: amounts.map((line) => ({ taxBp: bpOf(line), amountCents: line.amountCents })),
      outstandingCents: left(accountId, taxId, null) - (settled.get(taxId) ?? 0),
      ...{ settlementBp: settings.settlementBp, retentionBp: settings.retentionBp },
    })
    settled.set(taxId, (settled.get(taxId) ?? 0) + one.settledCents)
    return one
  })
  const [first, ...more] = totals
  return first && more.reduce(together, first)
}

/** What is open, each line at the rate of its own month. */
export async function openLines(tx: Tx, accountId: string, now: Date) {
  const parts = await openParts(tx, accountId, now)
  const rateOf = (line: OpenAmount) =>
    parts.find(({ amounts }) => amounts.some(({ month }) => month === line.month))?.bpOf(line) ?? 0
  return (await openAmounts(tx, accountId)).map((line) => ({ ...line, taxBp: rateOf(line) }))
}

function together(one: Totals, two: Totals): Totals {
  const rates = [...new Set([...one.groups, ...two.groups].map(({ taxBp }) => taxBp))].sort((a, b) => b - a)
  const sum = <K extends string>(names: readonly K[], a: Record<K, number>, b: Record<K, number>) =>
    Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as Record<K, number>
  const ofGroup = ['earnedCents', 'settledCents', 'baseCents', 'taxCents'] as const
  const none = { earnedCents: 0, settledCents: 0, baseCents: 0, taxCents: 0 }
  const groupOf = ({ groups }: Totals, bp: number) => groups.find(({ taxBp }) => taxBp === bp) ?? none
  return {
    ...sum([...ofGroup, 'retentionCents', 'totalCents', 'payableCents'], one, two),
    groups: rates.map((taxBp) => ({ taxBp, ...sum(ofGroup, groupOf(one, taxBp), groupOf(two, taxBp)) })),
  }
}
