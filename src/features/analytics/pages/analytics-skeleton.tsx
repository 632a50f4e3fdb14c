import { Beside, ChartSkeleton, ContentSkeleton, FiguresSkeleton, Outline } from '#ui/page-skeleton.tsx'

/** The outline of a page of analytics: `overview` has figures on top, the others a chart and a table. */
export const AnalyticsSkeleton = ({ overview = false }: { overview?: boolean }) => (
  <ContentSkeleton>
    {overview ? (
      <>
        <FiguresSkeleton count={8} />
        <Outline />
        <Beside>
          <ChartSkeleton />
          <ChartSkeleton />
        </Beside>
        <Beside>
          <Outline />
          <Outline />
        </Beside>
      </>
    ) : (
      <>
        <ChartSkeleton />
        <Outline />
      </>
    )}
  </ContentSkeleton>
)
