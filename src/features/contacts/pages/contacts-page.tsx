import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { DataTable } from '#ui/data-table.tsx'
import { FilterChoice } from '#ui/filter-pick.tsx'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { useListSearch } from '#ui/list-search.ts'
import { FilterBar } from '#ui/page.tsx'
import { pickedColumns } from '#ui/picked-columns.tsx'
import { withoutPicked } from '#ui/picked-search.ts'
import { totalFirst } from '#ui/total.ts'
import { useWished } from '#ui/use-wished.ts'
import { contactColumns } from './contact-columns.tsx'
import { consentOptions } from './contact-words.ts'
import { ContactsActions } from './contacts-actions.tsx'
import { isFiltered, readContactsSearch } from './contacts-search.ts'

/** People on the customers' side, with or without a login. */
export const Route = createFileRoute('/_app/users')({
  validateSearch: readContactsSearch,
  loaderDeps: ({ search }) => withoutPicked(search),
  loader: async ({ context, deps }) => {
    const [contacts, choices] = await Promise.all([
      context.api.contacts.listContacts(deps, { key: 'contacts' }),
      context.api.contacts.listContactChoices({
        ...{ tag: deps.tag, account: deps.account, portal: deps.portal },
      }),
    ])
    return { contacts, choices, now: new Date() }
  },
  head: () => ({ meta: [{ title: `${m['contacts.title']()} · Backline` }] }),
  component: ContactsPage,
})

function ContactsPage() {
  const { contacts, choices, now } = Route.useLoaderData()
  const { api } = Route.useRouteContext()
  const search = useWished(Route.useSearch(), readContactsSearch)
  const { tags, accounts, portals } = isFailure(choices) ? { tags: [], accounts: [], portals: [] } : choices
  const { filter, clear, page } = useListSearch(readContactsSearch)
  const find = (of: 'tags' | 'accounts' | 'portals') => async (q: string) => {
    const found = await api.contacts.listContactChoices({ q }, { key: `pick-${of}` })
    return isFailure(found) ? undefined : found[of]
  }
  const { shown, picker } = pickedColumns(contactColumns(now), search, filter)
  return (
    <ListPage
      title={m['contacts.title']()}
      lead={(found) =>
        found.total === 1 ? m['contacts.leadOne']() : m['contacts.lead']({ total: totalFirst(found) })
      }
      actions={<ContactsActions search={search} />}
      found={contacts}
      failed={m['contacts.loadFailed']()}
      filtered={isFiltered(search)}
      empty={{ title: m['contacts.empty.title'](), text: m['contacts.empty.text']() }}
      example={() => import('./example-contacts.ts').then(({ exampleContacts }) => exampleContacts())}
      noResults={{
        title: search.q ? m['contacts.noResults.title']({ q: search.q }) : m['contacts.noResults.filtered'](),
        text: m['contacts.noResults.text'](),
      }}
      onClear={clear}
      onPage={page}
      filters={
        <FilterBar>
          <SearchBox label={m['contacts.search']()} value={search.q ?? ''} onSearch={(q) => filter({ q })} />
          <FilterSelect
            label={m['contacts.filter.login']()}
            all={m['contacts.filter.all']()}
            value={search.login}
            options={[
              { value: 'yes', label: m['contacts.login.yes']() },
              { value: 'pending', label: m['contacts.login.pending']() },
              { value: 'suspended', label: m['contacts.login.suspended']() },
              { value: 'no', label: m['contacts.login.no']() },
            ]}
            onChange={(login) => filter({ login })}
          />
          <FilterChoice
            label={m['contacts.filter.tag']()}
            all={m['contacts.filter.allTags']()}
            value={search.tag}
            options={tags}
            find={find('tags')}
            onChange={(tag) => filter({ tag })}
          />
          <FilterChoice
            label={m['contacts.filter.account']()}
            all={m['contacts.filter.allTags']()}
            value={search.account}
            options={accounts}
            find={find('accounts')}
            onChange={(account) => filter({ account })}
          />
          <FilterChoice
            label={m['contacts.filter.portal']()}
            all={m['contacts.filter.all']()}
            value={search.portal}
            options={portals}
            find={find('portals')}
            onChange={(portal) => filter({ portal })}
          />
          <FilterSelect
            label={m['contacts.filter.consent']()}
            all={m['contacts.filter.all']()}
            value={search.consent}
            options={consentOptions()}
            onChange={(consent) => filter({ consent })}
          />
          {picker}
        </FilterBar>
      }
    >
      {({ items }) => (
        <DataTable
          label={m['contacts.title']()}
          columns={shown}
          rows={items}
          rowKey={({ id }) => id}
          orderBy={search.orderBy ?? 'name'}
          onSort={(orderBy) => filter({ orderBy })}
        />
      )}
    </ListPage>
  )
}
