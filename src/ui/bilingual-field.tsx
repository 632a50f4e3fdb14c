import { useEffect, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { type Locale, locales } from '#platform/constants.ts'
import classes from './bilingual-field.module.css'
import { TextField } from './field.tsx'

interface BilingualFieldProps {
  label: string
  help?: string
  placeholder?: string
  value: { es: string; en: string }
  /** By language: Spanish is always asked for, English is not. */
  errors: Partial<Record<Locale, string | undefined>>
  maxLength: number
  disabled?: boolean
  onChange: (value: { es: string; en: string }) => void
}

/** A text in both languages; small tabs on the label, and the one without text is named. */
export function BilingualField({
  label,
  help,
  placeholder,
  value,
  errors,
  maxLength,
  disabled,
  onChange,
}: BilingualFieldProps) {
  const [shown, setShown] = useState<Locale>('es')
  const { es, en } = errors
  // What is wrong comes to the front, or nobody would find it.
  useEffect(() => {
    if (es) setShown('es')
    else if (en) setShown('en')
  }, [es, en])
  const nameOf = (locale: Locale) => (locale === 'es' ? m['ui.languages.es']() : m['ui.languages.en']())
  return (
    <TextField
      label={label}
      help={help}
      placeholder={placeholder}
      lang={shown}
      value={value[shown]}
      error={errors[shown]}
      maxLength={maxLength}
      disabled={disabled}
      onChange={(event) => onChange({ ...value, [shown]: event.currentTarget.value })}
      aside={
        // biome-ignore lint/a11y/useSemanticElements: two small buttons need no fieldset.
        <span className={classes.tabs} role="group" aria-label={label}>
          {locales.map((locale) => (
            <button
              key={locale}
              type="button"
              aria-pressed={locale === shown}
              onClick={() => setShown(locale)}
            >
              {value[locale] ? nameOf(locale) : m['ui.languages.missing']({ language: nameOf(locale) })}
            </button>
          ))}
        </span>
      }
    />
  )
}
