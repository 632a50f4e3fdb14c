import { type Api, isFailure } from '#client.ts'
import type { Session } from '#features/account/contract.ts'

/** The first portals by name to choose from, and the one that is chosen wherever it stands. */
export async function portalsToPick(api: Api, chosen: string | undefined) {
  const first = await api.portals.listPortals({})
  const portals = isFailure(first) ? [] : first.items.map(({ id, name }) => ({ value: id, label: name }))
  if (!chosen || portals.some(({ value }) => value === chosen)) return portals
  const one = await api.portals.getPortal({ portalId: chosen })
  return isFailure(one) ? portals : [...portals, { value: one.id, label: one.name }]
}

/** The portals to filter or make something by: a label's own are known, staff search among all. */
export async function reachedPortals(api: Api, session: Session | null, chosen?: string | undefined) {
  if (session?.user.staff) return portalsToPick(api, chosen)
  return (session?.user.portals ?? []).map(({ id, name }) => ({ value: id, label: name }))
}
