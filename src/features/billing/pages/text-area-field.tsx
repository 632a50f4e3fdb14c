import { Field } from '#ui/field.tsx'
import { TextArea } from '#ui/text-area.tsx'

/** Several lines of text under a label. */
export function TextAreaField({
  label,
  help,
  error,
  value,
  onChange,
  maxLength = 500,
  focus,
}: {
  label: string
  help?: string
  error?: string | undefined
  value: string
  onChange: (text: string) => void
  maxLength?: number
  focus?: boolean
}) {
  return (
    <Field label={label} help={help} error={error}>
      {(wiring) => (
        <TextArea
          {...wiring}
          rows={3}
          maxLength={maxLength}
          value={value}
          data-autofocus={focus || undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
