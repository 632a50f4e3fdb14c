import { type Api, isFailure } from '#client.ts'

/** Portals with these words in their name, for a picker; undefined when they cannot be asked for. */
export async function findPortals(api: Api, q: string, { masters = false } = {}) {
  const found = await api.portals.listPortals(
    { q, ...(masters ? { master: 'yes' as const } : {}) },
    { key: 'pick-portal' },
  )
  return isFailure(found) ? undefined : found.items.map(({ id, name }) => ({ value: id, label: name }))
}
