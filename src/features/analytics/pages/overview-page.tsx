import { createFileRoute } from '@tanstack/react-router'
import { type Api, type Failure, isFailure, type Result } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Page } from '#ui/page.tsx'
import type { Answer } from '../contract.ts'
import { AnalyticsNav } from './analytics-nav.tsx'
import { Definitions } from './definitions.tsx'
import { Highlights } from './highlights.tsx'
import { callKey, loadFlags } from './load-detail.ts'
import { OddList } from './odd-list.tsx'
import classes from './overview.module.css'
import { daysOf, readPeriod } from './period.ts'
import { SalesChart, VisitsChart } from './series-charts.tsx'
import { SideBySide } from './side-by-side.tsx'
import { Toolbar } from './toolbar.tsx'
import { TopPortals, TopProducts, TopSources } from './top-lists.tsx'
import { WaitingForPeriod } from './waiting.tsx'
import { Why } from './why.tsx'

/** What sold and who came: the whole label, the current portal, or everything for staff. */
export const Route = createFileRoute('/_app/analytics')({
  validateSearch: readPeriod,
  loaderDeps: ({ search: { compare: _, ...period } }) => period,
  loader: async ({ context, deps, preload }) => {
    const days = daysOf(deps, new Date())
    const [answers, flags] = await Promise.all([
      load(context.api, context.session, days, preload),
      loadFlags(context, days, {}, preload),
    ])
    return { days, ...answers, flags }
  },
  head: () => ({ meta: [{ title: `${m['shell.menu.analytics']()} · Backline` }] }),
  component: OverviewPage,
  pendingComponent: WaitingForPeriod,
})

type Days = { f?: string; t?: string }

interface Answers {
  highlights: Result<Answer>
  sales: Result<Answer>
  visits: Result<Answer>
  albums: Result<Answer>
}

/** A label's calls name no portal; another portal's do; staff have calls of their own. */
async function load(api: Api, session: Session | null, days: Days, preload: boolean): Promise<Answers> {
  const { analytics } = api
  const key = (name: string) => ({ key: callKey(name, preload) })
  const portal = currentPortal(session)
  const [highlights, sales, visits, albums] = await Promise.all(
    session?.user.staff
      ? [
          analytics.highlights(days, key('highlights')),
          analytics.staffSalesInfo(days, key('sales')),
          analytics.staffVisitsInfo(days, key('visits')),
          analytics.staffAlbumsInfo(days, key('albums')),
        ]
      : portal && !portal.label
        ? [
            analytics.highlightsOfPortal({ portalId: portal.id, ...days }, key('highlights')),
            analytics.portalSalesInfoOfPortal({ portalId: portal.id, ...days }, key('sales')),
            analytics.portalVisitsInfoOfPortal({ portalId: portal.id, ...days }, key('visits')),
          ]
        : [
            analytics.highlights(days, key('highlights')),
            analytics.portalSalesInfo(days, key('sales')),
            analytics.portalVisitsInfo(days, key('visits')),
          ],
  )
  return { highlights, sales, visits, albums }
}

function OverviewPage() {
  const { session, api } = Route.useRouteContext()
  const { days, highlights, sales, visits, albums, flags } = Route.useLoaderData()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { compare = false, ...period } = search
  const staff = session?.user.staff === true

  return (
    <Page title={m['shell.menu.analytics']()} lead={lead(session, days)}>
      <AnalyticsNav path="/analytics" search={search} />
      <Toolbar
        search={search}
        days={days}
        comparisons={['previous']}
        onChange={(next) => navigate({ search: (now) => readPeriod({ ...next(now) }), resetScroll: false })}
      />
      <Loaded of={highlights} failed={m['analytics.failed.highlights']()} told={told}>
        {(answer) => <Highlights answer={answer} period={period} />}
      </Loaded>
      <div className={classes.why}>
        <Why api={api} session={session} days={days} period={search} />
        <OddList api={api} session={session} />
      </div>
      <div className={classes.two}>
        <Loaded of={sales} failed={m['analytics.failed.sales']()} told={told}>
          {(answer) => <SalesChart answer={answer} compare={compare} flags={flags} />}
        </Loaded>
        <Loaded of={visits} failed={m['analytics.failed.visits']()} told={told}>
          {(answer) => <VisitsChart answer={answer} compare={compare} flags={flags} />}
        </Loaded>
      </div>
      {currentPortal(session)?.label ? (
        <div className={classes.why}>
          <SideBySide api={api} days={days} period={period} />
        </div>
      ) : undefined}
      <div className={staff ? classes.three : classes.two}>
        {isFailure(sales) ? undefined : staff ? (
          <TopPortals answer={sales} period={period} of="sales" />
        ) : (
          <TopProducts answer={sales} period={period} />
        )}
        {isFailure(visits) ? undefined : staff ? (
          <TopPortals answer={visits} period={period} of="visits" />
        ) : (
          <TopSources answer={visits} period={period} />
        )}
        {staff ? (
          <Loaded of={albums} failed={m['analytics.failed.albums']()} told={told}>
            {(answer) => <TopPortals answer={answer} period={period} of="albums" />}
          </Loaded>
        ) : undefined}
      </div>
      <Definitions />
    </Page>
  )
}

function lead(session: Session | null, { f, t }: Days): string | undefined {
  if (!f || !t) return undefined
  const { date } = here()
  const portal = currentPortal(session)
  const names = { name: portal?.name ?? '', from: date(f), to: date(t) }
  const oneDay = f === t
  if (session?.user.staff)
    return oneDay ? m['analytics.leadDay.staff'](names) : m['analytics.lead.staff'](names)
  if (portal?.label) return oneDay ? m['analytics.leadDay.label'](names) : m['analytics.lead.label'](names)
  return oneDay ? m['analytics.leadDay.portal'](names) : m['analytics.lead.portal'](names)
}

const told = (failure: Failure | undefined) =>
  typeof failure?.error === 'object' ? { text: failure.error.message } : {}
