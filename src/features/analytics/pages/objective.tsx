import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import type { DetailAnswer } from '../detail-contract.ts'
import classes from './objective.module.css'

/** The year's sales objective: what is sold of it, and where the year ends at this pace (the mark). */
export function Objective({
  objective,
  year,
}: {
  objective: NonNullable<DetailAnswer['objective']>
  year: string
}) {
  const { roundMoney, percent } = here()
  const { objectiveCents, netCents, projectedCents, portal, label } = objective
  const share = (cents: number) => `${Math.max(0, Math.min(1, cents / objectiveCents)) * 100}%`
  return (
    <Frame
      title={m['detail.objective.title']({ year })}
      control={<b>{percent(netCents / objectiveCents)}</b>}
    >
      <div className={classes.bar} aria-hidden="true">
        <i style={{ inlineSize: share(netCents) }} />
        <u style={{ insetInlineStart: share(projectedCents) }} />
      </div>
      <p>{m['detail.objective.of']({ net: roundMoney(netCents), objective: roundMoney(objectiveCents) })}</p>
      <p className={classes.note}>
        {label ? m['detail.objective.ofLabel']({ portal }) : m['detail.objective.ofPortal']({ portal })}{' '}
        {projectedCents >= objectiveCents
          ? m['detail.objective.ahead']({ projected: roundMoney(projectedCents) })
          : m['detail.objective.behind']({
              projected: roundMoney(projectedCents),
              missing: roundMoney(objectiveCents - projectedCents),
            })}
      </p>
    </Frame>
  )
}
