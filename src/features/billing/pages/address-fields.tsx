import type { ChangeEvent } from 'react'
import { m } from '#paraglide/messages.js'
import { countryName } from '#ui/country-name.ts'
import { SelectField, TextField } from '#ui/field.tsx'
import { FieldRow } from '#ui/form-page.tsx'
import { provinceOf } from '../places.ts'
import type { InformationPart } from './information-values.ts'

/** Where whoever is paid is at home; a postcode names its province. */
export function AddressFields({ values, errors, disabled, set }: InformationPart) {
  const text = (name: 'street' | 'postcode' | 'city' | 'province') => ({
    ...{ value: values[name], error: errors[name], disabled },
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.currentTarget.value),
  })
  return (
    <>
      <TextField label={m['billing.information.street']()} maxLength={120} {...text('street')} />
      <FieldRow>
        <TextField
          label={m['billing.information.postcode']()}
          inputMode="numeric"
          maxLength={5}
          {...text('postcode')}
          onChange={(event) => {
            const postcode = event.currentTarget.value
            set('postcode', postcode)
            set('province', provinceOf(postcode) ?? values.province)
          }}
        />
        <TextField label={m['billing.information.city']()} maxLength={80} {...text('city')} />
      </FieldRow>
      <FieldRow>
        <TextField label={m['billing.information.province']()} maxLength={60} {...text('province')} />
        <SelectField
          label={m['billing.information.country']()}
          value="ES"
          disabled={disabled}
          options={[{ value: 'ES', label: countryName('ES') }]}
          onChange={() => {}}
        />
      </FieldRow>
    </>
  )
}
