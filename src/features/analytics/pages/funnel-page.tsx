import { createFileRoute } from '@tanstack/react-router'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { useAddressSearch } from '#ui/list-search.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Frame, Page } from '#ui/page.tsx'
import { useWished } from '#ui/use-wished.ts'
import type { Funnel } from '../detail-contract.ts'
import { AnalyticsNav } from './analytics-nav.tsx'
import classes from './funnel.module.css'
import { FunnelRows } from './funnel-rows.tsx'
import { callKey } from './load-detail.ts'
import { measureName } from './measure-name.ts'
import { daysOf, readPeriod } from './period.ts'
import { Toolbar } from './toolbar.tsx'
import { WaitingForPeriod } from './waiting.tsx'

/** From visit to click to sale. */
export const Route = createFileRoute('/_app/analytics/funnel')({
  validateSearch: readPeriod,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, preload }) => {
    const days = daysOf(deps, new Date())
    const portal = currentPortal(context.session)
    const { analytics } = context.api
    const key = callKey('funnel', preload)
    const funnel =
      context.session?.user.staff || !portal || portal.label
        ? await analytics.salesFunnel(days, { key })
        : await analytics.salesFunnelOfPortal({ ...days, portalId: portal.id }, { key })
    return { funnel }
  },
  head: () => ({ meta: [{ title: `${m['detail.funnel.title']()} · Backline` }] }),
  component: FunnelPage,
  pendingComponent: WaitingForPeriod,
})

function FunnelPage() {
  const { funnel } = Route.useLoaderData()
  const search = useWished(Route.useSearch(), readPeriod)
  const update = useAddressSearch('/analytics/funnel', readPeriod)
  return (
    <Page title={m['detail.funnel.title']()} lead={m['detail.funnel.lead']()}>
      <AnalyticsNav path="/analytics/funnel" search={search} />
      <Toolbar search={search} days={daysOf(search, new Date())} onChange={(next) => update(next)} />
      <Loaded of={funnel} failed={m['detail.failed']()}>
        {(found) => (
          <>
            <Steps funnel={found} />
            <FunnelRows
              title={m['detail.funnel.clicked']()}
              what={m['detail.column.what']()}
              none={m['detail.funnel.none']()}
              rows={found.rows}
              steps={[{ id: 'clicks', title: measureName('clicks') }]}
              income
            />
            <FunnelRows
              title={m['detail.funnel.products']()}
              what={m['detail.column.product']()}
              none={m['detail.funnel.productsNone']()}
              rows={found.products}
              steps={[
                { id: 'opened', title: m['detail.funnel.opened']() },
                { id: 'chosen', title: m['detail.funnel.chosen']() },
                { id: 'clicks', title: m['detail.funnel.pressed']() },
              ]}
            />
            <FunnelRows
              title={m['detail.funnel.campaigns']()}
              what={m['detail.column.what']()}
              none={m['detail.funnel.none']()}
              rows={found.campaigns}
              steps={[{ id: 'visits', title: measureName('visits') }]}
              note={m['detail.funnel.campaignsHow']()}
              income
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Each step as a bar of what the first one was, with the share that came this far; money as a share of net sales. */
function Steps({ funnel }: { funnel: Funnel }) {
  const { number, percent, money } = here()
  const steps = [
    { name: m['analytics.measure.visits'](), value: funnel.visits },
    { name: m['analytics.measure.clicks'](), value: funnel.clicks },
    { name: m['analytics.measure.orders'](), value: funnel.orders },
  ]
  const most = Math.max(1, ...steps.map(({ value }) => value))
  const { netCents, incomeCents } = funnel
  const amounts = [
    { name: measureName('netCents'), value: netCents },
    { name: measureName('incomeCents'), value: incomeCents },
  ]
  const share = (value: number) => Math.max(0, Math.min(1, value / Math.max(1, netCents)))
  return (
    <Frame title={m['detail.funnel.steps']()}>
      <ol className={classes.steps}>
        {steps.map(({ name, value }, at) => (
          <li key={name}>
            <span>{name}</span>
            <i style={{ inlineSize: `${(value / most) * 100}%` }} />
            <b>{number(value)}</b>
            <small>{at > 0 && funnel.visits > 0 ? percent(value / funnel.visits) : ''}</small>
          </li>
        ))}
        {amounts.map(({ name, value }, at) => (
          <li key={name} data-money>
            <span>{name}</span>
            <i style={{ inlineSize: `${share(value) * 100}%` }} />
            <b>{money(value)}</b>
            <small>{at > 0 && netCents > 0 ? percent(value / netCents) : ''}</small>
          </li>
        ))}
      </ol>
      <p className={classes.note}>
        {m['detail.funnel.attributed']({
          orders: number(funnel.attributedOrders),
          net: money(funnel.attributedNetCents),
          all: money(netCents),
          income: money(funnel.attributedIncomeCents),
        })}
      </p>
    </Frame>
  )
}
