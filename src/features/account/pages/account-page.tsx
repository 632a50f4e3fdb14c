import { createFileRoute, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { here } from '#ui/formats.ts'
import { Page } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import type { SessionEntry } from '../contract.ts'
import classes from './account-page.module.css'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'

/** One's own name, language, password, and where one is signed in. */
export const Route = createFileRoute('/_app/account')({
  loader: async ({ context }) => ({
    sessions: await context.api.account.listSessions({}, { key: 'sessions' }),
  }),
  head: () => ({ meta: [{ title: `${m['account.page.title']()} · Backline` }] }),
  component: AccountPage,
})

function AccountPage() {
  const { session, api } = Route.useRouteContext()
  const { sessions } = Route.useLoaderData()
  const router = useRouter()
  if (!session) return null
  const end = async ({ id }: SessionEntry) => {
    if (isFailure(await api.account.endSession({ sessionId: id })))
      toast(m['account.page.failed'](), { kind: 'error' })
    else toast(m['account.page.ended']())
    await router.invalidate()
  }
  return (
    <Page title={m['account.page.title']()} lead={session.user.email}>
      <div className={classes.columns}>
        <ProfileForm user={session.user} />
        <PasswordForm />
      </div>
      <section className={classes.sessions}>
        <h2>{m['account.page.sessions']()}</h2>
        {isFailure(sessions) ? (
          <ErrorState
            title={m['account.page.sessionsFailed']()}
            code={failureCode(sessions)}
            onRetry={() => router.invalidate()}
          />
        ) : (
          <DataTable
            label={m['account.page.sessions']()}
            columns={sessionColumns(end)}
            rows={sessions.items}
            rowKey={({ id }) => id}
          />
        )}
      </section>
    </Page>
  )
}

function sessionColumns(onEnd: (entry: SessionEntry) => void) {
  const { dateTime } = here()
  const name = (entry: SessionEntry) => entry.browser || m['account.page.unknown']()
  return [
    {
      id: 'browser',
      title: m['account.page.browser'](),
      phone: 'main' as const,
      cell: (entry: SessionEntry) => (
        <span className={classes.browser}>
          {name(entry)}
          {entry.current ? <small>{m['account.page.here']()}</small> : undefined}
        </span>
      ),
    },
    {
      id: 'address',
      title: m['account.page.address'](),
      cell: (entry: SessionEntry) => entry.address ?? '–',
    },
    {
      id: 'since',
      title: m['account.page.since'](),
      cell: (entry: SessionEntry) => dateTime(entry.createdAt),
    },
    {
      id: 'seen',
      title: m['account.page.seen'](),
      phone: 'status' as const,
      cell: (entry: SessionEntry) => dateTime(entry.lastSeenAt),
    },
    {
      id: 'end',
      title: m['ui.actions'](),
      hiddenTitle: true,
      phone: 'menu' as const,
      cell: (entry: SessionEntry) =>
        entry.current ? undefined : (
          <Button
            size="sm"
            aria-label={m['account.page.endLabel']({ browser: name(entry) })}
            onClick={() => onEnd(entry)}
          >
            {m['account.page.end']()}
          </Button>
        ),
    },
  ]
}
