import { useRouteContext } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { FilterPick } from '#ui/filter-pick.tsx'
import { placeName } from '#ui/place-name.ts'

interface PlaceFilterProps {
  value: string | undefined
  /** Those that are offered before anything is typed. */
  places: readonly { place: string }[]
  onChange: (place: string | undefined) => void
}

const optionOf = ({ place }: { place: string }) => ({ value: place, label: placeName(place) })

/** Orders by where they went: the places in use, and a search among all that orders know. */
export function PlaceFilter({ value, places, onChange }: PlaceFilterProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const find = async (q: string) => {
    const found = await api.orders.listOrderChoices({ q }, { key: 'pick-place' })
    return isFailure(found) ? undefined : found.places.map(optionOf)
  }
  const options = places.map(optionOf)
  const known = value === undefined || options.some((one) => one.value === value)
  return (
    <FilterPick
      label={m['orders.column.place']()}
      all={m['products.filter.all']()}
      value={value}
      options={known ? options : [optionOf({ place: value }), ...options]}
      find={find}
      browse
      onChange={onChange}
    />
  )
}
