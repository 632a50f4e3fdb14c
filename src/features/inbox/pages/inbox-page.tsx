import { createFileRoute, useRouter } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Segments } from '#ui/field.tsx'
import { useListSearch } from '#ui/list-search.ts'
import { Listing } from '#ui/listing.tsx'
import { Notice } from '#ui/notice.tsx'
import { FilterBar, Page } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import { useWished } from '#ui/use-wished.ts'
import classes from './inbox.module.css'
import { inboxChanged } from './inbox-state.ts'
import { MessageCard } from './message-card.tsx'
import { PreferencesForm } from './preferences-form.tsx'

interface InboxSearch {
  state?: 'unread' | 'toAcknowledge'
  page?: number
}

function readSearch(search: Record<string, unknown>): InboxSearch {
  const page = Number(search.page)
  return {
    ...(search.state === 'unread' || search.state === 'toAcknowledge' ? { state: search.state } : {}),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  }
}

/** What one has been told, and how often one wants it by mail. */
export const Route = createFileRoute('/_app/account/inbox')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const [messages, preferences] = await Promise.all([
      context.api.inbox.listMessages(deps, { key: 'inbox' }),
      context.api.inbox.listPreferences({}),
    ])
    return { messages, preferences, now: new Date() }
  },
  head: () => ({ meta: [{ title: `${m['inbox.title']()} · Backline` }] }),
  component: InboxPage,
})

function InboxPage() {
  const { messages, preferences, now } = Route.useLoaderData()
  const { session, api } = Route.useRouteContext()
  const search = useWished(Route.useSearch(), readSearch)
  const { state, page = 1 } = search
  const list = useListSearch(readSearch)
  const router = useRouter()
  const spy = session?.user.spy === true
  const readAll = async () => {
    if (isFailure(await api.inbox.readEverything({}))) return toast(m['inbox.failed'](), { kind: 'error' })
    toast(m['inbox.allRead']())
    inboxChanged()
    await router.invalidate()
  }
  return (
    <Page
      title={m['inbox.title']()}
      lead={m['inbox.lead']()}
      actions={
        spy || isFailure(messages) || messages.items.every(({ readAt }) => readAt) ? undefined : (
          <Button onClick={readAll}>{m['inbox.readAll']()}</Button>
        )
      }
    >
      {spy ? <Notice kind="info">{m['inbox.spy']({ name: session.user.name })}</Notice> : undefined}
      <div className={classes.columns}>
        <div>
          <Listing
            found={messages}
            failed={m['inbox.loadFailed']()}
            filtered={state !== undefined}
            filtersStay
            empty={{ title: m['inbox.empty.title'](), text: m['inbox.empty.text']() }}
            example={() => import('./example-messages.ts').then(({ exampleMessages }) => exampleMessages())}
            noResults={{ title: m['inbox.noUnread.title'](), text: m['inbox.noUnread.text']() }}
            onPage={list.page}
            filters={
              <FilterBar>
                <Segments
                  label={m['inbox.filter.label']()}
                  value={state ?? 'all'}
                  options={[
                    { value: 'all', label: m['inbox.filter.all']() },
                    { value: 'unread', label: m['inbox.filter.unread']() },
                    { value: 'toAcknowledge', label: m['inbox.filter.toAcknowledge']() },
                  ]}
                  onChange={(next) => list.filter({ state: next === 'all' ? undefined : next })}
                />
              </FilterBar>
            }
          >
            {({ items }) => (
              <ul className={classes.list}>
                {items.map((message) => (
                  <MessageCard key={message.id} message={message} now={now} readOnly={spy} />
                ))}
              </ul>
            )}
          </Listing>
        </div>
        {isFailure(preferences) || spy ? undefined : (
          <PreferencesForm items={preferences.items} staff={session?.user.staff === true} key={`${page}`} />
        )}
      </div>
    </Page>
  )
}
