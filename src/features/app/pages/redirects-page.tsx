import { mdiPlus } from '@mdi/js'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { failureCode, isFailure } from '#client.ts'
import { CommunicationsTabs } from '#features/communications/pages/communications-tabs.tsx'
import { permissionsOf } from '#navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { here } from '#ui/formats.ts'
import { Page, TrailLink } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { toast } from '#ui/toast.tsx'
import type { Redirect } from '../contract.ts'
import classes from './app.module.css'
import { RowButtons } from './row-buttons.tsx'

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
  const { session, api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const [editing, setEditing] = useState<Redirect | 'new'>()
  const [deleting, setDeleting] = useState<Redirect>()
  const may = can(permissionsOf(session), 'communications.managecommunications')
  const empty = !isFailure(list) && list.total === 0
  const add = (
    <Button look="primary" icon={mdiPlus} onClick={() => setEditing('new')}>
      {m['communications.redirects.new']()}
    </Button>
  )
  const remove = async () => {
    if (!deleting) return
    setDeleting(undefined)
    const gone = await api.app.deleteRedirect({ redirectId: deleting.id })
    if (isFailure(gone) && gone !== null) toast(m['communications.redirects.failed'](), { kind: 'error' })
    else toast(m['communications.redirects.deleted']())
    await router.invalidate()
  }
  return (
    <Page
      title={m['communications.redirects.title']()}
      lead={m['communications.redirects.lead']()}
      trail={[
        <TrailLink key="posts" to="/communications">
          {m['communications.title']()}
        </TrailLink>,
        m['communications.redirects.title'](),
      ]}
      actions={may && !empty ? add : undefined}
    >
      <CommunicationsTabs path="/communications/redirects" />
      {isFailure(list) ? (
        <ErrorState
          title={m['communications.redirects.loadFailed']()}
          code={failureCode(list)}
          onRetry={() => router.invalidate()}
        />
      ) : empty ? (
        <Empty
          title={m['communications.redirects.empty.title']()}
          text={m['communications.redirects.empty.text']()}
          action={may ? add : undefined}
        />
      ) : (
        <>
          <DataTable
            label={m['communications.redirects.title']()}
            columns={columns(may ? { onEdit: setEditing, onDelete: setDeleting } : undefined)}
            rows={list.items}
            rowKey={({ id }) => id}
          />
          <Pager
            page={list.page}
            pageSize={list.pageSize}
            total={list.total}
            onPage={(page) => navigate({ search: { page } })}
          />
        </>
      )}
      {editing ? (
        <Suspense>
          <Dialog
            redirect={editing === 'new' ? null : editing}
            hosts={isFailure(list) ? [] : list.hosts}
            onClose={() => setEditing(undefined)}
          />
        </Suspense>
      ) : undefined}
      <Confirm
        question={
          deleting && {
            title: m['communications.redirects.deleteTitle']({ path: deleting.path }),
            text: m['communications.redirects.deleteText'](),
            verb: m['communications.redirects.delete'](),
            danger: true,
          }
        }
        onConfirm={remove}
        onCancel={() => setDeleting(undefined)}
      />
    </Page>
  )
}

interface Acts {
  onEdit: (redirect: Redirect) => void
  onDelete: (redirect: Redirect) => void
}

function columns(acts: Acts | undefined): Column<Redirect>[] {
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
      title: m['communications.redirects.column.reason'](),
      phone: 'detail',
      cell: ({ reason }) => reason,
    },
    {
      id: 'updatedAt',
      title: m['communications.redirects.column.updatedAt'](),
      cell: ({ updatedAt }) => date(updatedAt),
    },
    {
      id: 'menu',
      title: m['communications.redirects.column.menu'](),
      hiddenTitle: true,
      phone: 'menu',
      cell: (redirect) =>
        acts ? (
          <RowButtons
            edit={`${m['communications.redirects.edit']()}: ${redirect.path}`}
            remove={`${m['communications.redirects.delete']()}: ${redirect.path}`}
            onEdit={() => acts.onEdit(redirect)}
            onDelete={() => acts.onDelete(redirect)}
          />
        ) : undefined,
    },
  ]
}
