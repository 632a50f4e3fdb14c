import { m } from '#paraglide/messages.js'
import { Field } from '#ui/field.tsx'
import { FieldRow } from '#ui/form-page.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { descriptionMaxLength } from '../choices.ts'

interface DescriptionFieldProps {
  value: { es: string; en: string }
  errors: Record<string, string>
  disabled: boolean
  onChange: (value: { es: string; en: string }) => void
}

/** What fans read of it, in both languages side by side. */
export const DescriptionField = ({ value, errors, disabled, onChange }: DescriptionFieldProps) => (
  <FieldRow>
    {(['es', 'en'] as const).map((language) => (
      <Field
        key={language}
        label={language === 'es' ? m['products.form.description']() : m['products.form.descriptionEn']()}
        optional
        help={language === 'es' ? m['products.form.descriptionHelp']() : undefined}
        error={errors[`description.${language}`]}
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={4}
            lang={language}
            maxLength={descriptionMaxLength}
            disabled={disabled}
            value={value[language]}
            onChange={(event) => onChange({ ...value, [language]: event.currentTarget.value })}
          />
        )}
      </Field>
    ))}
  </FieldRow>
)
