import { mdiFilePdfBox } from '@mdi/js'
import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { TimelineFrame } from '#features/activity/pages/timeline-frame.tsx'
import { isUuid, permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { billTypes } from '#platform/constants.ts'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { here } from '#ui/formats.ts'
import { Page, TrailLink } from '#ui/page.tsx'
import { Badge } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import type { Bill } from '../contract.ts'
import { BillComments } from './bill-comments.tsx'
import { BillLines } from './bill-lines.tsx'
import classes from './bill-page.module.css'
import { BillSide } from './bill-side.tsx'
import { stateWord, titleOf } from './billing-words.ts'
import { saveFile } from './save-file.ts'

/** One bill or advance: what it is made of, what it comes to, what can be done. */
export const Route = createFileRoute('/_app/billing/$billId')({
  loader: async ({ context, params: { billId } }) => {
    if (!isUuid(billId)) throw notFound({ routeId: rootRouteId })
    const { billing, activity } = context.api
    const [bill, changes] = await Promise.all([
      billing.getBill({ billId }, { key: 'bill' }),
      activity.listActivity({ target: billId }, { key: 'billActivity' }),
    ])
    if (failureCode(bill) === 'notFound') throw notFound({ routeId: rootRouteId })
    // The title is made here: what stands in the head is loaded by every page.
    return {
      bill,
      changes,
      now: new Date(),
      title: isFailure(bill) ? undefined : titleOf(bill, bill.selfInvoice),
    }
  },
  head: ({ loaderData }) => ({
    meta: [{ title: `${loaderData?.title ?? m['billing.title']()} · Backline` }],
  }),
  component: BillPage,
})

const badgeOf = ({ status, payment }: Bill) =>
  status === 'Pending'
    ? ('warning' as const)
    : status === 'Approved'
      ? payment === 'returned'
        ? ('danger' as const)
        : payment === 'paid'
          ? ('success' as const)
          : ('info' as const)
      : ('plain' as const)

/** A number is one word: no line ends at its hyphens. */
function Title({ of }: { of: Bill }) {
  const title = titleOf(of, of.selfInvoice)
  const [before = title, after] = of.number ? title.split(of.number) : []
  return after === undefined ? (
    title
  ) : (
    <span>
      {before}
      <span className={classes.noBreak}>{of.number}</span>
      {after}
    </span>
  )
}

function BillPage() {
  const { bill, changes, now } = Route.useLoaderData()
  const { session, api } = Route.useRouteContext()
  const router = useRouter()
  if (isFailure(bill))
    return (
      <Page title={m['billing.title']()}>
        <ErrorState
          title={m['billing.bill.notFound']()}
          code={failureCode(bill)}
          onRetry={() => router.invalidate()}
        />
      </Page>
    )
  const { month, date } = here()
  const permissions = permissionsOf(session)
  const staff = session?.user.staff === true
  const pdf = async () => {
    const file = await api.billing.getBillDocument({ billId: bill.id, format: 'pdf' })
    if (isFailure(file)) toast(m['billing.failed'](), { kind: 'error' })
    else saveFile(file)
  }
  const account = bill.legalName ?? bill.account.name
  return (
    <Page
      title={
        <span className={classes.title}>
          <Title of={bill} /> <Badge kind={badgeOf(bill)}>{stateWord(bill)}</Badge>
        </span>
      }
      lead={
        bill.type === billTypes.advances
          ? m['billing.bill.leadAdvance']({ account })
          : bill.status === 'Next' || !bill.period
            ? m['billing.bill.leadOpen']({ account })
            : m['billing.bill.lead']({ account, provider: bill.provider ?? '', month: month(bill.period) })
      }
      trail={[
        <TrailLink key="billing" to="/billing">
          {m['billing.title']()}
        </TrailLink>,
        bill.period && bill.status !== 'Next' ? month(bill.period) : bill.account.name,
      ]}
      actions={
        bill.number && can(permissions, 'billing.downloadbills') ? (
          <Button icon={mdiFilePdfBox} onClick={pdf}>
            {m['billing.action.pdf']()}
          </Button>
        ) : undefined
      }
    >
      <div className={classes.columns}>
        <div className={classes.side}>
          <BillSide bill={bill} staff={staff} permissions={permissions} />
        </div>
        <div className={classes.main}>
          <dl className={classes.facts}>
            <Fact name={m['billing.bill.issued']()} value={bill.issuedOn ? date(bill.issuedOn) : '–'} />
            <Fact
              name={m['billing.bill.period']()}
              value={bill.period && bill.status !== 'Next' ? month(bill.period) : '–'}
            />
            <Fact name={m['billing.bill.taxId']()} value={bill.taxId ?? '–'} />
            <Fact name={m['billing.bill.outstanding']()} value={here().money(bill.outstandingCents)} />
          </dl>
          <BillLines bill={bill} />
          <BillComments bill={bill} spying={session?.user.spy === true} />
          <TimelineFrame activity={changes} now={now} about={bill.id} />
        </div>
      </div>
    </Page>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
