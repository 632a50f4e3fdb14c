import { isFailure } from '#client.ts'
import type { PageContext } from '#page-context.ts'

/** The portals that staff choose from, and the one that the address names, or the first. */
export async function choosePortal(api: PageContext['api'], wanted: string | undefined) {
  const pages = await Promise.all([1, 2].map((page) => api.portals.listPortals({ page })))
  const portals = pages.flatMap((page) =>
    isFailure(page) ? [] : page.items.map(({ id, name }) => ({ value: id, label: name })),
  )
  return { portals, portal: portals.find(({ value }) => value === wanted) ?? portals[0] }
}
