import { m } from '#paraglide/messages.js'

interface Part {
  id: string
  title: () => string
  link: string
  /** Its figures are of no days, or of days of its own. */
  always?: true
}

/** The pages of analytics by what is asked: how it goes, what sold, who came, what was kept. */
export const analyticsGroups = (): (Part & { pages: readonly Part[] })[] => {
  const sales: Part[] = [
    { id: 'net-sales', title: m['detail.netSales.tab'], link: '/analytics/net-sales' },
    { id: 'orders-sold', title: m['detail.ordersSold.tab'], link: '/analytics/orders-sold' },
    { id: 'albums-sold', title: m['detail.albumsSold.tab'], link: '/analytics/albums-sold' },
    { id: 'income-detail', title: m['detail.income.tab'], link: '/analytics/income-detail' },
    { id: 'sales-by-portal', title: m['detail.byPortal.tab'], link: '/analytics/sales-by-portal' },
    { id: 'sales-by-product', title: m['detail.byProduct.tab'], link: '/analytics/sales-by-product' },
    { id: 'sales-by-location', title: m['detail.byLocation.tab'], link: '/analytics/sales-by-location' },
  ]
  const audience: Part[] = [
    { id: 'visits-detail', title: m['detail.visits.tab'], link: '/analytics/visits-detail' },
    { id: 'traffic-detail', title: m['detail.traffic.tab'], link: '/analytics/traffic-detail' },
    { id: 'funnel', title: m['detail.funnel.tab'], link: '/analytics/funnel' },
    { id: 'play', title: m['detail.play.tab'], link: '/analytics/where-to-play', always: true },
  ]
  return [
    { id: 'overview', title: m['analytics.title'], link: '/analytics', pages: [] },
    {
      id: 'sales',
      title: m['detail.group.sales'],
      link: '/analytics/net-sales',
      pages: sales,
    },
    { id: 'audience', title: m['detail.group.audience'], link: '/analytics/visits-detail', pages: audience },
    { id: 'views', title: m['savedViews.title'], link: '/analytics/views', always: true, pages: [] },
  ]
}
