import { businessTimeZone } from '#platform/constants.ts'
import { townOf } from '#platform/towns.ts'

const canary = new Set(['ES-GC', 'ES-TF'])

/** Where the name alone says which town is meant. Two provinces of Spain keep another time than the others. */
export function findTown(name: string) {
  const town = townOf(name, null)
  if (!town) return { town: null }
  const timeZone = canary.has(town.province) ? 'Atlantic/Canary' : businessTimeZone
  return { town: { name: town.name, province: town.province, timeZone } }
}
