import { mdiPencilOutline, mdiPlus } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isFailure } from '#client.ts'
import type { Account } from '#features/accounts/contract.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { portalsTabs } from '#pages/portals-tabs.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { SearchBox } from '#ui/filters.tsx'
import { here } from '#ui/formats.ts'
import { ListPage } from '#ui/list-page.tsx'
import { useListSearch } from '#ui/list-search.ts'
import { MainCell } from '#ui/main-cell.tsx'
import { FilterBar } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.tsx'
import { totalFirst } from '#ui/total.ts'
import { useWished } from '#ui/use-wished.ts'
import type { OneAccount } from './account-frame.tsx'
import { kindWord } from './account-words.ts'
import classes from './accounts-page.module.css'

const CreateDialog = lazy(() => import('./create-account-dialog.tsx'))
const AccountDialog = lazy(() => import('./account-dialog.tsx'))

interface Search {
  q?: string
  page?: number
}

function readSearch(search: Record<string, unknown>): Search {
  const page = Number(search.page)
  const q = search.q === undefined ? '' : String(search.q).trim().slice(0, 100)
  return { ...(q ? { q } : {}), ...(Number.isInteger(page) && page > 1 ? { page } : {}) }
}

/** Every account with its portals and its people; for staff. */
export const Route = createFileRoute('/_app/portals/accounts')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    if (!context.session?.user.staff) notThere()
    return { accounts: await context.api.accounts.listAccounts(deps, { key: 'accounts' }) }
  },
  head: () => ({ meta: [{ title: `${m['accounts.list.title']()} · Backline` }] }),
  component: AccountsPage,
})

function AccountsPage() {
  const { accounts } = Route.useLoaderData()
  const { session, api } = Route.useRouteContext()
  const search = useWished(Route.useSearch(), readSearch)
  const { filter, clear, page } = useListSearch(readSearch)
  const [creating, setCreating] = useState(false)
  const [opened, setOpened] = useState<OneAccount>()
  const editable = can(permissionsOf(session), 'portal.manageportals')

  const open = async ({ id }: Account) => {
    const account = await api.accounts.getAccount({ accountId: id })
    if (isFailure(account)) toast(m['accounts.list.loadFailed'](), { kind: 'error' })
    else setOpened(account)
  }
  const add = (
    <Button look="primary" icon={mdiPlus} onClick={() => setCreating(true)}>
      {m['accounts.list.new']()}
    </Button>
  )
  return (
    <ListPage
      title={m['accounts.list.title']()}
      lead={(found) =>
        found.total === 1
          ? m['accounts.list.leadOne']()
          : m['accounts.list.lead']({ total: totalFirst(found) })
      }
      tabs={<Tabs label={m['accounts.list.portalsTab']()} tabs={portalsTabs} path="/portals/accounts" />}
      add={editable ? add : undefined}
      found={accounts}
      failed={m['accounts.list.loadFailed']()}
      filtered={search.q !== undefined}
      empty={{ title: m['accounts.list.none'](), text: m['accounts.list.noneText']() }}
      example={() => import('./example-accounts.ts').then(({ exampleAccounts }) => exampleAccounts())}
      noResults={{
        title: m['accounts.list.noResults']({ q: search.q ?? '' }),
        text: m['accounts.list.noResultsText'](),
      }}
      onClear={clear}
      onPage={page}
      filters={
        <FilterBar>
          <SearchBox
            label={m['accounts.list.search']()}
            value={search.q ?? ''}
            onSearch={(q) => filter({ q })}
          />
        </FilterBar>
      }
      below={
        <Suspense>
          {creating ? <CreateDialog onClose={() => setCreating(false)} /> : undefined}
          {opened ? (
            <AccountDialog account={opened} editable={editable} onClose={() => setOpened(undefined)} />
          ) : undefined}
        </Suspense>
      }
    >
      {({ items }) => (
        <DataTable
          label={m['accounts.list.title']()}
          columns={columns(open, editable)}
          rows={items}
          rowKey={(account) => account.id}
        />
      )}
    </ListPage>
  )
}

function columns(onOpen: (account: Account) => void, editable: boolean): Column<Account>[] {
  const { number } = here()
  return [
    {
      id: 'name',
      title: m['accounts.name'](),
      phone: 'main',
      cell: (account) =>
        account.masterPortalId ? (
          <MainCell
            path={`/portals/${account.masterPortalId}`}
            name={account.name}
            of={{ id: account.masterPortalId }}
          />
        ) : (
          <b>{account.name}</b>
        ),
    },
    {
      id: 'kind',
      title: m['accounts.list.kind'](),
      phone: 'status',
      cell: ({ organisationType }) => kindWord(organisationType),
    },
    {
      id: 'type',
      title: m['accounts.list.type'](),
      cell: ({ type }) => (type === 'master' ? m['accounts.types.master']() : m['accounts.types.simple']()),
    },
    {
      id: 'portals',
      title: m['accounts.list.portals'](),
      numeric: true,
      cell: ({ portals }) => number(portals),
    },
    {
      id: 'people',
      title: m['accounts.list.people'](),
      numeric: true,
      phone: 'amount',
      unit: ({ people }) =>
        people === 1 ? m['accounts.list.peopleUnitOne']() : m['accounts.list.peopleUnit'](),
      cell: (account) => (
        <button
          type="button"
          className={classes.people}
          aria-label={m['accounts.list.see']({ count: number(account.people), account: account.name })}
          onClick={() => onOpen(account)}
        >
          {number(account.people)}
        </button>
      ),
    },
    ...(editable
      ? [
          {
            id: 'menu',
            title: m['ui.actions'](),
            hiddenTitle: true,
            phone: 'menu' as const,
            cell: (account: Account) => (
              <IconButton
                label={m['accounts.list.edit']({ account: account.name })}
                path={mdiPencilOutline}
                onClick={() => onOpen(account)}
              />
            ),
          },
        ]
      : []),
  ]
}
