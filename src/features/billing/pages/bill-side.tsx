import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { MayNotChange } from '#features/app/pages/ask-for-access.tsx'
import { m } from '#paraglide/messages.js'
import { can, type PermissionMap } from '#platform/permissions.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import type { Bill } from '../bill-shapes.ts'
import type { DocumentFormat } from '../choices.ts'
import { AccountLinks } from './account-links.tsx'
import type { BillAct } from './bill-act-words.ts'
import { actsFor } from './bill-acts.ts'
import { BillOffsets } from './bill-offsets.tsx'
import { BillPath } from './bill-path.tsx'
import { BillRecords } from './bill-records.tsx'
import classes from './bill-side.module.css'
import { amountWord, blockWord, isSettled, ownBlockWord } from './billing-words.ts'
import { saveOrSay } from './save-or-say.ts'
import { waitWord } from './when-paid.ts'

const Dialogs = lazy(() => import('./bill-dialogs.tsx'))

const documentNames = {
  pdf: m['billing.action.pdf'],
  csv: m['billing.action.csv'],
  facturae: m['billing.action.facturae'],
  xsig: m['billing.action.xsig'],
  verifactu: m['billing.action.verifactu'],
  ownInvoice: m['billing.action.ownInvoicePdf'],
} as const satisfies Record<DocumentFormat, () => string>

interface SideProps {
  bill: Bill
  staff: boolean
  permissions: PermissionMap | undefined
}

/** What will be paid, what can be done now, and where the bill has been. */
export function BillSide({ bill, staff, permissions }: SideProps) {
  const [act, setAct] = useState<BillAct>()
  const { money } = here()
  const acts = actsFor(bill, staff, permissions)
  const save = (format: DocumentFormat) => saveOrSay(`/api/bill/${bill.id}/document`, { format })
  const formats = documentsFor(bill, permissions)
  return (
    <>
      <div className={classes.pay}>
        <span>{amountWord(bill, staff)}</span>
        <b>{money(bill.totals.payableCents - bill.offsets.reduce((sum, one) => sum + one.amountCents, 0))}</b>
        <BillOffsets bill={bill} />
        {bill.ibanMasked && !isSettled(bill.payment, bill.totals.payableCents) ? (
          <small>{m['billing.bill.account']({ iban: bill.ibanMasked })}</small>
        ) : undefined}
        <BillNotices bill={bill} staff={staff} permissions={permissions} />
        {acts.map(({ id, word }, at) => (
          <Button
            key={id}
            full
            look={at === 0 && !['cancel', 'annul', 'returned', 'mend'].includes(id) ? 'primary' : 'plain'}
            onClick={() => setAct(id)}
          >
            {word}
          </Button>
        ))}
      </div>
      {bill.correctedBy || bill.corrects ? (
        <div className={classes.links}>
          {[bill.correctedBy, bill.corrects].map((other, at) =>
            other ? (
              <ButtonLink key={other.id} size="sm" to="/billing/$billId" params={{ billId: other.id }}>
                {at === 0 ? m['billing.action.correctedBy']() : m['billing.action.corrects']()} {other.number}
              </ButtonLink>
            ) : undefined,
          )}
        </div>
      ) : undefined}
      <section>
        <h2>{m['billing.bill.path']()}</h2>
        <BillPath bill={bill} staff={staff} />
      </section>
      {staff && bill.records.length > 0 ? <BillRecords records={bill.records} /> : undefined}
      {formats.length > 0 ? (
        <div className={classes.links}>
          {formats.map((format) => (
            <Button key={format} size="sm" onClick={() => save(format)}>
              {documentNames[format]()}
            </Button>
          ))}
        </div>
      ) : undefined}
      {staff && bill.account.portalId ? (
        <section>
          <h2>{m['billing.action.ofAccount']()}</h2>
          <AccountLinks portalId={bill.account.portalId} permissions={permissions} />
        </section>
      ) : undefined}
      {act ? (
        <Suspense>
          <Dialogs act={act} bill={bill} staff={staff} onClose={() => setAct(undefined)} />
        </Suspense>
      ) : undefined}
    </>
  )
}

/** What stands in its way, and what was said about it. */
function BillNotices({ bill, staff, permissions }: SideProps) {
  const waits = staff ? blockWord : ownBlockWord
  // Told before it is accepted, too: nobody is promised money on an account that sends it back.
  const refused = bill.blocked.includes('ibanReturned') || bill.expected?.why === 'ibanReturned'
  return (
    <>
      {refused ? <RefusedAccount staff={staff} permissions={permissions} /> : undefined}
      {bill.blocked
        .filter((block) => block !== 'ibanReturned')
        .map((block) => (
          <Notice key={block} kind="warning">
            {block === 'ibanHeld' ? waitWord(block, bill.expected?.until) : waits(block)}
          </Notice>
        ))}
      <BillRemarks bill={bill} />
      {bill.status === 'Pending' && !staff && !can(permissions, 'billing.managebills') ? (
        <MayNotChange
          text={m['billing.action.mayNotAccept']()}
          asked={{ page: 'billing.acceptBill', portalId: bill.account.portalId ?? '' }}
        />
      ) : undefined}
    </>
  )
}

function BillRemarks({ bill }: { bill: Bill }) {
  return (
    <>
      {bill.blocked.includes('agreement') && bill.period ? (
        <small>{m['billing.agreement.precedes']()}</small>
      ) : undefined}
      {bill.corrective && !bill.selfInvoice ? (
        <small>{m['billing.agreement.correctiveOwn']()}</small>
      ) : undefined}
      {bill.reason ? <small>{m['billing.action.reasonSaid']({ reason: bill.reason })}</small> : undefined}
      {bill.recordsAnnulled ? <small>{m['billing.action.annulled']()}</small> : undefined}
      {bill.returnReason ? (
        <small>{m['billing.action.reasonSaid']({ reason: bill.returnReason })}</small>
      ) : undefined}
    </>
  )
}

/** The bank sends back what is paid to it: who may see the account goes and looks. */
function RefusedAccount({ staff, permissions }: Omit<SideProps, 'bill'>) {
  const mayLook = !staff && can(permissions, 'billing.viewbillinginformation')
  return (
    <Notice
      kind="warning"
      aside={
        mayLook ? (
          <Link to="/billing/information" hash="bank">
            {m['billing.information.sideTitle']()}
          </Link>
        ) : undefined
      }
    >
      {blockWord('ibanReturned')}
    </Notice>
  )
}

function documentsFor(bill: Bill, permissions: PermissionMap | undefined) {
  if (!can(permissions, 'billing.downloadbills')) return []
  const own = bill.ownNumber ? (['ownInvoice'] as const) : []
  return bill.number
    ? ([
        'csv',
        ...(bill.corrective && !bill.selfInvoice ? [] : (['facturae'] as const)),
        ...(bill.signable ? (['xsig'] as const) : []),
        ...(bill.selfInvoice ? (['verifactu'] as const) : []),
        ...own,
      ] as const)
    : (['csv', ...own] as const)
}
