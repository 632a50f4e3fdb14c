import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { localized } from '#ui/localized.ts'
import { Page } from '#ui/page.tsx'
import { EndKeys } from './end-keys.tsx'

/** Where the link to a new address leads. A button, because mail programs open links by themselves. */
export const Route = createFileRoute('/_app/account/email')({
  validateSearch: (search): { token?: string } =>
    typeof search.token === 'string' ? { token: search.token } : {},
  head: () => ({
    meta: [
      { title: `${m['account.email.confirmTitle']()} · Backline` },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: ConfirmEmailPage,
})

function ConfirmEmailPage() {
  const { api } = Route.useRouteContext()
  const { token } = Route.useSearch()
  const [state, setState] = useState<'ready' | 'busy' | 'spent'>(token ? 'ready' : 'spent')
  const [endKeys, setEndKeys] = useState(false)
  const confirm = async () => {
    setState('busy')
    const said = await api.account.confirmEmail({ token: token ?? '', endKeys })
    if (isFailure(said)) setState('spent')
    else window.location.assign(localized('/account'))
  }
  if (state === 'spent')
    return (
      <Page title={m['account.email.title']()}>
        <Empty
          title={m['account.email.spent']()}
          text={m['account.email.spentText']()}
          action={
            <ButtonLink to="/account" look="primary">
              {m['account.email.back']()}
            </ButtonLink>
          }
        />
      </Page>
    )
  return (
    <Page title={m['account.email.confirmTitle']()} lead={m['account.email.confirmLead']()}>
      <EndKeys checked={endKeys} onChange={setEndKeys} />
      <Button look="primary" busy={state === 'busy'} onClick={confirm}>
        {m['account.email.confirm']()}
      </Button>
    </Page>
  )
}
