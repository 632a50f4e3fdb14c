import { m } from '#paraglide/messages.js'
import classes from './definitions.module.css'

const entries = [
  [m['analytics.measure.netCents'], m['analytics.definition.netCents']],
  [m['analytics.measure.grossCents'], m['analytics.definition.grossCents']],
  [m['analytics.measure.discountsCents'], m['analytics.definition.discountsCents']],
  [m['analytics.measure.incomeCents'], m['analytics.definition.incomeCents']],
  [m['analytics.measure.orders'], m['analytics.definition.orders']],
  [m['analytics.measure.averageOrderCents'], m['analytics.definition.averageOrderCents']],
  [m['analytics.measure.units'], m['analytics.definition.units']],
  [m['analytics.measure.albums'], m['analytics.definition.albums']],
  [m['analytics.measure.refundsCents'], m['analytics.definition.refundsCents']],
  [m['analytics.measure.visits'], m['analytics.definition.visits']],
  [m['analytics.measure.visitors'], m['analytics.definition.visitors']],
  [m['analytics.measure.clicks'], m['analytics.definition.clicks']],
  [m['analytics.measure.conversion'], m['analytics.definition.conversion']],
] as const

/** How each figure is worked out, for whoever wants to know. */
export function Definitions() {
  return (
    <details className={classes.box}>
      <summary>{m['analytics.definition.title']()}</summary>
      <dl>
        {entries.map(([name, definition]) => (
          <div key={name()}>
            <dt>{name()}</dt>
            <dd>{definition()}</dd>
          </div>
        ))}
      </dl>
      <p>{m['analytics.definition.salesSource']()}</p>
      <p>{m['analytics.definition.visitsSource']()}</p>
    </details>
  )
}
