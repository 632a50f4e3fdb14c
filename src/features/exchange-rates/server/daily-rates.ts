import type { Bulk } from '#platform/bulk.ts'
import { Big } from '#platform/money.ts'
import { dayOf, formatDay } from '#platform/time.ts'

/** The longest time without a publication: Easter and Christmas close the markets for four days. */
export const rateDaysMax = 7
const digits = 12

/** Euros for one unit. */
export const eurosOf = (perEuro: string): Big => new Big(1).div(perEuro).prec(digits)

/**
 * Euros for one unit of a currency on the day (Europe/Madrid) of a moment: of that day, or of the last one before it on
 * which rates were published. Undefined where nothing is known of the last seven days. Asks once a currency and day.
 */
export class DailyRates {
  private readonly known = new Map<string, Big | undefined>()
  private readonly source: Pick<Bulk, 'query'>

  constructor(source: Pick<Bulk, 'query'>) {
    this.source = source
  }

  async on(currency: string, at: number): Promise<Big | undefined> {
    const day = formatDay(dayOf(at))
    const key = `${currency} ${day}`
    if (!this.known.has(key)) this.known.set(key, await this.find(currency, day))
    return this.known.get(key)
  }

  private async find(currency: string, day: string): Promise<Big | undefined> {
    const [row] = await this.source.query<{ per_euro: string }>(
      `select per_euro::text from exchange_rate
      where currency = $1 and day <= $2::date and day >= $2::date - ${rateDaysMax} order by day desc limit 1`,
      [currency, day],
    )
    return row && eurosOf(row.per_euro)
  }
}
