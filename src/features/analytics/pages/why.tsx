import { useState } from 'react'
import { type Api, isFailure } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Segments } from '#ui/field.tsx'
import { here } from '#ui/formats.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Frame } from '#ui/page.tsx'
import { RowsSkeleton } from '#ui/page-skeleton.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import type { SalesChange, Split } from '../why-contract.ts'
import { changeSentence } from '../why-words.ts'
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

interface WhyProps {
  api: Api
  session: Session | null
  days: { f?: string; t?: string }
  period: PeriodSearch
}

/** Why net sales changed: one sentence, and the contributions. Asked for after the page: over years it is many rows. */
export function Why({ api, session, days, period }: WhyProps) {
  const portal = currentPortal(session)
  const key = { key: 'why' }
  const { f, t } = days
  const { answer, retry } = useAnswer<SalesChange>(
    f && t
      ? session?.user.staff || !portal || portal.label
        ? () => api.analytics.salesChange(days, key)
        : () => api.analytics.salesChangeOfPortal({ ...days, portalId: portal.id }, key)
      : undefined,
    [f, t, portal?.id].join(),
  )
  if (!f || !t) return null
  const current = isFailure(answer) || (answer?.from === f && answer?.to === t) ? answer : undefined
  return (
    <Frame title={m['analytics.why.title']()}>
      {current === undefined ? (
        <div className={classes.waiting}>
          <RowsSkeleton />
        </div>
      ) : (
        <Loaded of={current} failed={m['analytics.failed.why']()} onRetry={retry}>
          {(change) => <Told change={change} period={period} />}
        </Loaded>
      )}
    </Frame>
  )
}

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
