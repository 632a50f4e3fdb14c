import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { AnalyticsSkeleton } from './analytics-skeleton.tsx'

// Most answers come before anything has to stand in their place.
const Detail = lazy(() => import('./waiting-detail.tsx'))
const Period = lazy(() => import('./waiting-period.tsx'))

/** Until these are there themselves: figures and charts, as the page will have them, and no table. */
function Outlined() {
  const overview = useRouterState({ select: ({ location }) => location.pathname === '/analytics' })
  return (
    <PageSkeleton>
      <AnalyticsSkeleton overview={overview} />
    </PageSkeleton>
  )
}

/** Stands in the place of a detail page that is waited for. */
export const WaitingForDetail = () => (
  <Suspense fallback={<Outlined />}>
    <Detail />
  </Suspense>
)

/** Stands in the place of the overview or the funnel. */
export const WaitingForPeriod = () => (
  <Suspense fallback={<Outlined />}>
    <Period />
  </Suspense>
)
