import { createFileRoute, Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { afterSignIn } from '#features/account/pages/second-step.ts'
import { laterStep, loadLaterStep } from '#features/two-factor/pages/later-step.ts'
import { m } from '#paraglide/messages.js'
import { ownPath } from '#platform/own-path.ts'
import { Button } from '#ui/button.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { Notice } from '#ui/notice.tsx'

export const Route = createFileRoute('/_public/login')({
  validateSearch: (search): { next?: string; step?: 'code' | 'enrol'; ended?: 'yes' | 'kept' } => {
    // An address elsewhere would make this page a springboard.
    const next = ownPath(search.next)
    return {
      ...(next ? { next } : {}),
      ...(search.step === 'code' || search.step === 'enrol' ? { step: search.step } : {}),
      ...(search.ended === 'yes' || search.ended === 'kept' ? { ended: search.ended } : {}),
    }
  },
  loaderDeps: ({ search: { step } }) => ({ step }),
  loader: async ({ deps: { step } }) => {
    if (step) await loadLaterStep()
  },
  head: () => ({ meta: [{ title: `${m['account.signIn.pageTitle']()} · Backline` }] }),
  component: LoginPage,
})

function LoginPage() {
  const { api } = Route.useRouteContext()
  const { next, step } = Route.useSearch()
  const SecondStep = laterStep.component
  if (!step || !SecondStep) return <PasswordStep />
  return (
    <SecondStep
      step={step}
      onDone={async (session) => window.location.assign(await afterSignIn(api, session, next))}
    />
  )
}

function PasswordStep() {
  const { api } = Route.useRouteContext()
  const { next, ended } = Route.useSearch()
  const form = useForm({ email: '', password: '' }, m['account.signIn.failed']())

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const said = await form.send(() => api.account.signIn(form.values))
    if (said) window.location.assign(await afterSignIn(api, said, next))
  }

  return (
    <form ref={form.ref} onSubmit={submit} method="post" noValidate>
      <header>
        <h1>{m['account.signIn.title']()}</h1>
        <p>{m['account.signIn.lead']()}</p>
      </header>
      {ended && !form.problem ? (
        <Notice kind="info">
          {ended === 'kept' ? m['account.signIn.endedKept']() : m['account.signIn.ended']()}
        </Notice>
      ) : undefined}
      {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
      <TextField
        label={m['account.signIn.email']()}
        type="email"
        name="email"
        autoFocus
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
        after={<Link to="/update-password">{m['account.signIn.forgot']()}</Link>}
      />
      <Button type="submit" look="primary" size="lg" full busy={form.busy}>
        {m['account.signIn.submit']()}
      </Button>
    </form>
  )
}
