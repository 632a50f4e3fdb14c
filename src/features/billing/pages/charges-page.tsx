import { mdiPlus } from '@mdi/js'
import { createFileRoute, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isFailure } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { portalTabs, staffTabs } from '#pages/billing-tabs.ts'
import { currentPortal, permissionsOf } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { FilterSelect } from '#ui/filters.tsx'
import { here } from '#ui/formats.ts'
import { useListSearch } from '#ui/list-search.ts'
import { Listing } from '#ui/listing.tsx'
import { Page } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useWished } from '#ui/use-wished.ts'
import type { ChargeHead } from '../charges-contract.ts'
import classes from './billing.module.css'
import { chargeState, kindsWord } from './charge-words.ts'
import { readPortal } from './which-portal.ts'

const ChargeDialog = lazy(() => import('./charge-dialog.tsx'))

interface Search {
  portal?: string
  open?: '1'
  page?: number
}
const readSearch = (search: Record<string, unknown>): Search => ({
  ...readPortal(search),
  ...(String(search.open) === '1' ? { open: '1' as const } : {}),
  ...(Number(search.page) > 1 ? { page: Math.trunc(Number(search.page)) } : {}),
})

/** The provider's invoices: to one account, or for staff to all. */
export const Route = createFileRoute('/_app/billing/charges')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { session, api }, deps: { portal, ...query } }) => {
    if (!can(permissionsOf(session), 'billing.viewbills')) notThere()
    const portalId = session?.user.staff ? portal : currentPortal(session)?.id
    if (!portalId && !session?.user.staff) notThere()
    const charges = portalId
      ? await api.billing.listCharges({ portalId, ...query }, { key: 'charges' })
      : await api.billing.listAllCharges(query, { key: 'charges' })
    return { charges, portalId }
  },
  head: ({ match: { context } }) => ({
    meta: [{ title: `${titleFor(context.session)} · Backline` }],
  }),
  component: ChargesPage,
})

/** As the tab calls it: what the provider sends is what an account gets. */
const titleFor = (session: Session | null) =>
  session?.user.staff ? m['billing.tabs.chargesStaff']() : m['billing.charges.title']()

function ChargesPage() {
  const { charges, portalId } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const search = useWished(Route.useSearch(), readSearch)
  const { filter, page } = useListSearch(readSearch)
  const permissions = permissionsOf(session)
  const staff = session?.user.staff === true
  const mayIssue = staff && can(permissions, 'billing.managebills')
  const [issuing, setIssuing] = useState(false)
  const add = mayIssue ? (
    <Button look="primary" icon={mdiPlus} onClick={() => setIssuing(true)}>
      {m['billing.charges.issue']()}
    </Button>
  ) : undefined
  const bare = !isFailure(charges) && charges.total === 0 && !search.open
  return (
    <Page
      title={titleFor(session)}
      lead={staff ? m['billing.charges.leadStaff']() : m['billing.charges.lead']()}
      actions={bare ? undefined : add}
    >
      <Tabs
        label={m['billing.tabs.label']()}
        tabs={staff ? staffTabs(can(permissions, 'billing.managebills')) : portalTabs(permissions)}
        path="/billing/charges"
      />
      <Listing
        found={charges}
        failed={m['billing.charges.loadFailed']()}
        filtered={search.open !== undefined}
        empty={{
          title: m['billing.charges.empty.title'](),
          text: staff ? m['billing.charges.empty.textStaff']() : m['billing.charges.empty.text'](),
        }}
        add={add}
        example={
          staff
            ? undefined
            : () => import('./example-charges.ts').then(({ exampleCharges }) => exampleCharges(new Date()))
        }
        filters={
          <FilterSelect
            label={m['billing.charges.filter']()}
            all={m['billing.filter.all']()}
            value={search.open}
            options={[{ value: '1' as const, label: m['billing.charges.onlyOpen']() }]}
            onChange={(open) => filter({ open })}
          />
        }
        noResults={{ title: m['billing.charges.none.title'](), text: m['billing.charges.none.text']() }}
        onClear={() => filter({ open: undefined })}
        onPage={page}
      >
        {({ items, sumOpenCents }) => (
          <>
            <p className={classes.sum}>{m['billing.charges.sum']({ amount: here().money(sumOpenCents) })}</p>
            <DataTable
              label={m['billing.charges.title']()}
              columns={columnsFor(staff)}
              rows={items}
              rowKey={({ id }) => id}
            />
          </>
        )}
      </Listing>
      {issuing ? (
        <Suspense>
          <ChargeDialog portalId={portalId} onClose={() => setIssuing(false)} />
        </Suspense>
      ) : undefined}
    </Page>
  )
}

function columnsFor(staff: boolean): Column<ChargeHead>[] {
  const { money, date } = here()
  const columns: Column<ChargeHead>[] = [
    {
      id: 'number',
      title: m['billing.charges.number'](),
      phone: 'main',
      cell: ({ id, number }) => (
        <Link to="/billing/charges/$chargeId" params={{ chargeId: id }} className={classes.strong} data-row>
          {number}
        </Link>
      ),
    },
    {
      id: 'account',
      title: m['billing.charges.account'](),
      phone: 'detail',
      cell: ({ account }) => account.name,
    },
    {
      id: 'issued',
      title: m['billing.bill.issued'](),
      cell: ({ issuedOn }) => date(issuedOn),
    },
    { id: 'what', title: m['billing.charges.what'](), sentence: true, cell: kindsWord },
    {
      id: 'state',
      title: m['billing.charges.status'](),
      phone: 'status',
      cell: (one) => {
        const { mark, word } = chargeState(one)
        return <Status mark={mark}>{word}</Status>
      },
    },
    {
      id: 'total',
      title: m['billing.charges.total'](),
      numeric: true,
      phone: 'amount',
      cell: ({ totalCents }) => <b>{money(totalCents)}</b>,
    },
    {
      id: 'open',
      title: m['billing.charges.open'](),
      numeric: true,
      cell: ({ openCents }) => money(openCents),
    },
  ]
  return staff ? columns : columns.filter(({ id }) => id !== 'account')
}
