import { useRouteContext } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { DateField } from '#ui/date-field.tsx'
import { TextField } from '#ui/field.tsx'
import type { Form } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import type { PickOption } from '#ui/pick-box.tsx'
import { PickField } from '#ui/pick-field.tsx'
import { WebAddressField } from '#ui/web-address-field.tsx'
import type { Product } from '../contract.ts'
import { findBlanks } from './filter-options.ts'
import type { ProductValues } from './product-values.ts'

interface FormatFieldsProps {
  form: Pick<Form<ProductValues>, 'values' | 'set' | 'errors'>
  blanks: PickOption[]
  /** The one that is chosen, which has its name wherever it stands among all. */
  blank: Product['blank'] | undefined
  disabled: boolean
}

/** What a product's format asks for, and no other does. */
export function FormatFields({ form, blanks, blank, disabled }: FormatFieldsProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const { values, set, errors } = form
  const text = (name: 'editionUnits') => ({
    value: values[name],
    error: errors[name],
    disabled,
    onChange: (event: { currentTarget: HTMLInputElement }) => set(name, event.currentTarget.value),
  })
  const day = (name: 'releaseOn' | 'closesOn') => ({
    value: values[name],
    error: errors[name],
    disabled,
    onChange: (value: string) => set(name, value),
  })
  switch (values.format) {
    case 'onDemand':
      return (
        <PickField
          label={m['products.column.blank']()}
          none={m['products.form.noBlank']()}
          help={m['products.form.blankHelp']()}
          value={values.blankId}
          options={
            blank && !blanks.some(({ value }) => value === blank.id)
              ? [...blanks, { value: blank.id, label: blank.name }]
              : blanks
          }
          find={(q) => findBlanks(api, q)}
          clearable
          error={errors.blankId}
          disabled={disabled}
          onChange={(blankId) => set('blankId', blankId)}
        />
      )
    case 'presave':
      return <DateField label={m['products.form.releaseOn']()} {...day('releaseOn')} />
    case 'limited':
      return (
        <FieldRow>
          <TextField
            label={m['products.form.editionUnits']()}
            inputMode="numeric"
            help={m['products.form.editionHelp']()}
            {...text('editionUnits')}
          />
          <DateField label={m['products.form.closesOn']()} optional {...day('closesOn')} />
        </FieldRow>
      )
    case 'digital':
      return (
        <WebAddressField
          label={m['products.form.fileUrl']()}
          help={m['products.form.fileHelp']()}
          value={values.fileUrl}
          error={errors.fileUrl}
          disabled={disabled}
          onChange={(url) => set('fileUrl', url)}
        />
      )
    default:
      return null
  }
}
