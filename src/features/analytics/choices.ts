/** The nine detail pages, as their addresses name them. */
export const detailKinds = [
  'net-sales',
  'orders-sold',
  'albums-sold',
  'income-detail',
  'visits-detail',
  'traffic-detail',
  'sales-by-portal',
  'sales-by-product',
  'sales-by-location',
] as const
export type DetailKind = (typeof detailKinds)[number]

/** How often a page that was saved comes by mail. */
export const reportPaces = ['none', 'weekly', 'monthly'] as const
export type ReportPace = (typeof reportPaces)[number]

/** More days than this without a concert end a tour. */
export const tourPauseDays = 30
