import { m } from '#paraglide/messages.js'
import type { Measure } from '../contract.ts'

const names: Record<Measure, () => string> = {
  grossCents: m['analytics.measure.grossCents'],
  discountsCents: m['analytics.measure.discountsCents'],
  refundsCents: m['analytics.measure.refundsCents'],
  netCents: m['analytics.measure.netCents'],
  incomeCents: m['analytics.measure.incomeCents'],
  orders: m['analytics.measure.orders'],
  units: m['analytics.measure.units'],
  albums: m['analytics.measure.albums'],
  averageOrderCents: m['analytics.measure.averageOrderCents'],
  visits: m['analytics.measure.visits'],
  visitors: m['analytics.measure.visitors'],
  conversion: m['analytics.measure.conversion'],
  clicks: m['analytics.measure.clicks'],
}

/** What a measure is called on screen. */
export const measureName = (measure: Measure): string => names[measure]()

/** Is this column a measure? */
export const isMeasure = (key: string): key is Measure => key in names
