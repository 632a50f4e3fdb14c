import { Big } from '#platform/money.ts'
import type { AskWooCommerce } from './woocommerce-call.ts'
import type { PriceOf } from './woocommerce-product.ts'

interface Setting {
  id: string
  value: unknown
}
interface Tax {
  country: string
  state: string
  postcode: string
  city: string
  rate: string
  class: string
  priority: number
}

/**
 * In which money the shop's prices are, and what fans pay for one. Most shops write prices with tax; the others say which rates
 * are theirs, of which the one for the shop's own country counts.
 */
export async function readPrices(ask: AskWooCommerce): Promise<{ currency: string; priceOf: PriceOf }> {
  const general = await settingsOf(ask, 'general')
  const currency = general.get('woocommerce_currency') ?? ''
  const asWritten = { currency, priceOf: (price: Big) => price }
  if (general.get('woocommerce_calc_taxes') !== 'yes') return asWritten
  const tax = await settingsOf(ask, 'tax')
  if (tax.get('woocommerce_prices_include_tax') === 'yes') return asWritten
  const [country = ''] = (general.get('woocommerce_default_country') ?? '').split(':')
  const { json: rates } = await ask<Tax[]>('taxes', { per_page: 100 })
  const rateOf = (of: string) =>
    rates
      .filter((one) => one.class === of && (one.country === country || one.country === ''))
      .filter((one) => !one.postcode && !one.city && !one.state)
      .toSorted((a, b) => (a.country === b.country ? a.priority - b.priority : a.country ? -1 : 1))[0]?.rate
  return {
    currency,
    priceOf: (price, sold) => {
      if (sold.tax_status !== 'taxable') return price
      // «parent» is said of variations that follow their product; shops have one class for both.
      const rate = rateOf(/^(parent)?$/.test(sold.tax_class) ? 'standard' : sold.tax_class)
      return price.times(new Big(rate ?? 0).div(100).plus(1)).round(4)
    },
  }
}

async function settingsOf(ask: AskWooCommerce, group: string): Promise<Map<string, string>> {
  const { json } = await ask<Setting[]>(`settings/${group}`)
  return new Map(json.map(({ id, value }) => [id, String(value ?? '')]))
}
