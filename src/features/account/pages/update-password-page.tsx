import { createFileRoute } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { Notice } from '#ui/notice.tsx'
import { EndKeys } from './end-keys.tsx'
import { PasswordStrength } from './password-strength.tsx'
import { afterSignIn } from './second-step.ts'
import { SpentLink } from './spent-link.tsx'

/** Asks for a link by mail; with the link's token, takes the new password. */
export const Route = createFileRoute('/_public/update-password')({
  validateSearch: (search): { token?: string } =>
    typeof search.token === 'string' ? { token: search.token } : {},
  loaderDeps: ({ search }) => ({ token: search.token }),
  loader: async ({ context, deps }) => {
    if (!deps.token) return { valid: undefined }
    const check = await context.api.account.checkToken({ token: deps.token, kind: 'reset' })
    return { valid: !isFailure(check) && check.valid }
  },
  head: () => ({
    meta: [
      { title: `${m['account.reset.pageTitle']()} · Backline` },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: UpdatePasswordPage,
})

function UpdatePasswordPage() {
  const { token } = Route.useSearch()
  const { valid } = Route.useLoaderData()
  const [again, setAgain] = useState(false)
  if (!token || again) return <RequestForm />
  if (!valid) {
    return (
      <SpentLink text={m['account.spent.text']()}>
        <Button look="primary" size="lg" full onClick={() => setAgain(true)}>
          {m['account.spent.again']()}
        </Button>
      </SpentLink>
    )
  }
  return <PasswordForm token={token} />
}

function RequestForm() {
  const { api } = Route.useRouteContext()
  const form = useForm({ email: '' }, m['account.signIn.failed']())
  const [sentTo, setSentTo] = useState<string>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await form.send(() => api.account.requestPasswordReset(form.values))) setSentTo(form.values.email)
  }

  if (sentTo) {
    return (
      <div role="status">
        <header>
          <h1>{m['account.reset.sentTitle']()}</h1>
          <p>{m['account.reset.sent']({ email: sentTo })}</p>
        </header>
        <ButtonLink to="/login" size="lg" full>
          {m['account.reset.back']()}
        </ButtonLink>
      </div>
    )
  }
  return (
    <form ref={form.ref} onSubmit={submit} method="post" noValidate>
      <header>
        <h1>{m['account.reset.title']()}</h1>
        <p>{m['account.reset.lead']()}</p>
      </header>
      {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
      <TextField
        label={m['account.signIn.email']()}
        type="email"
        name="email"
        autoComplete="username"
        value={form.values.email}
        error={form.errors.email}
        onChange={(event) => form.set('email', event.currentTarget.value)}
      />
      <Button type="submit" look="primary" size="lg" full busy={form.busy}>
        {m['account.reset.submit']()}
      </Button>
      <ButtonLink to="/login" look="ghost" size="lg" full>
        {m['account.reset.back']()}
      </ButtonLink>
    </form>
  )
}

function PasswordForm({ token }: { token: string }) {
  const { api } = Route.useRouteContext()
  const form = useForm({ password: '', endKeys: false }, m['account.signIn.failed']())

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const session = await form.send(() => api.account.updatePassword({ token, ...form.values }))
    if (session) window.location.assign(await afterSignIn(api, session))
  }

  return (
    <form ref={form.ref} onSubmit={submit} method="post" noValidate>
      <header>
        <h1>{m['account.reset.newTitle']()}</h1>
        <p>{m['account.reset.newLead']()}</p>
      </header>
      {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
      <PasswordField
        label={m['account.password.new']()}
        help={m['account.password.help']()}
        name="password"
        autoComplete="new-password"
        value={form.values.password}
        error={form.errors.password}
        onChange={(event) => form.set('password', event.currentTarget.value)}
      />
      <PasswordStrength password={form.values.password} />
      <EndKeys checked={form.values.endKeys} onChange={(on) => form.set('endKeys', on)} />
      <Button type="submit" look="primary" size="lg" full busy={form.busy}>
        {m['account.reset.save']()}
      </Button>
    </form>
  )
}
