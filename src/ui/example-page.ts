/** Rows of an example as a list answers them. */
export const examplePage = <T>(items: T[]) => ({
  items,
  total: items.length,
  totalCapped: false,
  page: 1,
  pageSize: items.length,
})

const dayMs = 86_400_000

/** A moment so many days ago. */
export const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
