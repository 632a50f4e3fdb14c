import { lazy, Suspense } from 'react'
import { PageSkeleton } from '#ui/page-skeleton.tsx'

// Most answers come before anything has to stand in their place.
const WithTabs = lazy(() => import('./waiting-tabs.tsx'))

/** Stands in the place of a page that is waited for and has no outline of its own. */
export const WaitingPage = () => (
  <Suspense fallback={<PageSkeleton />}>
    <WithTabs />
  </Suspense>
)
