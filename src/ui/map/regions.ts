import { type GeoPermissibleObjects, geoConicConformal, geoNaturalEarth1, geoPath } from 'd3-geo'
import spain from 'es-atlas/es/provinces.json'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import world from 'world-atlas/countries-110m.json'
import { countryCode, provinces } from '#platform/place.ts'

/** A region's outline in a box of `width` × `height`, with its ISO code ("ES-B", "FR"). */
export interface Region {
  code: string
  path: string
  centre: [x: number, y: number]
}

interface Shape {
  regions: Region[]
  width: number
  height: number
  /** Of the Canaries, drawn in a corner of their own. */
  inset?: { x: number; y: number; width: number; height: number }
}

const inset = { x: 520, y: 440, width: 220, height: 100 }
const canaries = ['35', '38']

const isoOf = new Map(provinces.map(([ine, iso]) => [ine, `ES-${iso}`]))

/** The provinces, the Canaries moved into a corner. Boundaries: Instituto Geográfico Nacional. */
export function spainShape(): Shape {
  const width = 760
  const height = 560
  const topology = spain as unknown as Topology<{ provinces: GeometryCollection }>
  const all = feature(topology, topology.objects.provinces)
  const part = (of: (id: string) => boolean) => ({
    ...all,
    features: all.features.filter(({ id }) => of(String(id).padStart(2, '0'))),
  })
  const mainland = part((id) => !canaries.includes(id))
  const islands = part((id) => canaries.includes(id))
  const conic = () => geoConicConformal().parallels([37, 43])
  const drawMainland = geoPath(
    conic()
      .rotate([3.7, 0])
      .fitExtent(
        [
          [10, 10],
          [width - 10, height - 20],
        ],
        mainland,
      ),
  )
  const drawIslands = geoPath(
    conic()
      .rotate([15.6, 0])
      .fitExtent(
        [
          [inset.x + 12, inset.y + 18],
          [inset.x + inset.width - 8, inset.y + inset.height - 6],
        ],
        islands,
      ),
  )
  const regionsOf = (draw: typeof drawMainland, { features }: typeof all) =>
    features.map((shape): Region => {
      const ine = String(shape.id).padStart(2, '0')
      return {
        code: isoOf.get(ine) ?? ine,
        path: draw(shape as GeoPermissibleObjects) ?? '',
        centre: draw.centroid(shape as GeoPermissibleObjects),
      }
    })
  return {
    width,
    height,
    inset,
    regions: [...regionsOf(drawMainland, mainland), ...regionsOf(drawIslands, islands)],
  }
}

/** The countries of the world without Antarctica. */
export function worldShape(): Shape {
  const width = 760
  const height = 400
  const topology = world as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>
  const all = feature(topology, topology.objects.countries)
  const shown = {
    ...all,
    features: all.features.filter(({ properties }) => properties.name !== 'Antarctica'),
  }
  const draw = geoPath(
    geoNaturalEarth1().fitExtent(
      [
        [4, 4],
        [width - 4, height - 4],
      ],
      shown,
    ),
  )
  return {
    width,
    height,
    regions: shown.features.map((shape) => ({
      code: countryCode(shape.properties.name) ?? shape.properties.name,
      path: draw(shape as GeoPermissibleObjects) ?? '',
      centre: draw.centroid(shape as GeoPermissibleObjects),
    })),
  }
}
