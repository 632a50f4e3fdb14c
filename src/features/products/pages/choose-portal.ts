import { portalsToPick } from '#features/portals/pages/portals-to-pick.ts'
import type { PageContext } from '#pages/page-context.ts'

/** The portals that staff choose from, and the one that the address names, or the first. */
export async function choosePortal(api: PageContext['api'], wanted: string | undefined) {
  const portals = await portalsToPick(api, wanted)
  return { portals, portal: portals.find(({ value }) => value === wanted) ?? portals[0] }
}
