import { useRouterState } from '@tanstack/react-router'
import { analyticsGroups } from '#pages/analytics-tabs.ts'
import { m } from '#paraglide/messages.js'
import { useAddressSearch } from '#ui/list-search.ts'
import { Page } from '#ui/page.tsx'
import { AnalyticsNav } from './analytics-nav.tsx'
import { AnalyticsSkeleton } from './analytics-skeleton.tsx'
import { daysOf, orLastYear, readPeriod } from './period.ts'
import { Toolbar } from './toolbar.tsx'

/** The overview or the funnel while its answers are on the way: the period can be changed meanwhile, which asks anew. */
export default function WaitingPeriod() {
  const { pathname, search } = useRouterState({ select: ({ location }) => location })
  const update = useAddressSearch(pathname, readPeriod)
  const asked = readPeriod(search as Record<string, unknown>)
  const wished = pathname === '/analytics/where-to-play' ? orLastYear(asked) : asked
  const page = analyticsGroups()
    .flatMap(({ pages }) => pages)
    .find(({ link }) => link === pathname)
  return (
    <Page title={pathname === '/analytics' ? m['shell.menu.analytics']() : page?.title()}>
      <AnalyticsNav path={pathname} search={wished} />
      <Toolbar
        search={wished}
        days={daysOf(wished, new Date())}
        comparisons={pathname === '/analytics' ? ['previous', 'year'] : []}
        onChange={(next) => update(next)}
      />
      <AnalyticsSkeleton overview={pathname === '/analytics'} />
    </Page>
  )
}
