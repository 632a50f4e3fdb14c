import type { PortalKey } from './cast.ts'
import { portals } from './cast.ts'
import type { WorldProduct } from './catalogue.ts'
import type { makePlaces, Place } from './places.ts'
import { type Random, randomFrom, weighted } from './random.ts'
import { busyness, momentsOf, presaleDays, worldDays } from './rhythm.ts'

export interface WorldLine {
  product: WorldProduct
  sku: string
  quantity: number
  /** Charged for one, VAT included, before the discount. */
  unitPriceCents: number
  /** Of the whole line, VAT included. */
  discountCents: number
  vatPct: number
}

export interface WorldOrder {
  portal: PortalKey
  externalId: string
  placedAt: Date
  place: Place
  buyerEmail: string
  lines: WorldLine[]
  /** Some lines sent back: their positions, and when. */
  refund?: { at: Date; lines: number[] }
  cancelledAt?: Date
}

export interface Stretch {
  now: Date
  days: number
  seed: string
  /** 1 is the volume of the cast's own figures. */
  volume: number
}

/** About two years of a portal's orders, oldest first; the same for the same stretch. */
export function* makeOrders(
  key: PortalKey,
  products: readonly WorldProduct[],
  place: ReturnType<typeof makePlaces>,
  { now, days, seed, volume }: Stretch,
): Generator<WorldOrder> {
  const { code, home, ordersADay, openedDaysAgo } = portals[key]
  const { first, last } = worldDays(now, days)
  const records = [...new Set(products.map((one) => last - one.releasedDaysAgo).filter(Number.isFinite))]
  const random = randomFrom(`${seed} orders ${key}`)
  let number = 1000
  for (let day = Math.max(first, last - openedDaysAgo); day <= last; day++) {
    const onSale = products.filter((one) => last - one.releasedDaysAgo - presaleDays <= day)
    if (onSale.length === 0) continue
    const pick = weighted(
      onSale.map((one) => [one, one.weight * freshness(day - (last - one.releasedDaysAgo))] as const),
    )
    const mean = ordersADay * volume * busyness(day, last, records, 9) * (0.8 + 0.4 * random.next())
    for (const at of momentsOf(day, random.poisson(mean), now.getTime(), random)) {
      number++
      const where = place(random, home, 0.07)
      const lines = makeLines(pick, where, random)
      yield {
        portal: key,
        externalId: `${code}-${number}`,
        placedAt: new Date(at),
        place: where,
        buyerEmail: `fan${random.between(1, 400 + number)}@correo.test`,
        lines,
        ...afterwards(at, lines.length, now, random),
      }
    }
  }
}

/** What came out lately sells best. */
const freshness = (age: number) => (Number.isFinite(age) && age < 60 ? 4 : 1)

function makeLines(pick: (random: Random) => WorldProduct, where: Place, random: Random): WorldLine[] {
  const count = weighted([
    [1, 60],
    [2, 26],
    [3, 10],
    [4, 4],
  ] as const)(random)
  const discounted = random.chance(0.12)
  const inUnion = ['ES', 'PT', 'FR', 'DE', 'IT', 'NL', 'BE'].includes(where.country)
  return Array.from({ length: count }, () => {
    const product = pick(random)
    const quantity = random.chance(0.07) ? 2 : 1
    return {
      product,
      sku: product.variants.length > 0 ? random.one(product.variants).sku : product.sku,
      quantity,
      unitPriceCents: product.priceCents,
      discountCents: discounted ? Math.round(product.priceCents * quantity * 0.1) : 0,
      // Zines are books: 4 %. What leaves the Union leaves without VAT.
      vatPct: !inUnion ? 0 : product.category === 'culture' ? 4 : 21,
    }
  })
}

function afterwards(
  at: number,
  lines: number,
  now: Date,
  random: Random,
): Pick<WorldOrder, 'refund' | 'cancelledAt'> {
  const fate = random.next()
  if (fate < 0.008) {
    const cancelledAt = new Date(at + random.between(1, 30) * 3_600_000)
    return cancelledAt <= now ? { cancelledAt } : {}
  }
  if (fate > 0.026) return {}
  const refundedAt = new Date(at + random.between(5, 20) * 86_400_000)
  return refundedAt <= now ? { refund: { at: refundedAt, lines: [random.between(0, lines - 1)] } } : {}
}
