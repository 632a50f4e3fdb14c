import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { MayNotChange } from '#features/app/pages/ask-for-access.tsx'
import { portalTabs } from '#pages/billing-tabs.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { here } from '#ui/formats.ts'
import { Loaded } from '#ui/loaded.tsx'
import { localized } from '#ui/localized.ts'
import { Page, TrailLink } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { Advance } from '../advances-contract.ts'
import { AdvanceRequest } from './advance-request.tsx'
import classes from './billing.module.css'
import { statusWord } from './billing-words.ts'
import { type Forecast, ForecastEvidence, forecastWord } from './forecast-evidence.tsx'
import { portalFor, readPortal } from './which-portal.ts'

/** Money on account: what can be asked for, what is open, when it will be settled. */
export const Route = createFileRoute('/_app/billing/advances')({
  validateSearch: readPortal,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const portalId = portalFor(context.session, deps.portal, 'billing.viewadvances')
    return { portalId, advances: await context.api.billing.listAdvances({ portalId }, { key: 'advances' }) }
  },
  head: () => ({ meta: [{ title: `${m['billing.advances.title']()} · Backline` }] }),
  component: AdvancesPage,
})

const marks = { Next: 'draft', Pending: 'review', Approved: 'live', Cancelled: 'paused' } as const
const states = {
  open: m['billing.advanceState.open'],
  partial: m['billing.advanceState.partial'],
  settled: m['billing.advanceState.settled'],
} as const
const stateOf = ({ status, state, offered }: Advance) =>
  state ? states[state]() : offered ? m['billing.path.toAccept']() : statusWord(2, status)

function AdvancesPage() {
  const { portalId, advances } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const permissions = permissionsOf(session)
  const { money, date, percent } = here()
  return (
    <Page
      title={m['billing.advances.title']()}
      lead={m['billing.advances.lead']()}
      {...(session?.user.staff && !isFailure(advances)
        ? {
            trail: [
              <TrailLink key="billing" to="/billing">
                {m['billing.title']()}
              </TrailLink>,
              advances.account,
            ],
          }
        : {})}
    >
      {session?.user.staff ? undefined : (
        <Tabs label={m['billing.tabs.label']()} tabs={portalTabs(permissions)} path="/billing/advances" />
      )}
      <Loaded of={advances} failed={m['billing.advances.loadFailed']()}>
        {(found) => (
          <>
            <div className={classes.figures}>
              <div className={classes.figure}>
                <span>{m['billing.advances.available']()}</span>
                <b>{money(found.availableCents)}</b>
                <small>
                  {m['billing.advances.ceiling']()}: {money(found.ceilingCents)},{' '}
                  {m['billing.advances.ceilingText']({
                    pct: percent(found.limitPct / 100, 0),
                    amount: money(Math.max(found.yearIncomeCents, 0)),
                  })}
                </small>
              </div>
              <div className={classes.figure}>
                <span>{m['billing.advances.outstanding']()}</span>
                <b>{money(found.outstandingCents)}</b>
                <small>
                  <ForecastText advances={found} />
                </small>
              </div>
              <div className={classes.figure}>
                <span>{m['billing.advances.requested']()}</span>
                <b>{money(found.requestedCents)}</b>
              </div>
            </div>
            <div className={classes.stack}>
              {found.outstandingCents > 0 ? <ForecastEvidence forecast={found.forecast} /> : undefined}
              {can(permissions, 'billing.manageadvances') && session?.user.spy !== true ? (
                <AdvanceRequest portalId={portalId} availableCents={found.availableCents} />
              ) : (
                <MayNotChange
                  text={m['billing.advances.mayNot']()}
                  asked={{ page: 'billing.askAdvance', portalId }}
                />
              )}
            </div>
            <h2 className={classes.heading}>{m['billing.advances.list']()}</h2>
            {found.items.length === 0 ? (
              <Empty title={m['billing.advances.empty.title']()} text={m['billing.advances.empty.text']()} />
            ) : (
              <DataTable
                label={m['billing.advances.list']()}
                rows={found.items}
                rowKey={({ id }) => id}
                columns={[
                  {
                    id: 'advance',
                    title: m['billing.bill.advance'](),
                    phone: 'main',
                    cell: ({ id, number, amountCents }) => (
                      <a href={localized(`/billing/${id}`)}>
                        {number
                          ? m['billing.bill.advanceNumber']({ number })
                          : m['billing.advances.one']({ amount: money(amountCents) })}
                      </a>
                    ),
                  },
                  {
                    id: 'day',
                    title: m['billing.advances.day'](),
                    phone: 'detail',
                    cell: ({ requestedAt }) => date(requestedAt),
                  },
                  {
                    id: 'status',
                    title: m['billing.column.status'](),
                    phone: 'status',
                    cell: (advance) => <Status mark={marks[advance.status]}>{stateOf(advance)}</Status>,
                  },
                  {
                    id: 'open',
                    title: m['billing.advances.open'](),
                    numeric: true,
                    cell: ({ openCents }) => money(openCents),
                  },
                  {
                    id: 'amount',
                    title: m['billing.advances.granted'](),
                    numeric: true,
                    phone: 'amount',
                    cell: ({ amountCents }) => money(amountCents),
                  },
                ]}
              />
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function ForecastText({
  advances: { outstandingCents, forecast },
}: {
  advances: { outstandingCents: number; forecast: Forecast }
}) {
  return outstandingCents === 0 ? m['billing.advances.nothing']() : forecastWord(forecast)
}
