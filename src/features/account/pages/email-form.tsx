import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { Notice } from '#ui/notice.tsx'
import { Frame } from '#ui/page.tsx'
import classes from './account-page.module.css'

/** Another address: nothing changes until the link that goes to it is opened. */
export function EmailForm({ email }: { email: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const form = useForm({ email: '', password: '' }, m['account.page.failed']())
  const [sentTo, setSentTo] = useState<string>()
  const ask = async () => {
    if (!(await form.send(() => api.account.requestEmailChange(form.values)))) return
    setSentTo(form.values.email)
    form.reset({ email: '', password: '' })
  }
  return (
    <Frame title={m['account.email.title']()}>
      <form
        ref={form.ref}
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!form.busy) void ask()
        }}
      >
        <p className={classes.quiet}>{m['account.email.lead']({ email })}</p>
        {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
        {sentTo ? <Notice kind="info">{m['account.email.sent']({ email: sentTo })}</Notice> : undefined}
        <TextField
          label={m['account.email.new']()}
          type="email"
          inputMode="email"
          autoComplete="email"
          value={form.values.email}
          error={form.errors.email}
          onChange={(event) => form.set('email', event.currentTarget.value)}
        />
        <PasswordField
          label={m['account.email.password']()}
          autoComplete="current-password"
          value={form.values.password}
          error={form.errors.password}
          onChange={(event) => form.set('password', event.currentTarget.value)}
        />
        <Button type="submit" busy={form.busy} disabled={form.changed.length < 2}>
          {m['account.email.submit']()}
        </Button>
      </form>
    </Frame>
  )
}
