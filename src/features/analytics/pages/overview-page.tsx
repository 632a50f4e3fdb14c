import { createFileRoute } from '@tanstack/react-router'
import { type Api, isFailure, type Result } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { useAddressSearch } from '#ui/list-search.ts'
import { OneError } from '#ui/one-error.tsx'
import { Page } from '#ui/page.tsx'
import { useWished } from '#ui/use-wished.ts'
import type { Answer } from '../contract.ts'
import { AnalyticsNav } from './analytics-nav.tsx'
import { Definitions } from './definitions.tsx'
import { Highlights } from './highlights.tsx'
import { callKey, loadFlags } from './load-detail.ts'
import { OddList } from './odd-list.tsx'
import classes from './overview.module.css'
import { askedOf, daysOf, type PeriodSearch, readPeriod } from './period.ts'
import { SalesChart, VisitsChart } from './series-charts.tsx'
import { SideBySide, useSideBySide } from './side-by-side.tsx'
import { Toolbar } from './toolbar.tsx'
import { comparisonOf } from './toolbar-search.ts'
import { TopPortals, TopProducts, TopSources } from './top-lists.tsx'
import { WaitingForPeriod } from './waiting.tsx'
import { useSalesChange, Why } from './why.tsx'

/** What sold and who came: the whole label, the current portal, or everything for staff. */
export const Route = createFileRoute('/_app/analytics')({
  validateSearch: readPeriod,
  // The period before is told in any case; only the year before is asked for.
  loaderDeps: ({ search: { compare, ...period } }) => ({
    ...period,
    ...(period.compareTo ? { compare } : {}),
  }),
  loader: async ({ context, deps, preload }) => {
    const days = daysOf(deps, new Date())
    const [answers, flags] = await Promise.all([
      load(context.api, context.session, askedOf(days, deps), preload),
      loadFlags(context, days, {}, preload),
    ])
    return { days, ...answers, flags }
  },
  head: () => ({ meta: [{ title: `${m['shell.menu.analytics']()} · Backline` }] }),
  component: OverviewPage,
  pendingComponent: WaitingForPeriod,
})

type Days = { f?: string; t?: string; compare?: 'year' }

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
  const wished = useWished(search, readPeriod)
  const update = useAddressSearch('/analytics', readPeriod)
  const { compare: _, compareTo: _to, ...period } = search
  const compare = comparisonOf(search)
  const staff = session?.user.staff === true
  const label = currentPortal(session)?.label === true
  const asked = askedOf(days, search)
  const change = useSalesChange(api, session, asked)
  const beside = useSideBySide(label ? api : undefined, asked)
  const later: Result<unknown>[] = [...(change.answered ?? []), ...(beside.answered ?? [])]

  return (
    <Page title={m['shell.menu.analytics']()} lead={lead(session, days)}>
      <AnalyticsNav path="/analytics" search={wished} />
      <Toolbar
        search={wished}
        days={daysOf(wished, new Date())}
        comparisons={['previous', 'year']}
        onChange={(next) => update(next)}
      />
      <OneError
        of={[highlights, sales, visits, ...(staff ? [albums] : []), ...later]}
        failed={m['analytics.failed.overview']()}
        onRetry={() => {
          change.retry()
          beside.retry()
        }}
      />
      {isFailure(highlights) ? undefined : <Highlights answer={highlights} period={period} />}
      <div className={classes.why}>
        <Why of={change} period={search} />
        <OddList api={api} session={session} />
      </div>
      <div className={classes.two}>
        {isFailure(sales) ? undefined : <SalesChart answer={sales} compare={compare} flags={flags} />}
        {isFailure(visits) ? undefined : <VisitsChart answer={visits} compare={compare} flags={flags} />}
      </div>
      {label ? (
        <div className={classes.why}>
          <SideBySide of={beside} period={period} />
        </div>
      ) : undefined}
      <TopLists {...{ staff, sales, visits, albums, period }} />
      <Definitions />
    </Page>
  )
}

interface TopListsProps extends Omit<Answers, 'highlights'> {
  staff: boolean
  period: Omit<PeriodSearch, 'compare' | 'compareTo'>
}

function TopLists({ staff, sales, visits, albums, period }: TopListsProps) {
  if (staff)
    return (
      <div className={classes.three}>
        {isFailure(sales) ? undefined : <TopPortals answer={sales} period={period} of="sales" />}
        {isFailure(visits) ? undefined : <TopPortals answer={visits} period={period} of="visits" />}
        {isFailure(albums) ? undefined : <TopPortals answer={albums} period={period} of="albums" />}
      </div>
    )
  return (
    <div className={classes.two}>
      {isFailure(sales) ? undefined : <TopProducts answer={sales} period={period} />}
      {isFailure(visits) ? undefined : <TopSources answer={visits} period={period} />}
    </div>
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
