import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Segments } from '#ui/field.tsx'
import { FormattedText } from '#ui/formatted-text.tsx'
import { Frame } from '#ui/page.tsx'
import classes from './communications.module.css'
import type { PostValues } from './post-values.ts'

/** The post as its readers get it: in the inbox or as mail, in either language. */
export function PostPreview({ values }: { values: PostValues }) {
  const [form, setForm] = useState<'message' | 'mail'>('message')
  const [language, setLanguage] = useState<'es' | 'en'>(getLocale())
  const said = (text: { es: string; en: string }) => text[language] || text.es
  const title = said(values.title) || m['communications.preview.noTitle']()
  return (
    <Frame title={m['communications.preview.title']()}>
      <div className={classes.segments}>
        <Segments
          label={m['communications.preview.as']()}
          value={form}
          options={[
            { value: 'message', label: m['communications.preview.message']() },
            { value: 'mail', label: m['communications.preview.mail']() },
          ]}
          onChange={setForm}
        />
        <Segments
          label={m['communications.preview.title']()}
          value={language}
          options={[
            { value: 'es', label: 'ES' },
            { value: 'en', label: 'EN' },
          ]}
          onChange={setLanguage}
        />
      </div>
      <div className={classes.sheet} lang={language}>
        {form === 'mail' ? (
          <>
            <small className={classes.quiet}>{m['communications.preview.subject']()}</small>
            <b>{title}</b>
            <p>{m['communications.preview.greeting']({}, { locale: language })}</p>
            {values.pictureUrl ? <img src={values.pictureUrl} alt="" /> : undefined}
          </>
        ) : (
          <>
            {values.pictureUrl ? <img src={values.pictureUrl} alt="" /> : undefined}
            <b>{title}</b>
          </>
        )}
        <p>{said(values.description)}</p>
        <FormattedText text={said(values.body)} />
        {form === 'mail' ? (
          <span>{m['communications.mail.button']({}, { locale: language })}</span>
        ) : values.mustAcknowledge ? (
          <span>{m['communications.preview.acknowledge']({}, { locale: language })}</span>
        ) : undefined}
      </div>
    </Frame>
  )
}
