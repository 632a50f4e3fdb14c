import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { failureCode, isFailure } from '#client.ts'
import { stocksTabs } from '#features/stocks/pages/stocks-tabs.ts'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { FilterBar, Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './orders.module.css'
import { SkuTable } from './sku-table.tsx'

interface SkusSearch {
  q?: string
  state?: 'unmapped' | 'mapped'
  page?: number
}

function readSearch(search: Record<string, unknown>): SkusSearch {
  const found: SkusSearch = {}
  const page = Number(search.page)
  if (search.q !== undefined && String(search.q).trim()) found.q = String(search.q).slice(0, 100)
  const state = (['unmapped', 'mapped'] as const).find((one) => one === search.state)
  if (state) found.state = state
  if (Number.isInteger(page) && page > 1) found.page = page
  return found
}

/** Every SKU that shops have sent, and what it stands for: many are mapped at once. */
export const Route = createFileRoute('/_app/stocks/skus')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api, session }, deps }) => {
    const portal = currentPortal(session)
    if (!portal) throw notFound({ routeId: rootRouteId })
    return { portal, skus: await api.orders.listSkus({ portalId: portal.id, ...deps }, { key: 'skus' }) }
  },
  head: () => ({ meta: [{ title: `${m['orders.skus.title']()} · Backline` }] }),
  component: SkusPage,
})

function SkusPage() {
  const { portal, skus } = Route.useLoaderData()
  const { session, api } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const [changes, setChanges] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const count = Object.keys(changes).length
  const filter = (change: Partial<Record<keyof SkusSearch, string | undefined>>) =>
    navigate({
      search: readSearch({ ...search, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const save = async () => {
    setBusy(true)
    const mapped = await api.orders.mapSkus({
      portalId: portal.id,
      skus: Object.entries(changes).map(([id, value]) => {
        const [productId, variantId] = value.split('/')
        return { id, productId: productId || null, ...(variantId ? { variantId } : {}) }
      }),
    })
    setBusy(false)
    if (isFailure(mapped)) return toast(m['orders.skus.failed'](), { kind: 'error' })
    setChanges({})
    toast(m['orders.skus.done']({ count: mapped.mapped }))
    await router.invalidate()
  }
  return (
    <Page title={m['orders.skus.title']()} lead={m['orders.skus.lead']()}>
      <Tabs label={m['shell.tabs.label']()} tabs={stocksTabs(session)} path="/stocks/skus" />
      {isFailure(skus) ? (
        <ErrorState
          title={m['orders.skus.loadFailed']()}
          code={failureCode(skus)}
          onRetry={() => router.invalidate()}
        />
      ) : skus.total === 0 && !search.q && !search.state ? (
        <Empty title={m['orders.skus.empty.title']()} text={m['orders.skus.empty.text']()} />
      ) : (
        <>
          <FilterBar>
            <SearchBox
              label={m['orders.skus.search']()}
              value={search.q ?? ''}
              onSearch={(q) => filter({ q: q || undefined })}
            />
            <FilterSelect
              label={m['orders.column.state']()}
              all={m['products.filter.all']()}
              value={search.state}
              options={[
                { value: 'unmapped', label: m['orders.skus.unmapped']({ count: skus.unmapped }) },
                { value: 'mapped', label: m['orders.skus.mapped']() },
              ]}
              onChange={(state) => filter({ state })}
            />
          </FilterBar>
          {skus.total === 0 ? (
            <Empty
              drawing={false}
              title={m['orders.skus.none']()}
              text={m['products.noResults.text']()}
              action={<Button onClick={() => navigate({ search: {} })}>{m['ui.clearFilters']()}</Button>}
            />
          ) : (
            <>
              <SkuTable
                skus={skus.items}
                choices={skus.choices}
                changes={changes}
                editable={can(portal.permissions, 'stocks.managestocks')}
                onChange={(id, value, saved) =>
                  setChanges((now) => {
                    const { [id]: _, ...rest } = now
                    return value === saved ? rest : { ...rest, [id]: value }
                  })
                }
              />
              <Pager found={skus} onPage={(page) => navigate({ search: readSearch({ ...search, page }) })} />
              {count > 0 ? (
                <div className={classes.bar} role="status">
                  <Button onClick={() => setChanges({})}>{m['ui.discard']()}</Button>
                  <Button look="primary" busy={busy} onClick={save}>
                    {m['orders.skus.save']({ count })}
                  </Button>
                </div>
              ) : undefined}
            </>
          )}
        </>
      )}
    </Page>
  )
}
