import { createFileRoute } from '@tanstack/react-router'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { here } from '#ui/formats.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Frame, Page } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { Row } from '../contract.ts'
import type { Funnel } from '../detail-contract.ts'
import { analyticsTabs } from './detail-kinds.ts'
import classes from './funnel.module.css'
import { callKey } from './load-detail.ts'
import { measureName } from './measure-name.ts'
import { daysOf, readPeriod } from './period.ts'
import { PeriodBar } from './period-bar.tsx'
import { ProductFunnel } from './product-funnel.tsx'
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
    return { days, funnel }
  },
  head: () => ({ meta: [{ title: `${m['detail.funnel.title']()} · Backline` }] }),
  component: FunnelPage,
  pendingComponent: WaitingForPeriod,
})

function FunnelPage() {
  const { days, funnel } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  return (
    <Page title={m['detail.funnel.title']()} lead={m['detail.funnel.lead']()}>
      <Tabs label={m['detail.tabs']()} tabs={analyticsTabs()} path="/analytics/funnel" />
      <PeriodBar
        alone
        search={Route.useSearch()}
        days={days}
        onChange={(search) => navigate({ search, resetScroll: false })}
      />
      <Loaded of={funnel} failed={m['detail.failed']()}>
        {(found) => (
          <>
            <Steps funnel={found} />
            <Rows title={m['detail.funnel.clicked']()} rows={found.rows} of="clicks" />
            <ProductFunnel rows={found.products} />
            <Rows title={m['detail.funnel.campaigns']()} rows={found.campaigns} of="visits" />
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

function Rows({ title, rows, of }: { title: string; rows: readonly Row[]; of: 'clicks' | 'visits' }) {
  const { number, money, percent } = here()
  const figure = (row: Row, key: string) => Number(row[key] ?? 0)
  const manyPortals = new Set(rows.flatMap(({ portalName }) => portalName ?? [])).size > 1
  return (
    <section className={classes.rows}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <Empty drawing={false} title={m['detail.empty.title']()} text={m['detail.funnel.none']()} />
      ) : (
        <DataTable
          label={title}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'name',
              title: m['detail.column.what'](),
              phone: 'main',
              cell: ({ name, portalName }) => (
                <b>
                  {name || m['detail.funnel.gone']()}
                  {manyPortals && portalName ? ` · ${portalName}` : null}
                </b>
              ),
            },
            {
              id: of,
              title: measureName(of),
              numeric: true,
              phone: 'detail',
              cell: (row) => (
                <>
                  <span className={classes.onPhone}>{measureName(of)} </span>
                  {number(figure(row, of))}
                </>
              ),
            },
            {
              id: 'orders',
              title: m['analytics.measure.orders'](),
              numeric: true,
              cell: (row) => number(figure(row, 'orders')),
            },
            {
              id: 'netCents',
              title: m['analytics.measure.netCents'](),
              numeric: true,
              phone: 'amount',
              cell: (row) => money(figure(row, 'netCents')),
            },
            {
              id: 'incomeCents',
              title: measureName('incomeCents'),
              numeric: true,
              cell: (row) => money(figure(row, 'incomeCents')),
            },
            {
              id: 'conversion',
              title: m['analytics.measure.conversion'](),
              numeric: true,
              cell: (row) =>
                figure(row, of) > 0 ? percent(figure(row, 'orders') / figure(row, of), 2) : '–',
            },
          ]}
        />
      )}
    </section>
  )
}
