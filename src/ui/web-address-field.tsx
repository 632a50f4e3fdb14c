import { completeWeb } from '#platform/web-address.ts'
import { TextField, type TextFieldProps } from './field.tsx'

interface WebAddressFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'onChange' | 'value'> {
  value: string
  onChange: (value: string) => void
  /** Where not only pages may stand. */
  complete?: (typed: string) => string
}

/** Where something leads. What is typed without `https://` gets it when the field is left, as it is going to be kept. */
export function WebAddressField({ onChange, complete = completeWeb, ...field }: WebAddressFieldProps) {
  return (
    <TextField
      placeholder="https://"
      {...field}
      type="url"
      inputMode="url"
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => {
        const whole = complete(field.value)
        if (whole !== field.value) onChange(whole)
      }}
    />
  )
}
