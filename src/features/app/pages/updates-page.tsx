import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Status } from '#ui/status.tsx'
import type { AppUpdate } from '../contract.ts'
import classes from './app.module.css'
import { ManagedList } from './managed-list.tsx'

const Dialog = lazy(() => import('./update-dialog.tsx'))

/** The changelog that everybody reads, as staff write it. */
export const Route = createFileRoute('/_app/communications/updates')({
  validateSearch: (search: Record<string, unknown>): { page?: number } => {
    const page = Number(search.page)
    return Number.isInteger(page) && page > 1 ? { page } : {}
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => context.api.app.listUpdates(deps, { key: 'updates' }),
  head: () => ({ meta: [{ title: `${m['communications.updates.title']()} · Backline` }] }),
  component: UpdatesPage,
})

function UpdatesPage() {
  const list = Route.useLoaderData()
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  return (
    <ManagedList
      path="/communications/updates"
      list={list}
      words={{
        title: m['communications.updates.title'](),
        lead: m['communications.updates.lead'](),
        add: m['communications.updates.new'](),
        edit: m['communications.updates.edit'](),
        menu: m['communications.updates.column.menu'](),
        loadFailed: m['communications.updates.loadFailed'](),
        emptyTitle: m['communications.updates.empty.title'](),
        emptyText: m['communications.updates.empty.text'](),
        delete: m['communications.updates.delete'](),
        deleted: m['communications.updates.deleted'](),
        failed: m['communications.updates.failed'](),
      }}
      nameOf={({ title }) => said(title)}
      columns={columns()}
      dialog={(update, close) => <Dialog update={update} onClose={close} />}
      onDelete={({ id }, options) => api.app.deleteUpdate({ updateId: id }, options)}
      example={() => import('./example-app.ts').then(({ exampleUpdates }) => exampleUpdates())}
      onPage={(page) => navigate({ search: { page } })}
    />
  )
}

const said = (text: { es: string; en?: string | undefined }) => text[getLocale()] || text.es

function columns(): Column<AppUpdate>[] {
  const { date, number } = here()
  return [
    {
      id: 'title',
      title: m['communications.updates.column.title'](),
      phone: 'main',
      cell: ({ title }) => <b className={classes.main}>{said(title)}</b>,
    },
    {
      id: 'state',
      title: m['communications.updates.column.status'](),
      phone: 'status',
      cell: ({ publishedAt }) => (
        <Status mark={publishedAt ? 'live' : 'draft'}>
          {publishedAt
            ? m['communications.updates.state.published']()
            : m['communications.updates.state.draft']()}
        </Status>
      ),
    },
    {
      id: 'at',
      title: m['communications.updates.column.at'](),
      phone: 'detail',
      cell: ({ publishedAt }) =>
        publishedAt ? date(publishedAt) : <span className={classes.quiet}>{m['ui.none']()}</span>,
    },
    {
      id: 'seen',
      title: m['communications.updates.column.seen'](),
      numeric: true,
      cell: ({ seen, publishedAt }) =>
        publishedAt ? number(seen) : <span className={classes.quiet}>{m['ui.none']()}</span>,
    },
  ]
}
