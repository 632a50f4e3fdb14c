import type { ChangeEvent } from 'react'
import { m } from '#paraglide/messages.js'
import { TextField } from '#ui/field.tsx'

interface MendForm {
  values: { issuerName: string; recipientName: string; mended: string }
  errors: Partial<Record<string, string>>
  set: (name: 'issuerName' | 'recipientName' | 'mended', value: string) => void
}

/** As the last record names them. */
interface Names {
  issuer: string
  recipient: string
}

/** What another record says otherwise; empty fields stay as they were. */
export function MendFields({ issuer, recipient, form }: Names & { form: MendForm }) {
  const field = (name: 'issuerName' | 'recipientName' | 'mended', max: number) => ({
    value: form.values[name],
    error: form.errors[name === 'mended' ? 'description' : name],
    maxLength: max,
    onChange: (event: ChangeEvent<HTMLInputElement>) => form.set(name, event.currentTarget.value),
  })
  return (
    <>
      <TextField
        label={m['billing.action.mendIssuer']()}
        placeholder={issuer}
        data-autofocus
        {...field('issuerName', 120)}
      />
      <TextField
        label={m['billing.action.mendRecipient']()}
        placeholder={recipient}
        {...field('recipientName', 120)}
      />
      <TextField label={m['billing.action.mendDescription']()} {...field('mended', 500)} />
    </>
  )
}
