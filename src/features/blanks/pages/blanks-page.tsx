import { mdiPlus } from '@mdi/js'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { productsTabs } from '#features/products/pages/products-tabs.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { here } from '#ui/formats.ts'
import { localized } from '#ui/localized.ts'
import { FilterBar, Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { Status } from '#ui/status.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { BlankRow } from '../contract.ts'
import { blankState, typeOptions, typeWord } from './blank-words.ts'
import { type BlanksSearch, readBlanksSearch } from './blanks-search.ts'

/** The unprinted articles that products are made on. */
export const Route = createFileRoute('/_app/products/blanks')({
  validateSearch: readBlanksSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api }, deps }) => ({
    blanks: await api.blanks.listBlanks(deps, { key: 'blanks' }),
  }),
  head: () => ({ meta: [{ title: `${m['products.blanks.title']()} · Backline` }] }),
  component: BlanksPage,
})

function columns(): Column<BlankRow>[] {
  const { number } = here()
  return [
    {
      id: 'name',
      title: m['products.blanks.name'](),
      orderBy: 'name',
      phone: 'main',
      cell: ({ id, name }) => <a href={localized(`/products/blanks/${id}`)}>{name}</a>,
    },
    { id: 'type', title: m['products.blanks.typeLabel'](), cell: ({ type }) => typeWord(type) },
    {
      id: 'supplier',
      title: m['products.blanks.supplier'](),
      orderBy: 'supplier',
      phone: 'detail',
      cell: ({ supplier, reference }) => `${supplier} · ${reference}`,
    },
    {
      id: 'state',
      title: m['products.blanks.supplyLabel'](),
      phone: 'status',
      cell: (row) => {
        const { mark, word } = blankState(row)
        return <Status mark={mark}>{word}</Status>
      },
    },
    {
      id: 'flagged',
      title: m['products.blanks.flagged'](),
      numeric: true,
      cell: ({ flagged }) => (flagged === 0 ? m['ui.none']() : number(flagged)),
    },
    {
      id: 'products',
      title: m['products.title'](),
      numeric: true,
      orderBy: 'products',
      descendingFirst: true,
      phone: 'amount',
      unit: ({ products }) => (products === 1 ? m['products.unitOne']() : m['products.unit']()),
      cell: ({ products }) => number(products),
    },
  ]
}

function BlanksPage() {
  const { blanks } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const editable = can(permissionsOf(session), 'products.manageblanks')
  const filter = (change: Partial<Record<keyof BlanksSearch, string | undefined>>) =>
    navigate({
      search: readBlanksSearch({ ...search, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const { page: _, orderBy: __, ...filters } = search
  const filtered = Object.keys(filters).length > 0
  const add = (
    <ButtonLink to="/products/blanks/$blankId" params={{ blankId: 'new' }} look="primary" icon={mdiPlus}>
      {m['products.blanks.new']()}
    </ButtonLink>
  )
  const total = isFailure(blanks) ? 0 : blanks.total
  return (
    <Page
      title={m['products.blanks.title']()}
      lead={m['products.blanks.lead']()}
      actions={editable && (total > 0 || filtered) ? add : undefined}
    >
      <Tabs label={m['shell.tabs.label']()} tabs={productsTabs(session)} path="/products/blanks" />
      {isFailure(blanks) ? (
        <ErrorState
          title={m['products.blanks.loadFailed']()}
          code={failureCode(blanks)}
          onRetry={() => router.invalidate()}
        />
      ) : total === 0 && !filtered ? (
        <Empty
          title={m['products.blanks.empty.title']()}
          text={m['products.blanks.empty.text']()}
          action={editable ? add : undefined}
        />
      ) : (
        <>
          <FilterBar>
            <SearchBox
              label={m['products.blanks.search']()}
              value={search.q ?? ''}
              onSearch={(q) => filter({ q: q || undefined })}
            />
            <FilterSelect
              label={m['products.blanks.typeLabel']()}
              all={m['products.filter.all']()}
              value={search.type}
              options={typeOptions()}
              onChange={(type) => filter({ type })}
            />
            <FilterSelect
              label={m['products.blanks.supplyLabel']()}
              all={m['products.filter.allCategories']()}
              value={search.out}
              options={[{ value: 'yes', label: m['products.blanks.missing']() }]}
              onChange={(out) => filter({ out })}
            />
          </FilterBar>
          {total === 0 ? (
            <Empty
              drawing={false}
              title={m['products.noResults.filtered']()}
              text={m['products.noResults.text']()}
              action={<Button onClick={() => navigate({ search: {} })}>{m['ui.clearFilters']()}</Button>}
            />
          ) : (
            <>
              <DataTable
                label={m['products.blanks.title']()}
                columns={columns()}
                rows={blanks.items}
                rowKey={({ id }) => id}
                orderBy={search.orderBy ?? 'name'}
                onSort={(orderBy) => filter({ orderBy })}
              />
              <Pager
                found={blanks}
                onPage={(page) => navigate({ search: readBlanksSearch({ ...search, page }) })}
              />
            </>
          )}
        </>
      )}
    </Page>
  )
}
