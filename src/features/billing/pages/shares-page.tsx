import { createFileRoute } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { isFailure, type Result } from '#client.ts'
import { portalTabs } from '#pages/billing-tabs.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can, type PermissionKey } from '#platform/permissions.ts'
import { parseDay } from '#platform/time.ts'
import { todayPlus } from '#platform/windows.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DateField } from '#ui/date-field.tsx'
import { Empty } from '#ui/empty.tsx'
import { useListSearch } from '#ui/list-search.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { Shares } from '../shares-contract.ts'
import { ShareStatement } from './share-statement.tsx'
import own from './splits.module.css'
import { portalFor, readPortal } from './which-portal.ts'

const FileDialog = lazy(() => import('./share-file-dialog.tsx'))

const isDay = (text: unknown): text is string => typeof text === 'string' && parseDay(text) !== undefined
const isSpan = ({ f, t }: { f: string; t: string }) => isDay(f) && isDay(t) && f <= t
const day = (at: Date) => todayPlus(at)

function readSearch(search: Record<string, unknown>): { portal?: string; f?: string; t?: string } {
  const f = isDay(search.f) ? { f: search.f } : {}
  const t = isDay(search.t) ? { t: search.t } : {}
  const backwards = f.f !== undefined && t.t !== undefined && f.f > t.t
  return { ...readPortal(search), ...(backwards ? {} : { ...f, ...t }) }
}

/** What an account has of what is shared, and what it owes those whom it pays, between two days. */
export const Route = createFileRoute('/_app/billing/shares')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const portalId = portalFor(context.session, deps.portal, 'billing.viewbills')
    const today = day(new Date())
    const { f = `${today.slice(0, 4)}-01-01`, t = today } = deps
    return {
      portalId,
      f,
      t,
      shares: await context.api.billing.getShares({ portalId, f, t }, { key: 'shares' }),
    }
  },
  head: () => ({ meta: [{ title: `${m['billing.shares.page']()} · Backline` }] }),
  component: SharesPage,
})

function SharesPage() {
  const { portalId, f, t, shares } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const { filter } = useListSearch(readSearch)
  const permissions = permissionsOf(session)
  const [span, setSpan] = useState({ f, t })
  const go = (next: { f: string; t: string }) => {
    setSpan(next)
    if (isSpan(next)) filter(next)
  }
  const account = isFailure(shares) ? undefined : shares.account
  const may = (key: PermissionKey) => can(permissions, key) && session?.user.spy !== true
  const mayPay = may('billing.managebills')
  const [filing, setFiling] = useState(false)
  const owed = owedIn(shares)
  return (
    <Page
      title={m['billing.shares.page']()}
      {...(account ? { lead: m['billing.shares.lead']({ account: account.name }) } : {})}
      {...(session?.user.staff && account
        ? {
            trail: [
              <TrailLink key="billing" to="/billing">
                {m['billing.title']()}
              </TrailLink>,
              account.name,
            ],
          }
        : {})}
      actions={
        <>
          {mayPay && owed.some(({ byFile }) => byFile) ? (
            <Button onClick={() => setFiling(true)}>{m['billing.shares.byFile']()}</Button>
          ) : undefined}
          {!session?.user.staff && can(permissions, 'billing.managebills') ? (
            <ButtonLink to="/billing/splits">{m['billing.splits.own']()}</ButtonLink>
          ) : undefined}
        </>
      }
    >
      {session?.user.staff ? undefined : (
        <Tabs label={m['billing.tabs.label']()} tabs={portalTabs(permissions)} path="/billing/shares" />
      )}
      <div className={own.span}>
        <DateField
          label={m['billing.shares.from']()}
          value={span.f}
          onChange={(value) => go({ ...span, f: value })}
        />
        <DateField
          label={m['billing.shares.to']()}
          value={span.t}
          onChange={(value) => go({ ...span, t: value })}
        />
      </div>
      <Loaded of={shares} failed={m['billing.shares.loadFailed']()}>
        {({ account: of, statements }) => (
          <Statements
            {...{ portalId, f, t, account: of, statements, mayPay }}
            mayAllow={may('billing.editbillinginformation')}
          />
        )}
      </Loaded>
      {filing ? (
        <Suspense>
          <FileDialog portalId={portalId} owed={owed} onClose={() => setFiling(false)} />
        </Suspense>
      ) : undefined}
    </Page>
  )
}

function Statements({
  statements,
  ...of
}: { statements: Shares[] } & Omit<ComponentProps<typeof ShareStatement>, 'shares'>) {
  if (statements.length === 0)
    return <Empty title={m['billing.shares.empty.title']()} text={m['billing.shares.empty.text']()} />
  return statements.map((shares) => (
    <ShareStatement key={`${shares.payer?.id} ${shares.payee.id}`} {...of} shares={shares} />
  ))
}

/** Whom an account owes something of what it shares. */
function owedIn(shares: Result<{ account: { id: string }; statements: Shares[] }>): Shares[] {
  if (isFailure(shares)) return []
  const { account, statements } = shares
  return statements.filter(
    ({ payer, balance }) => payer?.id === account.id && balance !== null && balance.closingCents > 0,
  )
}
