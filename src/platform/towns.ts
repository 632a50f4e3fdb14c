import { letters, provinces } from './place.ts'
import { townsOfSpain } from './towns-of-spain.ts'

/** A municipality of Spain. Degrees; `people` in thousands, 0 where they are not known. */
export interface Town {
  name: string
  /** All of its official names. */
  names: readonly string[]
  /** ISO 3166-2, "ES-B". */
  province: string
  latitude: number
  longitude: number
  people: number
}

/** How people and proxies call some towns that no list names so, by province. */
const otherNames: readonly (readonly [province: string, name: string, town: string])[] = [
  ['ES-A', 'Alcoy', 'Alcoi'],
  ['ES-B', 'Hospitalet de Llobregat', "L'Hospitalet de Llobregat"],
  ['ES-B', "L'Hospitalet", "L'Hospitalet de Llobregat"],
  ['ES-B', 'Hospitalet', "L'Hospitalet de Llobregat"],
  ['ES-C', 'La Coruña', 'A Coruña'],
  ['ES-C', 'Corunna', 'A Coruña'],
  ['ES-C', 'Santiago', 'Santiago de Compostela'],
  ['ES-CA', 'Jerez', 'Jerez de la Frontera'],
  ['ES-CS', 'Castellón', 'Castelló de la Plana'],
  ['ES-CS', 'Castelló', 'Castelló de la Plana'],
  ['ES-GC', 'Las Palmas', 'Las Palmas de Gran Canaria'],
  ['ES-GI', 'Gerona', 'Girona'],
  ['ES-L', 'Lérida', 'Lleida'],
  ['ES-M', 'Rivas', 'Rivas-Vaciamadrid'],
  ['ES-OR', 'Orense', 'Ourense'],
  ['ES-PM', 'Ibiza', 'Eivissa'],
  ['ES-SE', 'Seville', 'Sevilla'],
  ['ES-TF', 'La Laguna', 'San Cristóbal de La Laguna'],
  ['ES-VI', 'Vitoria', 'Vitoria-Gasteiz'],
  ['ES-VI', 'Gasteiz', 'Vitoria-Gasteiz'],
]

interface Gazetteer {
  towns: readonly Town[]
  byName: ReadonlyMap<string, readonly Town[]>
}
let known: Gazetteer | undefined

/** The towns of a province, which a line tells. */
function townsIn(line: string): (Town & { wholeName: string })[] {
  const [iso, list = ''] = line.split('|')
  return list.split(';').map((text) => {
    const [wholeName = '', latitude, longitude, people] = text.split(':')
    const names = wholeName.split('/')
    return {
      name: names[0] ?? '',
      names,
      province: `ES-${iso}`,
      latitude: Number(latitude) / 100,
      longitude: Number(longitude) / 100,
      people: Number(people ?? 0),
      wholeName,
    }
  })
}

/** Read when it is first asked for: most processes never are. */
function gazetteer(): Gazetteer {
  if (known) return known
  const towns: Town[] = []
  const byName = new Map<string, Town[]>()
  const call = (name: string, town: Town) => {
    const key = letters(name)
    const others = byName.get(key)
    if (!others) byName.set(key, [town])
    else if (!others.includes(town)) others.push(town)
  }
  for (const { wholeName, ...town } of townsOfSpain.split('\n').flatMap(townsIn)) {
    towns.push(town)
    for (const name of town.names) call(name, town)
    if (town.names.length > 1) call(wholeName, town)
  }
  for (const [province, name, of] of otherNames) {
    const town = byName.get(letters(of))?.find((one) => one.province === province)
    if (town) call(name, town)
  }
  known = { towns, byName }
  return known
}

const provinceCodes = new Set(provinces.map(([, iso]) => `ES-${iso}`))
/** How much larger one of several towns of a name has to be for the name alone to mean it. */
const farLarger = 10

/**
 * The town that a name means, within its province where that is known. Undefined where no town is called so, or several are
 * and none of them is ten times as large as the next.
 */
export function townOf(name: string, province: string | null): Town | undefined {
  const named = gazetteer().byName.get(letters(name)) ?? []
  if (province !== null && provinceCodes.has(province))
    return named.find((town) => town.province === province)
  if (named.length < 2) return named[0]
  const [first, second] = [...named].sort((a, b) => b.people - a.people)
  return first && second && first.people >= farLarger * Math.max(1, second.people) ? first : undefined
}

/** Cities come by the thousand and are few: what was looked up lately is known. */
const lately = new Map<string, string>()
const latelyMost = 5_000

/** What a city is called, however it was written: by the first of its official names where the list of towns knows it. */
export function cityName(country: string | null, province: string | null, city: string): string {
  if (country !== 'ES') return city
  const key = `${province}/${city}`
  const known = lately.get(key)
  if (known !== undefined) return known
  const name = townOf(city, province)?.name ?? city
  if (lately.size >= latelyMost) lately.clear()
  lately.set(key, name)
  return name
}

/** Every name that means the same town as this one; the name alone where no list knows it. */
export function cityNames(country: string, province: string | null, city: string): string[] {
  const town = country === 'ES' ? townOf(city, province) : undefined
  if (!town) return [city]
  const called = otherNames.filter(
    ([where, , of]) => where === town.province && letters(of) === letters(town.name),
  )
  return [...new Set([city, town.name, ...town.names, ...called.map(([, name]) => name)])]
}

const shortestWord = 3
/** The names of Spanish towns that do not hold these words, of which another name does: whoever types one means the town. */
export function othersOfCalled(words: string): string[] {
  const wanted = letters(words)
  if (wanted.length < shortestWord) return []
  called ??= gazetteer()
    .towns.map(({ name, province }) => cityNames('ES', province, name))
    .filter((names) => names.length > 1)
    .map((names) => names.map((name) => ({ name, key: letters(name) })))
  return called.flatMap((names) => {
    const others = names.filter(({ key }) => !key.includes(wanted))
    return others.length < names.length ? others.map(({ name }) => name) : []
  })
}
let called: { name: string; key: string }[][] | undefined

const radians = Math.PI / 180
const earthKm = 6371

/** Between two towns as the crow flies. */
export function kilometres(from: Town, to: Town): number {
  const [a, b] = [from.latitude * radians, to.latitude * radians]
  const between = (to.longitude - from.longitude) * radians
  const part = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(between / 2) ** 2
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(part)))
}

/** The same up to so many; undefined beyond. A degree of latitude is 111 km: what is further by that alone costs nothing. */
export function kilometresUpTo(most: number, from: Town, to: Town): number | undefined {
  if (Math.abs(from.latitude - to.latitude) * 111 > most) return undefined
  const far = kilometres(from, to)
  return far <= most ? far : undefined
}

/** A town makes an area with what is around it from so many people on, in thousands; see docs/decisions/0104. */
const largeFrom = 150
const reachOf = ({ people }: Town) => (people >= 1000 ? 30 : people >= 500 ? 20 : 15)
const within = (town: Town, centre: Town) => kilometresUpTo(reachOf(centre), town, centre) !== undefined

let large: readonly Town[] | undefined

/** Large towns that do not lie around a larger one. */
function centres(): readonly Town[] {
  if (large) return large
  const found: Town[] = []
  const bySize = gazetteer()
    .towns.filter(({ people }) => people >= largeFrom)
    .sort((a, b) => b.people - a.people)
  for (const town of bySize) if (!found.some((centre) => within(town, centre))) found.push(town)
  large = found
  return found
}

const areaOf = new Map<Town, Town>()

/** The town that an area is called after: the large one whose reach this town lies in (no two overlap), or the town itself. */
export function centreOf(town: Town): Town {
  const known = areaOf.get(town)
  if (known) return known
  const centre = centres().find((large) => within(town, large)) ?? town
  areaOf.set(town, centre)
  return centre
}
