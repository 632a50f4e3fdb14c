import { lazy, Suspense, useState } from 'react'
import type { Api, Failure } from '#client.ts'
import { staffTabs } from '#pages/billing-tabs.ts'
import { m } from '#paraglide/messages.js'
import { billTypes } from '#platform/constants.ts'
import { Button } from '#ui/button.tsx'
import { useChosenRows } from '#ui/chosen-rows.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { FilterSelect } from '#ui/filters.tsx'
import { here } from '#ui/formats.ts'
import { Listing } from '#ui/listing.tsx'
import { Page } from '#ui/page.tsx'
import { pickedColumns } from '#ui/picked-columns.tsx'
import { Status } from '#ui/status.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { BillHead } from '../bill-shapes.ts'
import { BillFilters } from './bill-filters.tsx'
import { nameColumn, payableColumn, stateColumn } from './bill-rows.tsx'
import classes from './billing.module.css'
import { blockWord, markOf, stateWord, titleOf } from './billing-words.ts'
import type { BillsSearch } from './bills-search.ts'
import { type ClosedMany, CloseMany, LeftOpen } from './close-many.tsx'

const MoneyDialog = lazy(() => import('./money-dialog.tsx'))

type AllBills = Exclude<Awaited<ReturnType<Api['billing']['listAllBills']>>, Failure | undefined>

const filterNames = ['q', 'type', 'status', 'payment', 'blocked'] as const
const cleared = Object.fromEntries(filterNames.map((name) => [name, undefined]))

interface StaffBillsProps {
  bills: AllBills
  search: BillsSearch
  mayManage: boolean
  onSearch: (change: Partial<Record<keyof BillsSearch, string | number | undefined>>) => void
}

function billColumns(): Column<BillHead>[] {
  const { money, months, date } = here()
  return [
    nameColumn(m['billing.column.account'](), ({ account }) => account.name),
    {
      id: 'number',
      title: m['billing.column.bill'](),
      phone: 'detail',
      // What there is room for on a phone: the number, or the month that waits for one.
      cell: (bill) =>
        bill.number ??
        (bill.type === billTypes.bills && bill.status !== 'Next' && bill.period
          ? months(bill.periodFrom, bill.period)
          : titleOf(bill)),
    },
    {
      ...stateColumn(),
      sentence: true,
      cell: (bill) => (
        <>
          <Status mark={markOf(bill)}>{stateWord(bill)}</Status>
          {bill.blocked.length > 0 ? (
            <small className={classes.waits}>{bill.blocked.map(blockWord).join(' · ')}</small>
          ) : undefined}
        </>
      ),
    },
    {
      id: 'issued',
      title: m['billing.column.issued'](),
      cell: ({ issuedOn }) => (issuedOn ? date(issuedOn) : m['ui.none']()),
    },
    {
      id: 'base',
      title: m['billing.column.base'](),
      numeric: true,
      cell: ({ baseCents }) => money(baseCents),
    },
    payableColumn(),
  ]
}

/** Bills of all accounts, with what each waits for. */
export function StaffBills({ bills, search, mayManage, onSearch }: StaffBillsProps) {
  const { money } = here()
  const chosen = useChosenRows()
  const [left, setLeft] = useState<ClosedMany>()
  const [paying, setPaying] = useState(false)
  const columns = [...(mayManage ? [choiceColumn(chosen, bills.items)] : []), ...billColumns()]
  const { shown, picker } = pickedColumns(columns, search, onSearch)
  return (
    <Page
      title={m['billing.title']()}
      lead={m['billing.leadStaff']()}
      actions={
        mayManage ? (
          <Button onClick={() => setPaying(true)}>{m['billing.remittance.open']()}</Button>
        ) : undefined
      }
    >
      <Tabs label={m['billing.tabs.label']()} tabs={staffTabs(mayManage)} path="/billing" />
      {left ? <LeftOpen {...left} /> : undefined}
      <Listing
        found={bills}
        failed={m['billing.loadFailed']()}
        filtered={filterNames.some((name) => search[name] !== undefined)}
        empty={{ title: m['billing.list.none.title'](), text: m['billing.list.none.text']() }}
        example={() => import('./example-bills.ts').then(({ exampleAllBills }) => exampleAllBills())}
        noResults={{ title: m['billing.list.empty.title'](), text: m['billing.list.empty.text']() }}
        filters={
          <BillFilters
            search={search}
            label={m['billing.filter.search']()}
            onSearch={onSearch}
            first={
              <FilterSelect
                label={m['billing.filter.type']()}
                all={m['billing.filter.all']()}
                value={search.type}
                options={[
                  { value: '1' as const, label: m['billing.filter.bills']() },
                  { value: '2' as const, label: m['billing.filter.advances']() },
                ]}
                onChange={(type) => onSearch({ type })}
              />
            }
            last={
              <>
                <FilterSelect
                  label={m['billing.filter.blocked']()}
                  all={m['billing.filter.all']()}
                  value={search.blocked}
                  options={[{ value: '1' as const, label: m['billing.filter.onlyBlocked']() }]}
                  onChange={(blocked) => onSearch({ blocked })}
                />
                {picker}
              </>
            }
          />
        }
        onClear={() => onSearch(cleared)}
        onPage={(page) => onSearch({ page })}
      >
        {({ items, sumPayableCents }) => (
          <>
            <p className={classes.sum}>{m['billing.list.total']({ amount: money(sumPayableCents) })}</p>
            <DataTable label={m['billing.title']()} columns={shown} rows={items} rowKey={({ id }) => id} />
          </>
        )}
      </Listing>
      {chosen.ids.length > 0 ? (
        <CloseMany
          chosen={chosen.ids}
          onDone={(result) => {
            chosen.clear()
            setLeft(result)
          }}
        />
      ) : undefined}
      {paying ? (
        <Suspense>
          <MoneyDialog onClose={() => setPaying(false)} />
        </Suspense>
      ) : undefined}
    </Page>
  )
}

const closable = ({ type, status }: BillHead) => type === billTypes.bills && status === 'Next'

/** A box where there is something to close; those of other pages stay chosen. */
function choiceColumn(
  chosen: ReturnType<typeof useChosenRows>,
  bills: readonly BillHead[],
): Column<BillHead> {
  const rows = bills.filter(closable)
  const { heading, cell, ...column } = chosen.column({
    rows,
    all: m['billing.bulk.all'](),
    one: ({ account }) => m['billing.list.select']({ bill: account.name }),
  })
  return {
    ...column,
    hiddenTitle: true,
    ...(rows.length > 0 ? { heading } : {}),
    cell: (bill) => (closable(bill) ? cell(bill) : undefined),
  }
}
