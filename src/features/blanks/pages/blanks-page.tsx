import { mdiPlus } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { DeletedLately } from '#features/activity/pages/deleted-lately.tsx'
import { permissionsOf } from '#pages/navigation.ts'
import { productsTabs } from '#pages/products-tabs.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ButtonLink } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { here } from '#ui/formats.ts'
import { ListPage } from '#ui/list-page.tsx'
import { useListSearch } from '#ui/list-search.ts'
import { localized } from '#ui/localized.ts'
import { FilterBar } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useWished } from '#ui/use-wished.ts'
import type { BlankRow } from '../contract.ts'
import { blankState, typeOptions, typeWord } from './blank-words.ts'
import { readBlanksSearch } from './blanks-search.ts'

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
      sentence: true,
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
  const search = useWished(Route.useSearch(), readBlanksSearch)
  const editable = can(permissionsOf(session), 'products.manageblanks')
  const { filter, clear, page } = useListSearch(readBlanksSearch)
  const { page: _page, orderBy: _orderBy, ...filters } = search
  const add = (
    <ButtonLink to="/products/blanks/$blankId" params={{ blankId: 'new' }} look="primary" icon={mdiPlus}>
      {m['products.blanks.new']()}
    </ButtonLink>
  )
  return (
    <ListPage
      title={m['products.blanks.title']()}
      lead={m['products.blanks.lead']()}
      tabs={<Tabs label={m['shell.tabs.label']()} tabs={productsTabs(session)} path="/products/blanks" />}
      add={editable ? add : undefined}
      found={blanks}
      failed={m['products.blanks.loadFailed']()}
      filtered={Object.keys(filters).length > 0}
      empty={{ title: m['products.blanks.empty.title'](), text: m['products.blanks.empty.text']() }}
      example={() => import('./example-blanks.ts').then(({ exampleBlanks }) => exampleBlanks())}
      noResults={{ title: m['products.noResults.filtered'](), text: m['products.noResults.text']() }}
      onClear={clear}
      onPage={page}
      below={<DeletedLately />}
      filters={
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
      }
    >
      {({ items }) => (
        <DataTable
          label={m['products.blanks.title']()}
          columns={columns()}
          rows={items}
          rowKey={({ id }) => id}
          orderBy={search.orderBy ?? 'name'}
          onSort={(orderBy) => filter({ orderBy })}
        />
      )}
    </ListPage>
  )
}
