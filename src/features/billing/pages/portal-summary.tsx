import { useRouteContext, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Api, type Failure, isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { can, type PermissionMap } from '#platform/permissions.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { Frame, Page } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.tsx'
import { ownColumns } from './bill-rows.tsx'
import classes from './billing.module.css'
import { portalTabs } from './billing-words.ts'

const StatementDialog = lazy(() => import('./statement-dialog.tsx'))

type Billing = Exclude<Awaited<ReturnType<Api['billing']['getBilling']>>, Failure | undefined>

interface SummaryProps {
  portalId: string
  billing: Billing
  account: string
  permissions: PermissionMap | undefined
}

/** What an account is owed: open, approved, in advance; its last bills and advances. */
export function PortalSummary({ portalId, billing, account, permissions }: SummaryProps) {
  const { money } = here()
  const [statement, setStatement] = useState(false)
  const { next } = billing
  const mayBills = can(permissions, 'billing.viewbills')
  const mayAdvances = can(permissions, 'billing.viewadvances')
  return (
    <Page
      title={m['billing.title']()}
      lead={m['billing.lead']({ account })}
      actions={
        can(permissions, 'billing.viewbillingsummary') ? (
          <Button onClick={() => setStatement(true)}>{m['billing.summary.statement']()}</Button>
        ) : undefined
      }
    >
      <Tabs label={m['billing.tabs.label']()} tabs={portalTabs(permissions)} path="/billing" />
      <div className={classes.figures}>
        <Figure label={m['billing.summary.next']()} value={money(next?.baseCents ?? 0)}>
          {next && mayBills ? (
            <ButtonLink size="sm" to="/billing/$billId" params={{ billId: next.id }}>
              {m['billing.open.see']()}
            </ButtonLink>
          ) : (
            m['billing.open.lead']()
          )}
        </Figure>
        <Figure label={m['billing.summary.unpaid']()} value={money(billing.unpaidCents)} />
        <Figure label={m['billing.summary.outstanding']()} value={money(billing.outstandingCents)} />
      </div>
      {billing.selfInvoice ? (
        <Agreement
          portalId={portalId}
          billing={billing}
          mayAccept={can(permissions, 'billing.managebills')}
        />
      ) : undefined}
      <div className={classes.headingRow}>
        <h2 className={classes.heading}>{m['billing.summary.bills']()}</h2>
        {mayBills ? (
          <ButtonLink size="sm" to="/billing/bills">
            {m['billing.summary.allBills']()}
          </ButtonLink>
        ) : undefined}
      </div>
      {billing.bills.length > 0 ? (
        <DataTable
          label={m['billing.summary.bills']()}
          columns={ownColumns()}
          rows={billing.bills}
          rowKey={({ id }) => id}
        />
      ) : (
        <p className={classes.quiet}>{m['billing.summary.noBills']()}</p>
      )}
      <div className={classes.headingRow}>
        <h2 className={classes.heading}>{m['billing.summary.advances']()}</h2>
        {mayAdvances ? (
          <ButtonLink size="sm" to="/billing/advances">
            {m['billing.summary.ask']()}
          </ButtonLink>
        ) : undefined}
      </div>
      {billing.advances.length > 0 ? (
        <DataTable
          label={m['billing.summary.advances']()}
          columns={ownColumns().filter(({ id }) => id !== 'period')}
          rows={billing.advances}
          rowKey={({ id }) => id}
        />
      ) : (
        <p className={classes.quiet}>{m['billing.summary.noAdvances']()}</p>
      )}
      {statement ? (
        <Suspense>
          <StatementDialog portalId={portalId} onClose={() => setStatement(false)} />
        </Suspense>
      ) : undefined}
    </Page>
  )
}

const Figure = ({ label, value, children }: { label: string; value: string; children?: ReactNode }) => (
  <div className={classes.figure}>
    <span>{label}</span>
    <b>{value}</b>
    {children ? <small>{children}</small> : undefined}
  </div>
)

function Agreement({
  portalId,
  billing,
  mayAccept,
}: {
  portalId: string
  billing: Billing
  mayAccept: boolean
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const { agreed, agreementVersion: version } = billing
  if (agreed)
    return (
      <p className={classes.quiet}>
        {m['billing.agreement.by']({ person: agreed.person, day: here().date(agreed.at) })}
      </p>
    )
  const accept = async () => {
    setBusy(true)
    const kept = await api.billing.acceptAgreement({ portalId, version })
    setBusy(false)
    if (isFailure(kept)) return toast(m['billing.failed'](), { kind: 'error' })
    toast(m['billing.agreement.accepted']())
    await router.invalidate()
  }
  return (
    <Frame title={m['billing.agreement.title']()}>
      <div className={classes.stack}>
        <Notice kind="warning">{m['billing.agreement.missing']()}</Notice>
        <p className={classes.text}>{m['billing.agreement.text']()}</p>
        <p className={classes.quiet}>{m['billing.agreement.binding']()}</p>
        {mayAccept ? (
          <span>
            <Button look="primary" busy={busy} onClick={accept}>
              {m['billing.agreement.accept']()}
            </Button>
          </span>
        ) : undefined}
      </div>
    </Frame>
  )
}
