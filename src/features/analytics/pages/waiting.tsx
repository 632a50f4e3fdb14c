import { lazy, Suspense } from 'react'
import { PageSkeleton } from '#ui/page-skeleton.tsx'

// Most answers come before anything has to stand in their place.
const Detail = lazy(() => import('./waiting-detail.tsx'))
const Period = lazy(() => import('./waiting-period.tsx'))

/** Stands in the place of a detail page that is waited for. */
export const WaitingForDetail = () => (
  <Suspense fallback={<PageSkeleton />}>
    <Detail />
  </Suspense>
)

/** Stands in the place of the overview or the funnel. */
export const WaitingForPeriod = () => (
  <Suspense fallback={<PageSkeleton />}>
    <Period />
  </Suspense>
)
