import { createFileRoute, useRouter } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import type { SessionEntry } from '#features/account/contract.ts'
import classes from '#features/account/pages/account-page.module.css'
import { EmailForm } from '#features/account/pages/email-form.tsx'
import { OwnData } from '#features/account/pages/own-data.tsx'
import { PasswordForm } from '#features/account/pages/password-form.tsx'
import { ProfileForm } from '#features/account/pages/profile-form.tsx'
import { OwnTeams } from '#features/team/pages/own-teams.tsx'
import { TwoFactorFrame } from '#features/two-factor/pages/two-factor-frame.tsx'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { OneError } from '#ui/one-error.tsx'
import { Page } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'

/** Oneself: name and picture, address, password and second factor, programs, data, and where one is signed in. */
export const Route = createFileRoute('/_app/account')({
  loader: async ({ context }) => {
    // These are one’s own only: staff who view as somebody see none of them.
    const [account, sessions, teams] = await Promise.all([
      context.api.account.ownAccount({}, { key: 'ownAccount' }),
      context.api.account.listSessions({}, { key: 'sessions' }),
      context.api.team.listOwnTeams({}, { key: 'ownTeams' }),
    ])
    return { account, sessions, teams }
  },
  head: () => ({ meta: [{ title: `${m['account.page.title']()} · Backline` }] }),
  component: AccountPage,
})

function AccountPage() {
  const { session } = Route.useRouteContext()
  const { account, sessions, teams } = Route.useLoaderData()
  if (!session) return null
  // Whoever was asked comes for the question: it stands before everything else until it is answered.
  const asked = !isFailure(teams) && teams.invitations.length > 0
  if (session.user.spy)
    return (
      <Page title={m['account.page.title']()} lead={session.user.email}>
        <Notice kind="info">{m['spy.account']({ name: session.user.name })}</Notice>
      </Page>
    )
  return (
    <Page title={m['account.page.title']()} lead={session.user.email}>
      <OneError of={[account, teams, sessions]} failed={m['account.page.failedLoad']()} />
      {isFailure(account) ? undefined : (
        <div className={classes.columns}>
          {asked ? (
            <div className={classes.asked}>
              <OwnTeams own={teams} />
            </div>
          ) : undefined}
          <div className={classes.column}>
            <ProfileForm account={account} />
            <EmailForm email={account.email} />
            {session.user.staff || asked || isFailure(teams) ? undefined : <OwnTeams own={teams} />}
          </div>
          <div className={classes.column}>
            <PasswordForm />
            <TwoFactorFrame state={account.twoFactor} />
            <OwnData />
          </div>
        </div>
      )}
      {isFailure(sessions) ? undefined : <Sessions items={sessions.items} />}
    </Page>
  )
}

function Sessions({ items }: { items: readonly SessionEntry[] }) {
  const { api } = Route.useRouteContext()
  const router = useRouter()
  const end = async ({ id }: SessionEntry) => {
    if (isFailure(await api.account.endSession({ sessionId: id })))
      toast(m['account.page.failed'](), { kind: 'error' })
    else toast(m['account.page.ended']())
    await router.invalidate()
  }
  return (
    <section className={classes.sessions}>
      <h2>{m['account.page.sessions']()}</h2>
      <DataTable
        label={m['account.page.sessions']()}
        columns={sessionColumns(end)}
        rows={items}
        rowKey={({ id }) => id}
      />
    </section>
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
