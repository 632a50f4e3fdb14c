import { m } from '#paraglide/messages.js'
import { descriptionMaxLength } from '#platform/constants.ts'
import { TextField } from '#ui/field.tsx'
import type { Form } from '#ui/form.ts'
import { BodyField } from './body-field.tsx'
import classes from './communications.module.css'
import type { PostValues } from './post-values.ts'

const titleMaxLength = 80
const bodyMaxLength = 5_000

interface PostLanguageProps {
  language: 'es' | 'en'
  values: PostValues
  errors: Record<string, string>
  disabled: boolean
  set: Form<PostValues>['set']
}

/** The words of a post in one language, and which of them are still missing. */
export function PostLanguage({ language, values, errors, disabled, set }: PostLanguageProps) {
  const names = {
    title: m['communications.form.title'](),
    description: m['communications.form.description'](),
    body: m['communications.form.body'](),
  }
  const fields = ['title', 'description', 'body'] as const
  const missing = fields.filter((field) => !values[field][language].trim()).map((field) => names[field])
  const error = (field: (typeof fields)[number]) =>
    errors[`${field}.${language}`] ?? (language === 'es' ? errors[field] : undefined)
  const change = (field: (typeof fields)[number], text: string) =>
    set(field, { ...values[field], [language]: text })
  const spanish = language === 'es'
  const said = { fields: missing.join(', ').toLowerCase() }
  return (
    <section
      className={classes.language}
      aria-label={spanish ? m['communications.form.language.es']() : m['communications.form.language.en']()}
    >
      <h2>
        {spanish ? m['communications.form.language.es']() : m['communications.form.language.en']()}
        <small>
          {missing.length === 0
            ? m['communications.form.complete']()
            : spanish
              ? m['communications.form.required'](said)
              : m['communications.form.missing'](said)}
        </small>
      </h2>
      <TextField
        label={names.title}
        lang={language}
        value={values.title[language]}
        error={error('title')}
        maxLength={titleMaxLength}
        disabled={disabled}
        onChange={(event) => change('title', event.currentTarget.value)}
      />
      <TextField
        label={names.description}
        lang={language}
        help={m['communications.form.descriptionHelp']({
          max: descriptionMaxLength,
          left: descriptionMaxLength - values.description[language].length,
        })}
        value={values.description[language]}
        error={error('description')}
        maxLength={descriptionMaxLength}
        disabled={disabled}
        onChange={(event) => change('description', event.currentTarget.value)}
      />
      <BodyField
        label={names.body}
        lang={language}
        value={values.body[language]}
        error={error('body')}
        maxLength={bodyMaxLength}
        disabled={disabled}
        onChange={(text) => change('body', text)}
      />
    </section>
  )
}
