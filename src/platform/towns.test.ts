import { expect, test } from 'vitest'
import { provinces } from './place.ts'
import { centreOf, cityName, cityNames, kilometres, type Town, townOf } from './towns.ts'
import { townsOfSpain } from './towns-of-spain.ts'

const at = (name: string, province: string | null = null) => {
  const town = townOf(name, province)
  if (!town) throw new Error(`No ${name}`)
  return town
}
const area = (name: string, province: string | null = null) => centreOf(at(name, province)).name

test('every municipality stands in one of the 52 provinces, with a place in Spain', () => {
  const lines = townsOfSpain.split('\n').map((line) => line.split('|'))
  expect(lines.map(([iso]) => iso).sort()).toEqual(provinces.map(([, iso]) => iso).sort())
  const towns = lines.flatMap(([, list = '']) => list.split(';'))
  expect(towns).toHaveLength(8131)
  for (const text of towns) {
    const [, latitude, longitude, people = '0'] = text.split(':')
    expect([text, Number(latitude) >= 2760 && Number(latitude) <= 4380]).toEqual([text, true])
    expect([text, Number(longitude) >= -1820 && Number(longitude) <= 440]).toEqual([text, true])
    expect([text, /^\d+$/.test(people)]).toEqual([text, true])
  }
})

test('towns are known by either of their names, by those of proxies, and whatever their accents', () => {
  const same: [string, string][] = [
    ['San Sebastián', 'Donostia'],
    ['Seville', 'SEVILLA'],
    ['La Coruna', 'A Coruña'],
    ['L’Hospitalet', "L'Hospitalet de Llobregat"],
    ['Elx', 'Elche'],
    ['València', 'Valencia'],
    ['Vitoria', 'Vitoria-Gasteiz'],
    ['Palma', 'Palma de Mallorca'],
    ['Alicante/Alacant', 'Alacant'],
    ['Pamplona', 'Iruña'],
  ]
  for (const [one, other] of same) expect([one, at(one)]).toEqual([one, at(other)])
})

test('a name that several towns bear means one only beside its province, or where the others are hamlets', () => {
  expect(townOf('Cabanes', null)).toBeUndefined()
  expect(at('Cabanes', 'ES-GI')).not.toBe(at('Cabanes', 'ES-CS'))
  expect(at('Mieres').province).toBe('ES-O')
  expect(at('Torrent').province).toBe('ES-V')
  expect(townOf('Torrent', 'ES-M')).toBeUndefined()
  expect(townOf('Springfield', null)).toBeUndefined()
  expect(at('Lugo', 'LU')).toBe(at('Lugo', 'ES-LU'))
})

test('a city is called by the first of its official names, and what no list knows as it was told', () => {
  expect(cityName('ES', 'ES-C', 'La Coruña')).toBe('A Coruña')
  expect(cityName('ES', null, 'València')).toBe('Valencia')
  expect(cityName('ES', 'ES-GI', 'GERONA')).toBe('Girona')
  expect(cityName('ES', 'ES-M', 'Springfield')).toBe('Springfield')
  expect(cityName('AR', null, 'La Coruña')).toBe('La Coruña')
  expect(cityNames('ES', null, 'La Coruña')).toEqual(['La Coruña', 'A Coruña', 'Corunna'])
  expect(cityNames('ES', null, 'Alacant')).toEqual(['Alacant', 'Alicante'])
  expect(cityNames('FR', null, 'Lyon')).toEqual(['Lyon'])
})

test('distances are those of the map, to three kilometres', () => {
  const far = (one: string, other: string) => kilometres(at(one), at(other))
  // Worked out by the law of cosines from GeoNames' coordinates, to the ten thousandth of a degree.
  expect(Math.abs(far('Madrid', 'Barcelona') - 504.2)).toBeLessThan(3)
  expect(Math.abs(far('Sevilla', 'Málaga') - 156.3)).toBeLessThan(3)
  expect(Math.abs(far('Madrid', 'Las Palmas de Gran Canaria') - 1738.4)).toBeLessThan(3)
  expect(far('Lugo', 'Lugo')).toBe(0)
})

test('what lies around a large town belongs to it, a large one around a larger too, and nothing else does', () => {
  expect(area('Badalona')).toBe('Barcelona')
  expect(area('L’Hospitalet')).toBe('Barcelona')
  expect(area('Móstoles')).toBe('Madrid')
  expect(area('Getxo')).toBe('Bilbao')
  expect(area('Dos Hermanas')).toBe('Sevilla')
  expect(area('Elche')).toBe('Elche')
  expect(area('Toledo')).toBe('Toledo')
  expect(area('Girona')).toBe('Girona')
  expect(area('Siero')).toBe('Oviedo')
})

test('no area reaches further than thirty kilometres, and its centre is its own', () => {
  const towns: Town[] = townsOfSpain.split('\n').flatMap((line) => {
    const [iso, list = ''] = line.split('|')
    return list.split(';').map((text) => at(text.split(':')[0] ?? '', `ES-${iso}`))
  })
  const centres = [...new Set(towns.map(centreOf))].filter(({ people }) => people >= 150)
  const around = towns.filter((town) => centreOf(town) !== town)
  expect(around.length).toBeGreaterThan(400)
  for (const town of around) {
    const centre = centreOf(town)
    expect([town.name, kilometres(town, centre) <= 30]).toEqual([town.name, true])
    expect(centreOf(centre)).toBe(centre)
    // No town lies around two of them: whichever is asked first has it.
    const reach = ({ people }: Town) => (people >= 1000 ? 30 : people >= 500 ? 20 : 15)
    expect([town.name, centres.filter((one) => kilometres(town, one) <= reach(one)).length]).toEqual([
      town.name,
      1,
    ])
  }
})
