import { type Api, isFailure } from '#client.ts'

/** The first hundred portals by name, to filter by. */
export async function readPortals(api: Api) {
  const pages = await Promise.all([1, 2].map((page) => api.portals.listPortals({ page })))
  return pages.flatMap((page) =>
    isFailure(page) ? [] : page.items.map(({ id, name }) => ({ value: id, label: name })),
  )
}

/** The first fifty blanks by name; none for who may not see them. */
export async function readBlanks(api: Api) {
  const blanks = await api.blanks.listBlanks({})
  return isFailure(blanks) ? [] : blanks.items.map(({ id, name }) => ({ value: id, label: name }))
}
