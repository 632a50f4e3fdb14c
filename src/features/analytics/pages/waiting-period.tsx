import { useNavigate, useRouterState } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { Page } from '#ui/page.tsx'
import { ContentSkeleton } from '#ui/page-skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { analyticsTabs } from './detail-kinds.ts'
import { daysOf, readPeriod } from './period.ts'
import { PeriodBar } from './period-bar.tsx'

/** The overview or the funnel while its answers are on the way: the period can be changed meanwhile, which asks anew. */
export default function WaitingPeriod() {
  const { pathname, search } = useRouterState({ select: ({ location }) => location })
  const navigate = useNavigate()
  const wished = readPeriod(search as Record<string, unknown>)
  const tab = analyticsTabs().find(({ link }) => link === pathname)
  return (
    <Page title={pathname === '/analytics' ? m['shell.menu.analytics']() : tab?.title()}>
      <Tabs label={m['detail.tabs']()} tabs={analyticsTabs()} path={pathname} />
      <PeriodBar
        alone={pathname.endsWith('/funnel')}
        search={wished}
        days={daysOf(wished, new Date())}
        onChange={(next) => navigate({ to: pathname as '/analytics', search: next, resetScroll: false })}
      />
      <ContentSkeleton />
    </Page>
  )
}
