import type { Tx } from '#platform/db.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { lineBp } from '../tax-cases.ts'
import { isCovered } from './agreement.ts'
import type { OpenAmount } from './ledger.ts'
import { operationsByMonth } from './operations-from.ts'
import { type AccountSettings, frozenOf, settingsOf } from './settings.ts'
import { accrualDay } from './standing.ts'

/**
 * The amounts of the first months in which an account was one, taxed alike and billed by the same, and the rate of each by its own month;
 * what comes after them is another bill. There has to be one amount at least.
 */
export async function ofOneStanding(tx: Tx, accountId: string, open: readonly OpenAmount[], now: Date) {
  const today = formatDay(dayOf(now.getTime()))
  const months = [...new Set(open.map(({ month }) => month))].sort()
  const operations = await operationsByMonth(tx, accountId, open)
  const firstOf = (on: string) => operations.get(on) ?? now
  const of = new Map<string, AccountSettings>()
  let covered: boolean | undefined
  for (const month of months) {
    const settings = await settingsOf(tx, accountId, now, accrualDay(month, today))
    const first = of.values().next().value
    if (first && standing(first) !== standing(settings)) break
    // Months of before the agreement and after it are issued by two.
    const own = settings.selfInvoice && (await isCovered(tx, settings, firstOf(month)))
    if (covered !== undefined && covered !== own) break
    covered = own
    of.set(month, settings)
  }
  return {
    amounts: open.filter(({ month }) => of.has(month)),
    settings: [...of.values()].at(-1) as AccountSettings,
    /** Does the provider issue it, by an agreement of before? */
    issuedHere: covered === true,
    operationsFrom: new Date(Math.min(...[...of.keys()].map((month) => firstOf(month).getTime()))),
    bpOf: (line: OpenAmount) => {
      const { tax, taxBp } = of.get(line.month) as AccountSettings
      return lineBp(tax ?? { rate: null }, line.taxBp, taxBp)
    },
  }
}

const standing = ({ information, tax }: AccountSettings) =>
  JSON.stringify([information && frozenOf(information), tax])
