import { mdiFilePdfBox } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { TimelineFrame } from '#features/activity/pages/timeline-frame.tsx'
import { permissionsOf } from '#pages/navigation.ts'
import { idsOrNotThere, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { billTypes } from '#platform/constants.ts'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { EntityPage } from '#ui/entity-page.tsx'
import { here } from '#ui/formats.ts'
import { Badge } from '#ui/status.tsx'
import type { Bill } from '../bill-shapes.ts'
import { BillComments } from './bill-comments.tsx'
import { BillLines } from './bill-lines.tsx'
import classes from './bill-page.module.css'
import { BillSide } from './bill-side.tsx'
import { stateWord, titleOf } from './billing-words.ts'
import { saveOrSay } from './save-or-say.ts'

/** One bill or advance: what it is made of, what it comes to, what can be done. */
export const Route = createFileRoute('/_app/billing/$billId')({
  loader: async ({ context, params: { billId } }) => {
    idsOrNotThere({ billId })
    const { billing, activity } = context.api
    const [bill, changes] = await Promise.all([
      billing.getBill({ billId }, { key: 'bill' }),
      activity.listActivity({ target: billId }, { key: 'billActivity' }),
    ])
    orNotThere(bill)
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
  const { session } = Route.useRouteContext()
  const permissions = permissionsOf(session)
  const pdf = ({ id }: Bill) => saveOrSay(`/api/bill/${id}/document`, { format: 'pdf' })
  return (
    <EntityPage
      entity={bill}
      failed={m['billing.bill.notFound']()}
      list={{ to: '/billing', title: m['billing.title']() }}
      title={(one) => (
        <span className={classes.title}>
          <Title of={one} /> <Badge kind={badgeOf(one)}>{stateWord(one)}</Badge>
        </span>
      )}
      step={(one) =>
        one.period && one.status !== 'Next' ? here().months(one.periodFrom, one.period) : one.account.name
      }
      lead={leadOf}
      actions={(one) =>
        one.number && can(permissions, 'billing.downloadbills') ? (
          <Button icon={mdiFilePdfBox} onClick={() => pdf(one)}>
            {m['billing.action.pdf']()}
          </Button>
        ) : undefined
      }
    >
      {(one) => (
        <div className={classes.columns}>
          <div className={classes.side}>
            <BillSide bill={one} staff={session?.user.staff === true} permissions={permissions} />
          </div>
          <div className={classes.main}>
            <Facts bill={one} />
            <BillLines bill={one} staff={session?.user.staff === true} />
            <BillComments bill={one} spying={session?.user.spy === true} />
            <TimelineFrame activity={changes} now={now} about={one.id} />
          </div>
        </div>
      )}
    </EntityPage>
  )
}

function leadOf(bill: Bill) {
  const account = bill.legalName ?? bill.account.name
  if (bill.type === billTypes.advances) return m['billing.bill.leadAdvance']({ account })
  if (bill.status === 'Next' || !bill.period) return m['billing.bill.leadOpen']({ account })
  const month = here().months(bill.periodFrom, bill.period)
  return m['billing.bill.lead']({ account, provider: bill.provider ?? '', month })
}

function Facts({ bill }: { bill: Bill }) {
  const { months, date, money } = here()
  return (
    <dl className={classes.facts}>
      <Fact name={m['billing.bill.issued']()} value={bill.issuedOn ? date(bill.issuedOn) : '–'} />
      <Fact
        name={m['billing.bill.period']()}
        value={bill.period && bill.status !== 'Next' ? months(bill.periodFrom, bill.period) : '–'}
      />
      <Fact name={m['billing.bill.taxId']()} value={bill.taxId ?? '–'} />
      <Fact name={m['billing.bill.outstanding']()} value={money(bill.outstandingCents)} />
    </dl>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
