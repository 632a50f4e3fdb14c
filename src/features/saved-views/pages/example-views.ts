import { m } from '#paraglide/messages.js'
import type { SavedView } from '../contract.ts'

/** Views as somebody keeps them who looks at their sales every week, for whoever has none yet. */
export function exampleViews() {
  const view = (at: number, of: Pick<SavedView, 'name' | 'page' | 'report' | 'shared'>): SavedView => ({
    ...of,
    id: `example-${at}`,
    query: '',
    version: 1,
    own: true,
    owner: { id: `example-${at}`, name: '' },
  })
  const items = [
    view(0, { name: m['savedViews.example.month'](), page: 'net-sales', report: 'monthly', shared: true }),
    view(1, {
      name: m['savedViews.example.places'](),
      page: 'sales-by-location',
      report: 'weekly',
      shared: false,
    }),
  ]
  return { items, total: items.length, page: 1, pageSize: items.length }
}
