import { getLocale } from '#paraglide/runtime.js'
import { countryCodes } from '#platform/countries.ts'
import { countryName } from '#ui/country-name.ts'
import type { PickOption } from '#ui/pick-box.tsx'

/** Countries by their names in the language on screen, Spain first. */
export function countryOptions(): PickOption[] {
  const named = countryCodes.map((value) => ({ value, label: countryName(value) }))
  const later = ({ value }: PickOption) => (value === 'ES' ? 0 : 1)
  return named.sort((a, b) => later(a) - later(b) || a.label.localeCompare(b.label, getLocale()))
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Countries with these letters in their name, whatever their accents. */
export const findCountries = async (q: string): Promise<PickOption[]> =>
  countryOptions().filter(({ label }) => plain(label).includes(plain(q)))
