import { businessTimeZone } from '#platform/constants.ts'
import { townOf } from '#platform/towns.ts'
import { townAbroad } from '#platform/towns-abroad.ts'

const canary = new Set(['ES-GC', 'ES-TF'])

/** Where the name alone says which town is meant. Two provinces of Spain keep another time than the others. */
export function findTown(name: string) {
  const town = townOf(name, null)
  if (!town) {
    const abroad = townAbroad(name)
    return { town: abroad ? { ...abroad, province: '' } : null }
  }
  const timeZone = canary.has(town.province) ? 'Atlantic/Canary' : businessTimeZone
  return { town: { name: town.name, country: 'ES', province: town.province, timeZone } }
}
