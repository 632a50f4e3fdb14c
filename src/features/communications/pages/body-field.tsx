import { mdiFormatBold, mdiFormatListBulleted, mdiLinkVariant } from '@mdi/js'
import { type KeyboardEvent, useRef } from 'react'
import { m } from '#paraglide/messages.js'
import { IconButton } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { addLink, addList, addStrong, type Edited } from './body-marks.ts'
import classes from './communications.module.css'

interface BodyFieldProps {
  label: string
  lang: string
  value: string
  error: string | undefined
  maxLength: number
  disabled: boolean
  onChange: (value: string) => void
}

/** The text of a post, with what makes its words strong, a link or a list; the preview beside it shows them so. */
export function BodyField({ label, lang, value, error, maxLength, disabled, onChange }: BodyFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const apply = (edit: (text: string, from: number, to: number) => Edited) => {
    const field = area.current
    if (!field) return
    const { text, from, to } = edit(value, field.selectionStart, field.selectionEnd)
    if (text.length > maxLength) return
    onChange(text)
    // Once the field holds it: what was marked stays marked, and an address can be typed at once.
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(from, to)
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    apply(addStrong)
  }
  const acts = [
    { label: m['communications.form.strong'](), path: mdiFormatBold, edit: addStrong },
    { label: m['communications.form.link'](), path: mdiLinkVariant, edit: addLink },
    { label: m['communications.form.list'](), path: mdiFormatListBulleted, edit: addList },
  ]
  return (
    <Field
      label={label}
      error={error}
      help={m['communications.form.bodyHelp']()}
      aside={
        disabled ? undefined : (
          <span className={classes.marks} role="toolbar" aria-label={m['communications.form.marks']()}>
            {acts.map(({ label: name, path, edit }) => (
              <IconButton key={name} label={name} path={path} onClick={() => apply(edit)} />
            ))}
          </span>
        )
      }
    >
      {(wiring) => (
        <TextArea
          {...wiring}
          ref={area}
          rows={8}
          lang={lang}
          maxLength={maxLength}
          disabled={disabled}
          value={value}
          onKeyDown={onKeyDown}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
