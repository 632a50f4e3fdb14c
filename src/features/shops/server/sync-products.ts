import { readRules, targetOf } from '#features/connectors/server/rules.ts'
import { DailyRates } from '#features/exchange-rates/server/daily-rates.ts'
import { inBulk } from '#platform/bulk.ts'
import { Big } from '#platform/money.ts'
import { keepProduct } from './keep-product.ts'
import type { Means, Run, Step } from './run.ts'

/** A page of products with their variants, prices and purchase addresses. */
export const syncProducts: Step = async (means, run, shop) => {
  const { items, cursor, total, currency, looked = items.length } = await shop.products(run)
  return {
    cursor,
    looked,
    total,
    keep: async (tx) => {
      const rate = await rateOf(means, run, currency)
      const rules = await readRules(tx, run)
      for (const told of items) {
        const { portalId, connectorId, source, name } = run
        const targetId = targetOf(rules, told, told.variants[0]?.key ?? '') ?? portalId
        await keepProduct(tx, { portalId, connectorId, source, shop: name, targetId, rate }, told)
      }
      return 0
    },
  }
}

/** Euros for one unit of the shop's money today: as typed at the connection, else the bank's. */
async function rateOf({ database }: Means, run: Run, currency: string): Promise<Big | undefined> {
  if (currency === 'EUR') return new Big(1)
  const typed = run.currencyRates[currency]
  if (typed) return new Big(typed)
  return inBulk(database, (bulk) => new DailyRates(bulk).on(currency, Date.parse(run.startedAt)))
}
