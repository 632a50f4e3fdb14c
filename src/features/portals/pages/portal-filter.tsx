import { useRouteContext } from '@tanstack/react-router'
import { FilterChoice } from '#ui/filter-pick.tsx'
import type { PickOption } from '#ui/pick-box.tsx'
import { findPortals } from './find-portals.ts'

interface PortalFilterProps {
  label: string
  all: string
  value: string | undefined
  portals: readonly PickOption[]
  onChange: (portal: string | undefined) => void
  /** One portal is always chosen. */
  required?: boolean
}

/** A list by portal: everybody's own few, or among all that staff see. */
export function PortalFilter({ portals, ...props }: PortalFilterProps) {
  const { api } = useRouteContext({ from: '__root__' })
  return <FilterChoice {...props} options={portals} find={(q) => findPortals(api, q)} />
}
