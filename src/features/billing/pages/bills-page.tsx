import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { portalTabs } from '#pages/billing-tabs.ts'
import { currentPortal, permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { ButtonLink } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { FilterSelect } from '#ui/filters.tsx'
import { here } from '#ui/formats.ts'
import { Listing } from '#ui/listing.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { BillFilters } from './bill-filters.tsx'
import { ownColumns } from './bill-rows.tsx'
import classes from './billing.module.css'
import { type BillsSearch, readBillsSearch } from './bills-search.ts'
import { portalFor, readPortal } from './which-portal.ts'

const filters = ['q', 'status', 'payment', 'year'] as const
type Search = Pick<BillsSearch, (typeof filters)[number] | 'page'> & { portal?: string }
const readSearch = (search: Record<string, unknown>): Search => {
  const { type: _, blocked: _b, columns: _c, ...rest } = readBillsSearch(search)
  return { ...rest, ...readPortal(search) }
}

/** All bills of one account. */
export const Route = createFileRoute('/_app/billing/bills')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps: { portal, ...query } }) => {
    const portalId = portalFor(context.session, portal, 'billing.viewbills')
    return { bills: await context.api.billing.listBills({ portalId, ...query }, { key: 'bills' }) }
  },
  head: () => ({ meta: [{ title: `${m['billing.bills.title']()} · Backline` }] }),
  component: BillsPage,
})

function BillsPage() {
  const { bills } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const staff = session?.user.staff === true
  const onSearch = (change: Partial<Record<keyof Search, string | number | undefined>>) =>
    navigate({
      search: readSearch({ ...search, page: undefined, ...change }),
      replace: !('page' in change),
      resetScroll: 'page' in change,
    })
  const years = isFailure(bills) ? [] : bills.years
  const account = isFailure(bills) ? undefined : bills.items[0]?.account.name
  return (
    <Page
      title={m['billing.bills.title']()}
      lead={m['billing.bills.lead']({ account: account ?? currentPortal(session)?.name ?? '' })}
      {...(staff
        ? {
            trail: [
              <TrailLink key="billing" to="/billing">
                {m['billing.title']()}
              </TrailLink>,
              account ?? m['billing.bills.title'](),
            ],
          }
        : {})}
    >
      {staff ? undefined : (
        <Tabs
          label={m['billing.tabs.label']()}
          tabs={portalTabs(permissionsOf(session))}
          path="/billing/bills"
        />
      )}
      <Listing
        found={bills}
        failed={m['billing.loadFailed']()}
        filtered={filters.some((name) => search[name] !== undefined)}
        empty={{
          title: m['billing.bills.empty.title'](),
          text: m['billing.bills.empty.text'](),
          action: <ButtonLink to="/billing">{m['billing.tabs.summary']()}</ButtonLink>,
        }}
        filters={
          <BillFilters
            search={search}
            label={m['billing.statement.number']()}
            onSearch={onSearch}
            first={
              <FilterSelect
                label={m['billing.bills.year']()}
                all={m['billing.filter.all']()}
                value={search.year === undefined ? undefined : String(search.year)}
                options={years.map((year) => ({ value: String(year), label: String(year) }))}
                onChange={(year) => onSearch({ year })}
              />
            }
          />
        }
        example={() => import('./example-bills.ts').then(({ exampleOwnBills }) => exampleOwnBills())}
        noResults={{ title: m['billing.list.empty.title'](), text: m['billing.list.empty.text']() }}
        onClear={() => onSearch({ q: undefined, status: undefined, payment: undefined, year: undefined })}
        onPage={(page) => onSearch({ page })}
      >
        {({ items, sumPayableCents, sumAtBankCents }) => (
          <>
            <p className={classes.sum}>
              {m['billing.list.totalOwn']({ amount: here().money(sumPayableCents) })}
              {sumAtBankCents > 0
                ? ` · ${m['billing.summary.atBank']({ amount: here().money(sumAtBankCents) })}`
                : undefined}
            </p>
            <DataTable
              label={m['billing.bills.title']()}
              columns={ownColumns(staff)}
              rows={items}
              rowKey={({ id }) => id}
            />
          </>
        )}
      </Listing>
    </Page>
  )
}
