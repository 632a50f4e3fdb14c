import { m } from '#paraglide/messages.js'
import { FilterSelect } from '#ui/filters.tsx'

interface PortalChoiceProps {
  portals: readonly { value: string; label: string }[]
  portal: { value: string; label: string }
  onChoose: (portalId: string) => void
}

/** Whose rows staff look at: one portal at a time. */
export function PortalChoice({ portals, portal, onChoose }: PortalChoiceProps) {
  return (
    <FilterSelect
      label={m['products.column.portal']()}
      all={portal.label}
      value={undefined}
      options={portals.filter(({ value }) => value !== portal.value)}
      onChange={(id) => id && onChoose(id)}
    />
  )
}
