import { createFileRoute, Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { localized } from '#ui/localized.ts'
import { Notice } from '#ui/notice.tsx'

/** Only pages of our own: an address elsewhere would make this page a springboard. */
const ownPath = (value: unknown) =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) && value.length < 2000 ? value : undefined

export const Route = createFileRoute('/_public/login')({
  validateSearch: (search): { next?: string } => {
    const next = ownPath(search.next)
    return next ? { next } : {}
  },
  head: () => ({ meta: [{ title: `${m['account.signIn.pageTitle']()} · Backline` }] }),
  component: LoginPage,
})

function LoginPage() {
  const { api } = Route.useRouteContext()
  const { next } = Route.useSearch()
  const form = useForm({ email: '', password: '' }, m['account.signIn.failed']())

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const session = await form.send(() => api.account.signIn(form.values))
    if (session) window.location.assign(localized(next ?? '/'))
  }

  return (
    <form ref={form.ref} onSubmit={submit} method="post" noValidate>
      <header>
        <h1>{m['account.signIn.title']()}</h1>
        <p>{m['account.signIn.lead']()}</p>
      </header>
      {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
      <TextField
        label={m['account.signIn.email']()}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        value={form.values.email}
        error={form.errors.email}
        onChange={(event) => form.set('email', event.currentTarget.value)}
      />
      <PasswordField
        label={m['account.signIn.password']()}
        name="password"
        autoComplete="current-password"
        value={form.values.password}
        error={form.errors.password}
        onChange={(event) => form.set('password', event.currentTarget.value)}
        aside={<Link to="/update-password">{m['account.signIn.forgot']()}</Link>}
      />
      <Button type="submit" look="primary" size="lg" full busy={form.busy}>
        {m['account.signIn.submit']()}
      </Button>
    </form>
  )
}
