import { mdiRefresh } from '@mdi/js'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { isUuid, permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { here } from '#ui/formats.ts'
import { ListPage } from '#ui/list-page.tsx'
import { useListSearch } from '#ui/list-search.ts'
import { NameCell } from '#ui/name-cell.tsx'
import { FilterBar, TrailLink } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import { useWished } from '#ui/use-wished.ts'
import { type DeliveryState, deliveryStates } from '../choices.ts'
import type { Notification } from '../notifications-contract.ts'
import classes from './communications.module.css'
import { CommunicationsTabs } from './communications-tabs.tsx'
import { FailureReason } from './failure-reason.tsx'
import { KeptMails } from './kept-mails.tsx'
import { managing, said } from './post-words.ts'

interface Search {
  q?: string
  post?: string
  delivery?: DeliveryState
  page?: number
}

function readSearch(search: Record<string, unknown>): Search {
  const page = Number(search.page)
  const q = search.q === undefined ? '' : String(search.q).trim().slice(0, 100)
  const delivery = deliveryStates.find((one) => one === search.delivery)
  return {
    ...(q ? { q } : {}),
    ...(typeof search.post === 'string' && isUuid(search.post) ? { post: search.post } : {}),
    ...(delivery ? { delivery } : {}),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  }
}

/** What was sent to whom, and how far it has come. */
export const Route = createFileRoute('/_app/communications/notifications')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => ({
    list: await context.api.communications.listNotifications(deps, { key: 'notifications' }),
    kept: context.session?.user.super ? await context.api.communications.listKeptMails({}) : undefined,
    now: new Date(),
  }),
  head: () => ({ meta: [{ title: `${m['communications.notifications.title']()} · Backline` }] }),
  component: NotificationsPage,
})

const words: Record<DeliveryState, () => string> = {
  waiting: m['communications.notifications.delivery.waiting'],
  sent: m['communications.notifications.delivery.sent'],
  kept: m['communications.notifications.delivery.kept'],
  failed: m['communications.notifications.delivery.failed'],
  digest: m['communications.notifications.delivery.digest'],
  none: m['communications.notifications.delivery.none'],
}
const marks = {
  waiting: 'review',
  sent: 'live',
  kept: 'paused',
  failed: 'broken',
  digest: 'paused',
  none: 'draft',
} as const

function NotificationsPage() {
  const { list, kept, now } = Route.useLoaderData()
  const search = useWished(Route.useSearch(), readSearch)
  const { session, api } = Route.useRouteContext()
  const router = useRouter()
  const filtered = Object.keys(search).some((key) => key !== 'page')
  const { filter, clear, page } = useListSearch(readSearch)
  const retry = async ({ id }: Notification) => {
    if (isFailure(await api.communications.retryNotification({ messageId: id })))
      toast(m['communications.notifications.retryFailed'](), { kind: 'error' })
    else toast(m['communications.notifications.retried']())
    await router.invalidate()
  }
  const may = can(permissionsOf(session), managing)
  return (
    <ListPage
      title={m['communications.notifications.title']()}
      lead={m['communications.notifications.lead']()}
      trail={[
        <TrailLink key="posts" to="/communications">
          {m['communications.title']()}
        </TrailLink>,
        m['communications.notifications.title'](),
      ]}
      tabs={<CommunicationsTabs path="/communications/notifications" />}
      above={isFailure(kept) || kept.total === 0 ? undefined : <KeptMails mails={kept} now={now} />}
      found={list}
      failed={m['communications.notifications.loadFailed']()}
      filtered={filtered}
      empty={{
        title: m['communications.notifications.empty.title'](),
        text: m['communications.notifications.empty.text'](),
      }}
      example={() => import('./example-posts.ts').then(({ exampleNotifications }) => exampleNotifications())}
      noResults={{
        title: m['communications.notifications.noResults.title'](),
        text: m['communications.notifications.noResults.text'](),
      }}
      onClear={clear}
      onPage={page}
      filters={
        <FilterBar>
          <SearchBox
            label={m['communications.notifications.search']()}
            value={search.q ?? ''}
            onSearch={(q) => filter({ q })}
          />
          <FilterSelect
            label={m['communications.notifications.filter.delivery']()}
            all={m['communications.notifications.filter.all']()}
            value={search.delivery}
            options={deliveryStates.map((value) => ({ value, label: words[value]() }))}
            onChange={(delivery) => filter({ delivery })}
          />
          {search.post ? (
            <FilterSelect
              label={m['communications.notifications.filter.post']()}
              all={m['communications.filter.all']()}
              value={search.post}
              options={[
                {
                  value: search.post,
                  label:
                    !isFailure(list) && list.items[0]
                      ? said(list.items[0].title)
                      : m['communications.notifications.filter.onePost'](),
                },
              ]}
              onChange={(post) => filter({ post })}
            />
          ) : undefined}
        </FilterBar>
      }
    >
      {({ items }) => (
        <DataTable
          label={m['communications.notifications.title']()}
          columns={columns(now, may ? retry : undefined)}
          rows={items}
          rowKey={({ id }) => id}
        />
      )}
    </ListPage>
  )
}

function columns(now: Date, retry: ((row: Notification) => void) | undefined): Column<Notification>[] {
  const { ago, date } = here()
  const none = <span className={classes.quiet}>{m['ui.none']()}</span>
  const title = {
    person: m['communications.notifications.column.person'](),
    title: m['communications.notifications.column.title'](),
    delivery: m['communications.notifications.column.delivery'](),
    read: m['communications.notifications.column.read'](),
    acknowledged: m['communications.notifications.column.acknowledged'](),
    at: m['communications.notifications.column.at'](),
    menu: m['communications.notifications.column.menu'](),
  }
  return [
    {
      id: 'person',
      title: title.person,
      phone: 'main',
      cell: ({ person, title: what }) => (
        <NameCell name={person.name} below={person.email} onPhone={said(what)} />
      ),
    },
    { id: 'title', sentence: true, title: title.title, cell: (row) => said(row.title) },
    { id: 'at', title: title.at, cell: ({ at }) => ago(at, now) },
    {
      id: 'delivery',
      sentence: true,
      title: title.delivery,
      phone: 'status',
      cell: ({ delivery, reason, uncertain }) => (
        <span className={classes.delivery}>
          <Status mark={marks[delivery]}>{words[delivery]()}</Status>
          {delivery === 'failed' && reason ? <FailureReason reason={reason} /> : undefined}
          {uncertain ? <small>{m['communications.notifications.uncertain']()}</small> : undefined}
        </span>
      ),
    },
    {
      id: 'read',
      title: title.read,
      cell: ({ readAt, inApp }) => (inApp && readAt ? date(readAt) : none),
    },
    {
      id: 'acknowledged',
      title: title.acknowledged,
      cell: ({ mustAcknowledge, acknowledgedAt }) =>
        !mustAcknowledge
          ? none
          : acknowledgedAt
            ? date(acknowledgedAt)
            : m['communications.notifications.waits'](),
    },
    {
      id: 'menu',
      title: title.menu,
      hiddenTitle: true,
      phone: 'menu',
      cell: (row) =>
        retry && row.delivery === 'failed' ? (
          <Button
            size="sm"
            icon={mdiRefresh}
            aria-label={m['communications.notifications.retryFor']({ name: row.person.name })}
            onClick={() => retry(row)}
          >
            {m['communications.notifications.retry']()}
          </Button>
        ) : undefined,
    },
  ]
}
