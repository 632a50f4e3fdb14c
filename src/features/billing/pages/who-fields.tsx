import type { ChangeEvent } from 'react'
import { m } from '#paraglide/messages.js'
import { SelectField, TextField } from '#ui/field.tsx'
import { FieldRow } from '#ui/form-page.tsx'
import { retentionKindsOf } from '../retention.ts'
import { payeeOf } from '../tax-id-letters.ts'
import type { InformationPart } from './information-values.ts'

/** A company's name, or a person's in its parts; kind and tax number. */
export function WhoFields({ values, errors, disabled, set }: InformationPart) {
  const text = (name: 'legalName' | 'givenName' | 'firstSurname' | 'secondSurname' | 'taxId') => ({
    ...{ value: values[name], error: errors[name], disabled },
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.currentTarget.value),
  })
  const choose = (kind: 'person' | 'company') => {
    set('kind', kind)
    // What only the other can have would be refused without being seen.
    if (kind === 'company') set('supply', 'services')
    if (
      values.retention &&
      !retentionKindsOf(payeeOf({ kind, taxId: values.taxId })).includes(values.retention)
    )
      set('retention', '')
  }
  return (
    <>
      <FieldRow>
        <SelectField
          label={m['billing.information.kind']()}
          value={values.kind}
          disabled={disabled}
          options={[
            { value: 'company', label: m['billing.information.company']() },
            { value: 'person', label: m['billing.information.person']() },
          ]}
          onChange={(event) => choose(event.currentTarget.value as 'person' | 'company')}
        />
        <TextField label={m['billing.information.taxId']()} maxLength={20} {...text('taxId')} />
      </FieldRow>
      {values.kind === 'company' ? (
        <TextField label={m['billing.information.legalName']()} maxLength={120} {...text('legalName')} />
      ) : (
        <>
          <TextField label={m['billing.information.givenName']()} maxLength={40} {...text('givenName')} />
          <FieldRow>
            <TextField
              label={m['billing.information.firstSurname']()}
              maxLength={40}
              {...text('firstSurname')}
            />
            <TextField
              label={m['billing.information.secondSurname']()}
              help={m['billing.information.secondSurnameHelp']()}
              maxLength={40}
              {...text('secondSurname')}
            />
          </FieldRow>
        </>
      )}
    </>
  )
}
