import { mdiUpload } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isFailure } from '#client.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { productsTabs } from '#pages/products-tabs.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { can } from '#platform/permissions.ts'
import { dayMs, parseDay } from '#platform/time.ts'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { DayFilter } from '#ui/day-filter.tsx'
import { here } from '#ui/formats.ts'
import { ListPage } from '#ui/list-page.tsx'
import { Notice } from '#ui/notice.tsx'
import { FilterBar } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { ExchangeRate } from '../contract.ts'

const UploadDialog = lazy(() => import('./upload-dialog.tsx'))

/** Easter and Christmas close the markets for four days. */
const lateAfterDays = 5

/** What orders in other money are counted at. */
export const Route = createFileRoute('/_app/products/exchange-rates')({
  validateSearch: ({ day }: Record<string, unknown>): { day?: string } =>
    typeof day === 'string' && parseDay(day) !== undefined ? { day } : {},
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api }, deps }) => api.exchangeRates.listExchangeRates(deps),
  head: () => ({ meta: [{ title: `${m['exchangeRates.title']()} · Backline` }] }),
  component: ExchangeRatesPage,
})

function ExchangeRatesPage() {
  const found = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const { day } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [uploading, setUploading] = useState(false)
  const { date } = here()
  const [from, to] = isFailure(found) ? [] : [found.from, found.to]
  return (
    <ListPage
      title={m['exchangeRates.title']()}
      lead={`${m['exchangeRates.lead']()} ${from && to ? m['exchangeRates.known']({ from: date(from), to: date(to) }) : ''}`}
      actions={
        can(permissionsOf(session), 'products.manageproducts') ? (
          <Button look="primary" icon={mdiUpload} onClick={() => setUploading(true)}>
            {m['exchangeRates.upload.open']()}
          </Button>
        ) : undefined
      }
      tabs={
        <Tabs label={m['shell.tabs.label']()} tabs={productsTabs(session)} path="/products/exchange-rates" />
      }
      above={
        to && isLate(to) ? (
          <Notice kind="warning">{m['exchangeRates.late']({ to: date(to) })}</Notice>
        ) : undefined
      }
      found={found}
      failed={m['exchangeRates.loadFailed']()}
      filtered={Boolean(from)}
      filters={
        <FilterBar>
          <DayFilter
            label={m['exchangeRates.day']()}
            value={day}
            onChange={(value) => navigate({ search: value ? { day: value } : {} })}
          />
        </FilterBar>
      }
      empty={{ title: m['exchangeRates.empty.title'](), text: m['exchangeRates.empty.text']() }}
      example={() =>
        import('./example-exchange-rates.ts').then(({ exampleExchangeRates }) => exampleExchangeRates())
      }
      noResults={{ title: m['exchangeRates.none.title'](), text: m['exchangeRates.none.text']() }}
      onClear={() => navigate({ search: {} })}
      below={
        <Suspense>{uploading ? <UploadDialog onClose={() => setUploading(false)} /> : undefined}</Suspense>
      }
    >
      {({ items }) => (
        <DataTable
          label={m['exchangeRates.title']()}
          columns={columns()}
          rows={items}
          rowKey={({ currency }) => currency}
        />
      )}
    </ListPage>
  )
}

const isLate = (to: string) => (parseDay(to) ?? 0) + lateAfterDays < Math.floor(Date.now() / dayMs)

function columns(): Column<ExchangeRate>[] {
  const { date } = here()
  // As many digits as were published: a figure for comparing, not for adding up.
  const exact = (value: string) => Number(value).toLocaleString(getLocale(), { maximumSignificantDigits: 8 })
  return [
    {
      id: 'currency',
      title: m['exchangeRates.currency'](),
      phone: 'main',
      cell: ({ currency }) => <b>{currency}</b>,
    },
    { id: 'day', title: m['exchangeRates.of'](), phone: 'detail', cell: ({ day }) => date(day) },
    {
      id: 'perEuro',
      title: m['exchangeRates.perEuro'](),
      numeric: true,
      cell: ({ perEuro }) => exact(perEuro),
    },
    {
      id: 'euros',
      title: m['exchangeRates.euros'](),
      numeric: true,
      phone: 'amount',
      cell: ({ euros }) => exact(euros),
    },
  ]
}
