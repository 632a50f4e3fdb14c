import { useEffect, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { countryCodes } from '#platform/countries.ts'
import { countryName } from '#ui/country-name.ts'
import type { PickOption } from '#ui/pick-box.tsx'
import { PickField } from '#ui/pick-field.tsx'

const optionOf = (value: string): PickOption => ({ value, label: countryName(value) })

/** Countries by their names in the language on screen, Spain first. */
function countryOptions(): PickOption[] {
  const later = ({ value }: PickOption) => (value === 'ES' ? 0 : 1)
  return countryCodes
    .map(optionOf)
    .sort((a, b) => later(a) - later(b) || a.label.localeCompare(b.label, getLocale()))
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Countries with these letters in their name, whatever their accents. */
const findCountries = async (q: string): Promise<PickOption[]> =>
  countryOptions().filter(({ label }) => plain(label).includes(plain(q)))

interface CountryFieldProps {
  label: string
  value: string
  error?: string | undefined
  disabled?: boolean
  onChange: (value: string) => void
}

/** One of all countries, or none. Their names come with the browser: the server's may differ in a letter. */
export function CountryField({ value, ...props }: CountryFieldProps) {
  const [all, setAll] = useState<PickOption[]>()
  useEffect(() => setAll(countryOptions()), [])
  return (
    <PickField
      {...props}
      none={m['products.form.noCountry']()}
      value={value}
      options={all ?? (value ? [optionOf(value)] : [])}
      find={findCountries}
      searched
      clearable
    />
  )
}
