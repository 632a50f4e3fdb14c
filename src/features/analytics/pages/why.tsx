import { useState } from 'react'
import type { Api } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Segments } from '#ui/field.tsx'
import { here } from '#ui/formats.ts'
import type { SalesChange, Split } from '../why-contract.ts'
import { changeSentence } from '../why-words.ts'
import { type Later, useLater } from './later.ts'
import { LaterFrame } from './later-frame.tsx'
import type { PeriodSearch } from './period.ts'
import { Waterfall } from './waterfall.tsx'
import classes from './why.module.css'

const splitNames: Record<Split, () => string> = {
  product: m['analytics.why.by.product'],
  country: m['analytics.why.by.country'],
  campaign: m['analytics.why.by.campaign'],
  portal: m['analytics.why.by.portal'],
  price: m['analytics.why.by.price'],
}

/** Why net sales changed, asked for after the page: over years it is many rows. */
export function useSalesChange(
  api: Api,
  session: Session | null,
  days: { f?: string; t?: string; compare?: 'year' },
): Later<SalesChange> {
  const portal = currentPortal(session)
  const key = { key: 'why' }
  const { f, t, compare } = days
  return useLater<SalesChange>(
    f && t
      ? session?.user.staff || !portal || portal.label
        ? () => api.analytics.salesChange(days, key)
        : () => api.analytics.salesChangeOfPortal({ ...days, portalId: portal.id }, key)
      : undefined,
    [f, t, compare, portal?.id].join(),
  )
}

/** Why net sales changed: one sentence, and the contributions. */
export const Why = ({ of, period }: { of: Later<SalesChange>; period: PeriodSearch }) => (
  <LaterFrame of={of} title={m['analytics.why.title']()}>
    {(change) => <Told change={change} period={period} />}
  </LaterFrame>
)

function Told({ change, period }: { change: SalesChange; period: PeriodSearch }) {
  const [chosen, choose] = useState<Split>()
  const { date } = here()
  if (change.netCents === 0 && change.previousCents === 0)
    return <p className={classes.note}>{m['analytics.why.none']()}</p>
  const { previousFrom, previousTo } = change
  const before =
    previousFrom === previousTo
      ? date(previousFrom)
      : m['analytics.period.chosen']({ from: date(previousFrom), to: date(previousTo) })
  const by = chosen && change.splits.some((each) => each.by === chosen) ? chosen : 'product'
  return (
    <>
      <p className={classes.sentence}>{changeSentence(change, getLocale())}</p>
      <p className={classes.note}>{m['analytics.why.against']({ days: before })}</p>
      <div className={classes.splits}>
        <Segments
          label={m['analytics.why.splitLabel']()}
          value={by}
          options={change.splits.map((each) => ({
            value: each.by,
            label: splitNames[each.by](),
          }))}
          onChange={(value) => choose(value as Split)}
        />
      </div>
      <Waterfall change={change} by={by} period={period} />
      <details className={classes.how}>
        <summary>{m['analytics.definition.title']()}</summary>
        <p>{m['analytics.why.how']()}</p>
        <p>{m['analytics.why.howPrice']()}</p>
        <p>{m['analytics.why.howCampaign']()}</p>
      </details>
    </>
  )
}
