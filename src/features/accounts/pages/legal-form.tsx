import { mdiOpenInNew } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { StoredLegalText } from '#features/accounts/contract.ts'
import { m } from '#paraglide/messages.js'
import { ButtonAnchor } from '#ui/button.tsx'
import { useEntityForm } from '#ui/entity-form.tsx'
import { Field, Segments } from '#ui/field.tsx'
import { FormPage } from '#ui/form-page.tsx'
import { Notice } from '#ui/notice.tsx'
import { Frame } from '#ui/page.tsx'
import { TextArea } from '#ui/text-area.tsx'
import classes from './legal-form.module.css'

interface LegalFormProps {
  portalId: string
  texts: StoredLegalText
  mayEdit: boolean
}

const legalMaxLength = 20_000

/** What the form holds; a text each language. */
interface LegalValues {
  notice: { es: string; en: string }
  privacy: { es: string; en: string }
}
const valuesOf = (texts: StoredLegalText | null): LegalValues => ({
  notice: { es: texts?.notice.es ?? '', en: texts?.notice.en ?? '' },
  privacy: { es: texts?.privacy.es ?? '', en: texts?.privacy.en ?? '' },
})

/** The account's own words for the legal notice and the privacy page, before those that every portal has. */
export function LegalForm({ portalId, texts, mayEdit }: LegalFormProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const [language, setLanguage] = useState<'es' | 'en'>('es')
  const { form, save, problem } = useEntityForm({
    entity: texts,
    valuesOf,
    write: (values, edit) => api.accounts.updateLegalText({ portalId, ...values }, edit),
    words: {
      failed: m['accounts.legal.failed'],
      saved: m['accounts.legal.saved'],
      created: m['accounts.legal.saved'],
    },
    names: {
      notice: m['accounts.legal.notice'],
      privacy: m['accounts.legal.privacy'],
    },
    list: '/dashboard',
  })
  const { values, set, errors } = form
  const editable = mayEdit && texts.editable
  const side = (
    <Frame title={m['accounts.legal.common']()}>
      <p className={classes.quiet}>{m['accounts.legal.commonText']()}</p>
      <div className={classes.links}>
        <ButtonAnchor size="sm" icon={mdiOpenInNew} href={texts.noticeUrl} target="_blank" rel="noreferrer">
          {m['accounts.legal.notice']()}
        </ButtonAnchor>
        <ButtonAnchor size="sm" icon={mdiOpenInNew} href={texts.privacyUrl} target="_blank" rel="noreferrer">
          {m['accounts.legal.privacy']()}
        </ButtonAnchor>
      </div>
    </Frame>
  )
  return (
    <FormPage
      formRef={form.ref}
      editable={editable}
      changes={form.changed.length}
      busy={form.busy}
      problem={problem}
      saveLabel={m['accounts.legal.save']()}
      onSave={save}
      onDiscard={() => form.reset()}
      side={side}
    >
      {mayEdit && !texts.editable ? <Notice kind="info">{m['accounts.legal.ofMaster']()}</Notice> : undefined}
      <div className={classes.language}>
        <Segments
          label={m['accounts.legal.language']()}
          value={language}
          options={(['es', 'en'] as const).map((value) => {
            const name = value === 'es' ? m['ui.languages.es']() : m['ui.languages.en']()
            const empty = !values.notice[value] && !values.privacy[value]
            return { value, label: empty ? m['ui.languages.missing']({ language: name }) : name }
          })}
          onChange={setLanguage}
        />
      </div>
      {(['notice', 'privacy'] as const).map((name) => (
        <Field
          key={name}
          label={name === 'notice' ? m['accounts.legal.notice']() : m['accounts.legal.privacy']()}
          help={name === 'notice' ? m['accounts.legal.noticeHelp']() : m['accounts.legal.privacyHelp']()}
          error={errors[`${name}.${language}`] ?? errors[name]}
          optional
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={12}
              lang={language}
              maxLength={legalMaxLength}
              disabled={!editable}
              value={values[name][language]}
              onChange={(event) => set(name, { ...values[name], [language]: event.currentTarget.value })}
            />
          )}
        </Field>
      ))}
    </FormPage>
  )
}
