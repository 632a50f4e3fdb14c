import { useRouteContext } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import type { PickOption } from '#ui/pick-box.tsx'
import { PickField } from '#ui/pick-field.tsx'
import { findPortals } from './find-portals.ts'

interface PortalFieldProps {
  value: string
  /** The first by name, as `portalsToPick` gives them; without them they are asked for as the field opens. */
  portals?: readonly PickOption[]
  error?: string | undefined
  /** Only portals that stand for their accounts. */
  masters?: boolean
  onChange: (portalId: string) => void
}

/** Which portal something is for: everybody's own few, or among all that staff see. */
export function PortalField({ portals, masters, ...props }: PortalFieldProps) {
  const { api } = useRouteContext({ from: '__root__' })
  return (
    <PickField
      {...props}
      label={m['portals.column.name']()}
      none={m['portals.choose']()}
      options={portals ?? []}
      searched={!portals}
      browse={!portals}
      find={(q) => findPortals(api, q, { masters })}
    />
  )
}
