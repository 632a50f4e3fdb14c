import { PortalFilter } from '#features/portals/pages/portal-filter.tsx'
import { m } from '#paraglide/messages.js'

interface PortalChoiceProps {
  portals: readonly { value: string; label: string }[]
  portal: { value: string; label: string }
  onChoose: (portalId: string) => void
}

/** Whose rows staff look at: one portal at a time. */
export function PortalChoice({ portals, portal, onChoose }: PortalChoiceProps) {
  return (
    <PortalFilter
      label={m['products.column.portal']()}
      all={portal.label}
      value={portal.value}
      portals={portals}
      required
      onChange={(id) => id && onChoose(id)}
    />
  )
}
