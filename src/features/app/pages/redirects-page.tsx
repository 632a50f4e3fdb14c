import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import type { Redirect } from '../contract.ts'
import classes from './app.module.css'
import { ManagedList } from './managed-list.tsx'

const Dialog = lazy(() => import('./redirect-dialog.tsx'))

/** Addresses of Backline that lead elsewhere. */
export const Route = createFileRoute('/_app/communications/redirects')({
  validateSearch: (search: Record<string, unknown>): { page?: number } => {
    const page = Number(search.page)
    return Number.isInteger(page) && page > 1 ? { page } : {}
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => context.api.app.listRedirects(deps, { key: 'redirects' }),
  head: () => ({ meta: [{ title: `${m['communications.redirects.title']()} · Backline` }] }),
  component: RedirectsPage,
})

function RedirectsPage() {
  const list = Route.useLoaderData()
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  return (
    <ManagedList
      path="/communications/redirects"
      list={list}
      words={{
        title: m['communications.redirects.title'](),
        lead: m['communications.redirects.lead'](),
        add: m['communications.redirects.new'](),
        edit: m['communications.redirects.edit'](),
        menu: m['communications.redirects.column.menu'](),
        loadFailed: m['communications.redirects.loadFailed'](),
        emptyTitle: m['communications.redirects.empty.title'](),
        emptyText: m['communications.redirects.empty.text'](),
        delete: m['communications.redirects.delete'](),
        deleted: m['communications.redirects.deleted'](),
        failed: m['communications.redirects.failed'](),
      }}
      nameOf={({ path }) => path}
      columns={columns()}
      dialog={(redirect, close) => (
        <Dialog redirect={redirect} hosts={isFailure(list) ? [] : list.hosts} onClose={close} />
      )}
      onDelete={({ id }, options) => api.app.deleteRedirect({ redirectId: id }, options)}
      example={() => import('./example-app.ts').then(({ exampleRedirects }) => exampleRedirects())}
      onPage={(page) => navigate({ search: { page } })}
    />
  )
}

function columns(): Column<Redirect>[] {
  const { date } = here()
  return [
    {
      id: 'path',
      title: m['communications.redirects.column.path'](),
      phone: 'main',
      cell: ({ path }) => <b className={classes.main}>{path}</b>,
    },
    {
      id: 'to',
      sentence: true,
      title: m['communications.redirects.column.to'](),
      phone: 'status',
      cell: ({ to, external }) => (
        <>
          {to}
          {external ? (
            <span className={classes.external}>{m['communications.redirects.external']()}</span>
          ) : undefined}
        </>
      ),
    },
    {
      id: 'reason',
      sentence: true,
      title: m['communications.redirects.column.reason'](),
      cell: ({ reason }) => reason,
    },
    {
      id: 'updatedAt',
      title: m['communications.redirects.column.updatedAt'](),
      cell: ({ updatedAt }) => date(updatedAt),
    },
  ]
}
