import { mdiFilePdfBox } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { idsOrNotThere, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EntityPage } from '#ui/entity-page.tsx'
import { here } from '#ui/formats.ts'
import { Badge } from '#ui/status.tsx'
import type { Charge } from '../charges-contract.ts'
import classes from './bill-page.module.css'
import { rateWord, taxNameWord } from './billing-words.ts'
import { ChargeSide } from './charge-side.tsx'
import { chargeKindWord, chargeState, chargeTaxWord } from './charge-words.ts'
import own from './charges.module.css'
import { saveOrSay } from './save-or-say.ts'

/** One invoice of the provider: what it is of, what it comes to, what it was set against. */
export const Route = createFileRoute('/_app/billing/charges/$chargeId')({
  loader: async ({ context, params: { chargeId } }) => {
    idsOrNotThere({ chargeId })
    const charge = await context.api.billing.getCharge({ chargeId }, { key: 'charge' })
    orNotThere(charge)
    return { charge, title: isFailure(charge) ? undefined : titleOf(charge) }
  },
  head: ({ loaderData }) => ({
    meta: [{ title: `${loaderData?.title ?? m['billing.charges.title']()} · Backline` }],
  }),
  component: ChargePage,
})

const titleOf = ({ number, corrects }: Charge) =>
  corrects ? m['billing.charges.correctiveOf']({ number }) : m['billing.charges.of']({ number })

function ChargePage() {
  const { charge } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const permissions = permissionsOf(session)
  const staff = session?.user.staff === true
  return (
    <EntityPage
      entity={charge}
      failed={m['billing.charges.notFound']()}
      list={{
        to: '/billing/charges',
        title: staff ? m['billing.tabs.chargesStaff']() : m['billing.charges.title'](),
      }}
      title={(one) => (
        <span className={classes.title}>
          {titleOf(one)} <Badge kind={chargeState(one).badge}>{chargeState(one).word}</Badge>
        </span>
      )}
      step={({ number }) => number}
      lead={({ provider, legalName }) => m['billing.charges.parties']({ provider, account: legalName })}
      actions={({ id }) =>
        can(permissions, 'billing.downloadbills') ? (
          <Button
            icon={mdiFilePdfBox}
            onClick={() => saveOrSay(`/api/charge/${id}/document`, { format: 'pdf' })}
          >
            {m['billing.action.pdf']()}
          </Button>
        ) : undefined
      }
    >
      {(one) => (
        <div className={classes.columns}>
          <div className={classes.side}>
            <ChargeSide
              charge={one}
              mayManage={staff && can(permissions, 'billing.managebills')}
              mayDownload={can(permissions, 'billing.downloadbills')}
            />
          </div>
          <div className={classes.main}>
            <Lines charge={one} />
          </div>
        </div>
      )}
    </EntityPage>
  )
}

function Lines({ charge }: { charge: Charge }) {
  const { money, number, date } = here()
  return (
    <>
      <dl className={classes.facts}>
        <Fact name={m['billing.bill.issued']()} value={date(charge.issuedOn)} />
        <Fact name={m['billing.bill.taxId']()} value={charge.taxId} />
      </dl>
      <div className={own.lines}>
        <DataTable
          label={m['billing.charges.of']({ number: charge.number })}
          rows={charge.lines.map((line, at) => ({ ...line, at }))}
          rowKey={({ at }) => String(at)}
          columns={[
            {
              id: 'what',
              title: m['billing.bill.concept'](),
              sentence: true,
              phone: 'main',
              cell: ({ description }) => description,
            },
            {
              id: 'kind',
              title: m['billing.charges.what'](),
              phone: 'detail',
              cell: ({ kind }) => chargeKindWord(kind),
            },
            {
              id: 'units',
              title: m['billing.bill.units'](),
              numeric: true,
              cell: ({ units }) => number(units),
            },
            {
              id: 'unitPrice',
              title: m['billing.bill.unitPrice'](),
              numeric: true,
              cell: ({ units, amountCents }) => (units === 0 ? '' : money(Math.round(amountCents / units))),
            },
            {
              id: 'tax',
              title: taxNameWord(charge.taxName),
              numeric: true,
              cell: ({ taxBp }) => (charge.taxMention ? '–' : rateWord(taxBp)),
            },
            {
              id: 'amount',
              title: m['billing.bill.amount'](),
              numeric: true,
              phone: 'amount',
              cell: ({ amountCents }) => money(amountCents),
            },
          ]}
        />
      </div>
      <dl className={classes.totals}>
        <Fact name={m['billing.bill.base']()} value={money(charge.totals.baseCents)} />
        {charge.totals.groups.map((group) => (
          <Fact key={group.taxBp} name={chargeTaxWord(charge, group.taxBp)} value={money(group.taxCents)} />
        ))}
        <Fact name={m['billing.bill.total']()} value={money(charge.totalCents)} />
      </dl>
      {charge.reason ? (
        <p className={classes.small}>{m['billing.action.reasonSaid']({ reason: charge.reason })}</p>
      ) : undefined}
    </>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
