import { m } from '#paraglide/messages.js'
import { provinceName } from '#platform/place.ts'
import { countryName } from '#ui/country-name.ts'
import { here } from '#ui/formats.ts'
import ChoroplethMap from '#ui/map/choropleth-map.tsx'
import type { Row } from '../contract.ts'

/** Net sales on the world by country, or on Spain by province. */
export default function PlaceMap({ places, by }: { places: readonly Row[]; by: 'countries' | 'provinces' }) {
  const { money, roundMoney, number } = here()
  const spain = by === 'provinces'
  return (
    <ChoroplethMap
      area={spain ? 'spain' : 'world'}
      label={spain ? m['detail.map.spain']() : m['detail.map.world']()}
      format={(cents) => (cents % 100 === 0 ? roundMoney(cents) : money(cents))}
      plain={(cents) => number(cents < 1_000 ? cents / 100 : Math.round(cents / 100))}
      values={places.map((row) => ({
        code: row.id,
        name: spain ? (provinceName(row.id) ?? row.id) : countryName(row.id),
        value: Number(row.netCents ?? 0),
        more: m['detail.map.orders']({ orders: number(Number(row.orders ?? 0)) }),
      }))}
      nothing={m['detail.map.nothing']()}
    />
  )
}
