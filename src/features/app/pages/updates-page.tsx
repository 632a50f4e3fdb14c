import { mdiPlus } from '@mdi/js'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { failureCode, isFailure } from '#client.ts'
import { CommunicationsTabs } from '#features/communications/pages/communications-tabs.tsx'
import { permissionsOf } from '#navigation.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { here } from '#ui/formats.ts'
import { Page, TrailLink } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import type { AppUpdate } from '../contract.ts'
import classes from './app.module.css'
import { RowButtons } from './row-buttons.tsx'

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
  const { session, api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const [editing, setEditing] = useState<AppUpdate | 'new'>()
  const [deleting, setDeleting] = useState<AppUpdate>()
  const may = can(permissionsOf(session), 'communications.managecommunications')
  const empty = !isFailure(list) && list.total === 0
  const add = (
    <Button look="primary" icon={mdiPlus} onClick={() => setEditing('new')}>
      {m['communications.updates.new']()}
    </Button>
  )
  const remove = async () => {
    if (!deleting) return
    setDeleting(undefined)
    const gone = await api.app.deleteUpdate({ updateId: deleting.id })
    if (isFailure(gone) && gone !== null) toast(m['communications.updates.failed'](), { kind: 'error' })
    else toast(m['communications.updates.deleted']())
    await router.invalidate()
  }
  return (
    <Page
      title={m['communications.updates.title']()}
      lead={m['communications.updates.lead']()}
      trail={[
        <TrailLink key="posts" to="/communications">
          {m['communications.title']()}
        </TrailLink>,
        m['communications.updates.title'](),
      ]}
      actions={may && !empty ? add : undefined}
    >
      <CommunicationsTabs path="/communications/updates" />
      {isFailure(list) ? (
        <ErrorState
          title={m['communications.updates.loadFailed']()}
          code={failureCode(list)}
          onRetry={() => router.invalidate()}
        />
      ) : empty ? (
        <Empty
          title={m['communications.updates.empty.title']()}
          text={m['communications.updates.empty.text']()}
          action={may ? add : undefined}
        />
      ) : (
        <>
          <DataTable
            label={m['communications.updates.title']()}
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
          <Dialog update={editing === 'new' ? null : editing} onClose={() => setEditing(undefined)} />
        </Suspense>
      ) : undefined}
      <Confirm
        question={
          deleting && {
            title: m['communications.updates.deleteTitle']({ title: said(deleting.title) }),
            text: m['communications.updates.deleteText'](),
            verb: m['communications.updates.delete'](),
            danger: true,
          }
        }
        onConfirm={remove}
        onCancel={() => setDeleting(undefined)}
      />
    </Page>
  )
}

const said = (text: { es: string; en?: string | undefined }) => text[getLocale()] || text.es

interface Acts {
  onEdit: (update: AppUpdate) => void
  onDelete: (update: AppUpdate) => void
}

function columns(acts: Acts | undefined): Column<AppUpdate>[] {
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
    {
      id: 'menu',
      title: m['communications.updates.column.menu'](),
      hiddenTitle: true,
      phone: 'menu',
      cell: (update) =>
        acts ? (
          <RowButtons
            edit={`${m['communications.updates.edit']()}: ${said(update.title)}`}
            remove={`${m['communications.updates.delete']()}: ${said(update.title)}`}
            onEdit={() => acts.onEdit(update)}
            onDelete={() => acts.onDelete(update)}
          />
        ) : undefined,
    },
  ]
}
