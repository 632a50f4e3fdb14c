import { lazy, type ReactNode, Suspense, useState } from 'react'
import { portalTabs } from '#pages/billing-tabs.ts'
import { m } from '#paraglide/messages.js'
import { can, type PermissionMap } from '#platform/permissions.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { OwnBillHead } from '../bill-shapes.ts'
import { Agreement, type Billing } from './agreement.tsx'
import { ownColumns } from './bill-rows.tsx'
import classes from './billing.module.css'
import { ownBlockWord } from './billing-words.ts'
import { HeldSales } from './held-sales.tsx'
import { paymentLines } from './when-paid.ts'

const StatementDialog = lazy(() => import('./statement-dialog.tsx'))

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
  const mayBills = can(permissions, 'billing.viewbills')
  const mayAdvances = can(permissions, 'billing.viewadvances')
  return (
    <Page
      title={m['billing.title']()}
      lead={m['billing.lead']({ account })}
      actions={
        mayBills ? (
          <Button onClick={() => setStatement(true)}>{m['billing.summary.statement']()}</Button>
        ) : undefined
      }
    >
      <Tabs label={m['billing.tabs.label']()} tabs={portalTabs(permissions)} path="/billing" />
      {billing.paymentsHeldUntil ? (
        <Notice kind="warning">
          {m['billing.summary.heldUntil']({ until: here().dateTime(billing.paymentsHeldUntil) })}
        </Notice>
      ) : undefined}
      <Figures billing={billing} mayBills={mayBills} />
      {billing.payoutMinimumCents > 0 ? (
        <p className={classes.quiet}>
          {m['billing.payout.minimumNow']({ amount: money(billing.payoutMinimumCents) })}
        </p>
      ) : undefined}
      {billing.selfInvoice ? (
        <Agreement
          portalId={portalId}
          billing={billing}
          mayAccept={can(permissions, 'billing.managebills')}
        />
      ) : undefined}
      {billing.held.length > 0 ? <HeldSales held={billing.held} /> : undefined}
      {mayBills ? (
        <Last
          title={m['billing.summary.bills']()}
          more={
            <ButtonLink size="sm" to="/billing/bills">
              {m['billing.summary.allBills']()}
            </ButtonLink>
          }
          columns={ownColumns()}
          rows={billing.bills}
          none={m['billing.summary.noBills']()}
        />
      ) : undefined}
      {mayAdvances ? (
        <Last
          title={m['billing.summary.advances']()}
          more={
            <ButtonLink size="sm" to="/billing/advances">
              {can(permissions, 'billing.manageadvances')
                ? m['billing.summary.ask']()
                : m['billing.summary.toAdvances']()}
            </ButtonLink>
          }
          columns={ownColumns().filter(({ id }) => id !== 'period')}
          rows={billing.advances}
          none={m['billing.summary.noAdvances']()}
        />
      ) : undefined}
      {statement ? (
        <Suspense>
          <StatementDialog portalId={portalId} onClose={() => setStatement(false)} />
        </Suspense>
      ) : undefined}
    </Page>
  )
}

/** What is owed to the account, and by it. */
function Figures({ billing, mayBills }: { billing: Billing; mayBills: boolean }) {
  return (
    <div className={classes.figures}>
      {mayBills ? <NextBill next={billing.next} /> : undefined}
      {billing.unpaidCents === null ? undefined : (
        <Unpaid billing={billing} unpaidCents={billing.unpaidCents} mayBills={mayBills} />
      )}
      {billing.chargedCents ? <Charged chargedCents={billing.chargedCents} mayBills={mayBills} /> : undefined}
      {billing.outstandingCents === null ? undefined : (
        <Figure label={m['billing.summary.outstanding']()} value={here().money(billing.outstandingCents)} />
      )}
    </div>
  )
}

/** What is open, and what stands in its way. */
function NextBill({ next }: Pick<Billing, 'next'>) {
  const { money } = here()
  return (
    <Figure label={m['billing.summary.next']()} value={money(next?.baseCents ?? 0)}>
      {next ? <p>{m['billing.summary.payable']({ amount: money(next.payableCents) })}</p> : undefined}
      {next?.blocked.map((block) => (
        <p key={block}>{ownBlockWord(block)}</p>
      ))}
      {next ? (
        <ButtonLink size="sm" to="/billing/$billId" params={{ billId: next.id }}>
          {m['billing.open.see']()}
        </ButtonLink>
      ) : (
        m['billing.open.lead']()
      )}
    </Figure>
  )
}

/** What the provider charged and is still open; below zero it is paid back. */
function Charged({ chargedCents, mayBills }: { chargedCents: number; mayBills: boolean }) {
  const back = chargedCents < 0
  return (
    <Figure
      label={back ? m['billing.summary.chargedBack']() : m['billing.summary.charged']()}
      value={here().money(Math.abs(chargedCents))}
    >
      {back ? <p>{m['billing.summary.chargedBackText']()}</p> : undefined}
      {mayBills ? (
        <ButtonLink size="sm" to="/billing/charges">
          {m['billing.summary.allCharges']()}
        </ButtonLink>
      ) : undefined}
    </Figure>
  )
}

/** What was accepted and not paid yet; against the account where corrections are more than bills. */
function Unpaid({
  billing,
  unpaidCents,
  mayBills,
}: {
  billing: Billing
  unpaidCents: number
  mayBills: boolean
}) {
  const { money } = here()
  const owed = unpaidCents < 0
  return (
    <Figure
      label={owed ? m['billing.summary.owed']() : m['billing.summary.unpaid']()}
      value={money(Math.abs(unpaidCents))}
    >
      {owed ? <p>{m['billing.summary.owedText']()}</p> : undefined}
      {paymentLines(billing).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {mayBills && unpaidCents !== 0 ? (
        <ButtonLink size="sm" to="/billing/bills" search={{ payment: 'open' }}>
          {m['billing.summary.seeUnpaid']()}
        </ButtonLink>
      ) : undefined}
    </Figure>
  )
}

const Figure = ({ label, value, children }: { label: string; value: string; children?: ReactNode }) => (
  <div className={classes.figure}>
    <span>{label}</span>
    <b>{value}</b>
    {children ? <small>{children}</small> : undefined}
  </div>
)

/** The last of them, and the way to all. */
function Last({
  title,
  more,
  columns,
  rows,
  none,
}: {
  title: string
  more: ReactNode
  columns: Column<OwnBillHead>[]
  rows: OwnBillHead[]
  none: string
}) {
  return (
    <>
      <div className={classes.headingRow}>
        <h2 className={classes.heading}>{title}</h2>
        {more}
      </div>
      {rows.length > 0 ? (
        <DataTable label={title} columns={columns} rows={rows} rowKey={({ id }) => id} />
      ) : (
        <p className={classes.quiet}>{none}</p>
      )}
    </>
  )
}
