import { BadInput } from '#platform/errors.ts'
import type { FilterQuery } from './selection.ts'

/** Of a page that counts albums alone: other categories would ask for what it never tells. @throws BadInput by the field */
export function checkAlbums(query: Pick<FilterQuery, 'categories' | 'addedCategories'>): void {
  for (const name of ['categories', 'addedCategories'] as const)
    if ([query[name] ?? []].flat().some((category) => category !== 'album'))
      throw new BadInput('invalidInput', { [name]: { code: 'analytics.albumsAlone' } })
}
