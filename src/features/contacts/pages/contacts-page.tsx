import { createFileRoute, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { FilterBar, Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { totalFirst } from '#ui/total.ts'
import { contactColumns } from './contact-columns.tsx'
import { consentOptions } from './contact-words.ts'
import { ContactsActions } from './contacts-actions.tsx'
import { type ContactsSearch, isFiltered, readContactsSearch } from './contacts-search.ts'

/** People on the customers' side, with or without a login. */
export const Route = createFileRoute('/_app/users')({
  validateSearch: readContactsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const [contacts, choices] = await Promise.all([
      context.api.contacts.listContacts(deps, { key: 'contacts' }),
      context.api.contacts.listContactChoices({}),
    ])
    return { contacts, choices, now: new Date() }
  },
  head: () => ({ meta: [{ title: `${m['contacts.title']()} · Backline` }] }),
  component: ContactsPage,
})

function ContactsPage() {
  const { contacts, choices, now } = Route.useLoaderData()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const failed = isFailure(contacts)
  const total = failed ? 0 : contacts.total
  const { tags, accounts, portals } = isFailure(choices) ? { tags: [], accounts: [], portals: [] } : choices
  // A new filter starts again at the first page.
  const filter = (change: Partial<Record<keyof ContactsSearch, string | undefined>>) =>
    navigate({
      search: readContactsSearch({ ...search, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Page
      title={m['contacts.title']()}
      lead={
        failed
          ? undefined
          : total === 1
            ? m['contacts.leadOne']()
            : m['contacts.lead']({ total: totalFirst(contacts) })
      }
      actions={<ContactsActions search={search} />}
    >
      <FilterBar>
        <SearchBox label={m['contacts.search']()} value={search.q ?? ''} onSearch={(q) => filter({ q })} />
        <FilterSelect
          label={m['contacts.filter.login']()}
          all={m['contacts.filter.all']()}
          value={search.login}
          options={[
            { value: 'yes', label: m['contacts.login.yes']() },
            { value: 'pending', label: m['contacts.login.pending']() },
            { value: 'no', label: m['contacts.login.no']() },
          ]}
          onChange={(login) => filter({ login })}
        />
        <FilterSelect
          label={m['contacts.filter.tag']()}
          all={m['contacts.filter.allTags']()}
          value={search.tag}
          options={tags}
          onChange={(tag) => filter({ tag })}
        />
        <FilterSelect
          label={m['contacts.filter.account']()}
          all={m['contacts.filter.allTags']()}
          value={search.account}
          options={accounts}
          onChange={(account) => filter({ account })}
        />
        <FilterSelect
          label={m['contacts.filter.portal']()}
          all={m['contacts.filter.all']()}
          value={search.portal}
          options={portals}
          onChange={(portal) => filter({ portal })}
        />
        <FilterSelect
          label={m['contacts.filter.consent']()}
          all={m['contacts.filter.all']()}
          value={search.consent}
          options={consentOptions()}
          onChange={(consent) => filter({ consent })}
        />
      </FilterBar>
      {failed ? (
        <ErrorState
          title={m['contacts.loadFailed']()}
          code={failureCode(contacts)}
          onRetry={() => router.invalidate()}
        />
      ) : total === 0 ? (
        <NoContacts search={search} onClear={() => navigate({ search: {} })} />
      ) : (
        <>
          <DataTable
            label={m['contacts.title']()}
            columns={contactColumns(now)}
            rows={contacts.items}
            rowKey={({ id }) => id}
            orderBy={search.orderBy ?? 'name'}
            onSort={(orderBy) => filter({ orderBy })}
          />
          <Pager
            found={contacts}
            onPage={(page) => navigate({ search: readContactsSearch({ ...search, page }) })}
          />
        </>
      )}
    </Page>
  )
}

function NoContacts({ search, onClear }: { search: ContactsSearch; onClear: () => void }) {
  if (!isFiltered(search))
    return <Empty title={m['contacts.empty.title']()} text={m['contacts.empty.text']()} />
  return (
    <Empty
      drawing={false}
      title={search.q ? m['contacts.noResults.title']({ q: search.q }) : m['contacts.noResults.filtered']()}
      text={m['contacts.noResults.text']()}
      action={<Button onClick={onClear}>{m['ui.clearFilters']()}</Button>}
    />
  )
}
