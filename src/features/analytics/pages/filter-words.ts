import { m } from '#paraglide/messages.js'
import { countryName } from '#ui/country-name.ts'
import type { FilterOptions } from '../detail-contract.ts'
import type { ManyFilter } from './detail-search.ts'
import { categoryName } from './detail-words.ts'

export const filterNames: Record<ManyFilter, () => string> = {
  categories: m['detail.filter.categories'],
  addedCategories: m['detail.filter.addedCategories'],
  countries: m['detail.filter.countries'],
  products: m['detail.filter.products'],
  excludedProducts: m['detail.filter.excludedProducts'],
  portals: m['detail.filter.portals'],
  labels: m['detail.filter.labels'],
  portalTypes: m['detail.filter.portalTypes'],
  sources: m['detail.filter.sources'],
}

export const typeName = (type: string) =>
  type === 'master' ? m['detail.portalType.master']() : m['detail.portalType.simple']()

/** What a filter's value is called, by the names that came with the page. */
export function valueName(filter: ManyFilter, value: string, options: FilterOptions | undefined): string {
  if (filter === 'categories' || filter === 'addedCategories') return categoryName(value)
  if (filter === 'countries') return countryName(value)
  if (filter === 'portalTypes') return typeName(value)
  if (filter === 'sources') return value === 'direct' ? m['detail.channel.direct']() : value
  return namedFor(filter, options)?.find(({ id }) => id === value)?.name ?? m['detail.filter.gone']()
}

function namedFor(filter: ManyFilter, options: FilterOptions | undefined) {
  if (filter === 'labels') return options?.labels
  return filter === 'portals' ? options?.portals : options?.products
}
