/** Whose commission it was, where that is not the one of all portals: see decision 0085. */
export type RateOf = 'portal' | 'product'

/** What a line of a bill was made of, by product, in cents that come to the line's amount. Browser-safe. */
export interface Goods {
  /** Null: several products that are each a small part. */
  name: string | null
  sku: string | null
  /** Not said on bills of before rates were told apart. */
  rateOf?: RateOf | null
  /** Of a product's own: from how many units sold on. */
  rateUnits?: number | null
  units: number
  grossCents: number
  /** Discounts and refunds. */
  offCents: number
  /** Commission; of what is made on demand, what making it cost. */
  chargedCents: number
  amountCents: number
}

/** As many products of a line as a bill names; the others are one. */
export const namedGoods = 40

interface Sold {
  name: string
  sku: string
  rateOf: RateOf | null
  rateUnits: number | null
  units: number
  grossMicros: number
  offMicros: number
  amountMicros: number
}

/** Was anything sold or paid back? What came back within the month has left nothing to tell. */
const isSomething = ({ units, grossMicros, offMicros, amountMicros }: Sold) =>
  units !== 0 || grossMicros !== 0 || offMicros !== 0 || amountMicros !== 0

const cents = (micros: number) => Math.sign(micros) * Math.round(Math.abs(micros) / 10_000)

/** Products with their part of an amount that was rounded once; the largest takes the cent that rounding leaves. */
export function goodsOf(sold: readonly Sold[], amountCents: number): Goods[] {
  const largest = sold.filter(isSomething).sort((a, b) => Math.abs(b.amountMicros) - Math.abs(a.amountMicros))
  const parts = largest.map(({ grossMicros, offMicros, amountMicros, ...of }): Goods => {
    const [grossCents, offCents, own] = [cents(grossMicros), cents(offMicros), cents(amountMicros)]
    return { ...of, grossCents, offCents, chargedCents: grossCents - offCents - own, amountCents: own }
  })
  const named = parts.slice(0, namedGoods)
  const rest = parts.slice(namedGoods).reduce<Goods | undefined>(
    (all, part) =>
      all
        ? {
            ...all,
            units: all.units + part.units,
            grossCents: all.grossCents + part.grossCents,
            offCents: all.offCents + part.offCents,
            chargedCents: all.chargedCents + part.chargedCents,
            amountCents: all.amountCents + part.amountCents,
          }
        : { ...part, name: null, sku: null, rateOf: null, rateUnits: null },
    undefined,
  )
  const goods = rest ? [...named, rest] : named
  const [first] = goods
  if (!first) return []
  const left = amountCents - goods.reduce((sum, part) => sum + part.amountCents, 0)
  first.amountCents += left
  first.chargedCents -= left
  return goods
}

/** The other way round, as a corrective bill takes it back. */
export const turnedGoods = (goods: readonly Goods[]): Goods[] =>
  goods.map(({ name, sku, rateOf = null, rateUnits = null, ...sums }) => ({
    ...{ name, sku, rateOf, rateUnits },
    ...(Object.fromEntries(
      Object.entries(sums).map(([key, value]) => [key, value === 0 ? 0 : -value]),
    ) as Omit<Goods, 'name' | 'sku' | 'rateOf' | 'rateUnits'>),
  }))
