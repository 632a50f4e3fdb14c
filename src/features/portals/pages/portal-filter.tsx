import { useRouteContext } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { FilterChoice, type PickOption } from '#ui/filter-pick.tsx'

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
  return (
    <FilterChoice
      {...props}
      options={portals}
      find={async (q) => {
        const found = await api.portals.listPortals({ q }, { key: 'pick-portal' })
        return isFailure(found) ? undefined : found.items.map(({ id, name }) => ({ value: id, label: name }))
      }}
    />
  )
}
