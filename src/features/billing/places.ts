import { provinceCode, provinces } from '#platform/place.ts'
import type { Territory } from './choices.ts'

/** What a Spanish postcode says: its first two digits are the province, and the province is of one tax territory. */

const territories: Record<string, Territory> = {
  ...{ 'ES-GC': 'canaries', 'ES-TF': 'canaries', 'ES-CE': 'ceutaMelilla', 'ES-ML': 'ceutaMelilla' },
  ...{
    'ES-VI': 'basqueNavarre',
    'ES-SS': 'basqueNavarre',
    'ES-BI': 'basqueNavarre',
    'ES-NA': 'basqueNavarre',
  },
}

/** The name of a postcode's province; undefined for what is no postcode. */
export const provinceOf = (postcode: string): string | undefined =>
  /^\d{5}$/.test(postcode) ? provinces.find(([ine]) => ine === postcode.slice(0, 2))?.[2] : undefined

/** The tax territory of a postcode; undefined for what is no postcode. */
export function territoryOf(postcode: string): Territory | undefined {
  const name = provinceOf(postcode)
  return name ? (territories[provinceCode('ES', name) ?? ''] ?? 'peninsula') : undefined
}

/** Is that the province of the postcode, in either of its languages? */
export const isProvinceOf = (province: string, postcode: string): boolean =>
  provinceCode('ES', province) === provinceCode('ES', provinceOf(postcode) ?? '') &&
  provinceCode('ES', province) !== null
