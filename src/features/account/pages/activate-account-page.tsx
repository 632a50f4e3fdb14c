import { createFileRoute } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { Notice } from '#ui/notice.tsx'
import { PasswordStrength } from './password-strength.tsx'
import { afterSignIn } from './second-step.ts'
import { SpentLink } from './spent-link.tsx'

/** Takes the first password of an invited person, or of the first super person (`kind=firstSuper`). */
export const Route = createFileRoute('/_public/activate-account')({
  validateSearch: (search): { token?: string; kind?: 'firstSuper' } => ({
    ...(typeof search.token === 'string' ? { token: search.token } : {}),
    ...(search.kind === 'firstSuper' ? { kind: 'firstSuper' as const } : {}),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    if (!deps.token) return { valid: false }
    const check = await context.api.account.checkToken({ token: deps.token, kind: deps.kind ?? 'activate' })
    return { valid: !isFailure(check) && check.valid }
  },
  head: () => ({
    meta: [
      { title: `${m['account.activate.pageTitle']()} · Backline` },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: ActivateAccountPage,
})

function ActivateAccountPage() {
  const { token, kind } = Route.useSearch()
  const { valid } = Route.useLoaderData()
  if (token && valid) return <ActivationForm token={token} withEmail={kind === 'firstSuper'} />
  return (
    <SpentLink text={m['account.spent.activateText']()}>
      <ButtonLink to="/login" look="primary" size="lg" full>
        {m['account.reset.back']()}
      </ButtonLink>
    </SpentLink>
  )
}

/** The first super person's link belongs to nobody yet: they give their address too. */
function ActivationForm({ token, withEmail }: { token: string; withEmail: boolean }) {
  const { api } = Route.useRouteContext()
  const form = useForm({ name: '', email: '', password: '' }, m['account.signIn.failed']())

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { name, email, password } = form.values
    const session = await form.send(() =>
      api.account.activateAccount({ token, name, password, ...(withEmail ? { email } : {}) }),
    )
    if (session) window.location.assign(await afterSignIn(api, session))
  }

  return (
    <form ref={form.ref} onSubmit={submit} method="post" noValidate>
      <header>
        <h1>{m['account.activate.title']()}</h1>
        <p>{m['account.activate.lead']()}</p>
      </header>
      {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
      <TextField
        label={m['account.activate.name']()}
        help={m['account.activate.nameHelp']()}
        name="name"
        autoComplete="name"
        value={form.values.name}
        error={form.errors.name}
        onChange={(event) => form.set('name', event.currentTarget.value)}
      />
      {withEmail ? (
        <TextField
          label={m['account.signIn.email']()}
          type="email"
          name="email"
          autoComplete="username"
          value={form.values.email}
          error={form.errors.email}
          onChange={(event) => form.set('email', event.currentTarget.value)}
        />
      ) : undefined}
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
      <Button type="submit" look="primary" size="lg" full busy={form.busy}>
        {m['account.activate.submit']()}
      </Button>
    </form>
  )
}
