import { mdiPlus } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { failureCode, isFailure, type Result } from '#client.ts'
import { CommunicationsTabs } from '#features/communications/pages/communications-tabs.tsx'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { toast } from '#ui/toast.tsx'
import { RowButtons } from './row-buttons.tsx'

interface ManagedListProps<Row extends { id: string }> {
  path: '/communications/redirects' | '/communications/updates'
  list: Result<{ items: Row[]; page: number; pageSize: number; total: number }>
  words: Record<
    'title' | 'lead' | 'add' | 'edit' | 'loadFailed' | 'emptyTitle' | 'emptyText' | 'menu',
    string
  > & { delete: string; deleteText: string; deleted: string; failed: string }
  /** What a row is called where it is edited and deleted. */
  nameOf: (row: Row) => string
  deleteTitle: (name: string) => string
  columns: readonly Column<Row>[]
  dialog: (row: Row | null, close: () => void) => ReactNode
  onDelete: (row: Row) => Promise<Result<unknown>>
  onPage: (page: number) => void
}

/** A list of staff's own, whose rows open in a dialog: what leads elsewhere, what is new. */
export function ManagedList<Row extends { id: string }>(props: ManagedListProps<Row>) {
  const { path, list, words, nameOf, deleteTitle, columns, dialog, onDelete, onPage } = props
  const { session } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [editing, setEditing] = useState<Row | 'new'>()
  const [deleting, setDeleting] = useState<Row>()
  const may = can(permissionsOf(session), 'communications.managecommunications')
  const empty = !isFailure(list) && list.total === 0
  const add = (
    <Button look="primary" icon={mdiPlus} onClick={() => setEditing('new')}>
      {words.add}
    </Button>
  )
  const remove = async () => {
    if (!deleting) return
    setDeleting(undefined)
    const gone = await onDelete(deleting)
    if (isFailure(gone) && gone !== null) toast(words.failed, { kind: 'error' })
    else toast(words.deleted)
    await router.invalidate()
  }
  const menu: Column<Row> = {
    id: 'menu',
    title: words.menu,
    hiddenTitle: true,
    phone: 'menu',
    cell: (row) =>
      may ? (
        <RowButtons
          edit={`${words.edit}: ${nameOf(row)}`}
          remove={`${words.delete}: ${nameOf(row)}`}
          onEdit={() => setEditing(row)}
          onDelete={() => setDeleting(row)}
        />
      ) : undefined,
  }
  return (
    <Page
      title={words.title}
      lead={words.lead}
      trail={[
        <TrailLink key="posts" to="/communications">
          {m['communications.title']()}
        </TrailLink>,
        words.title,
      ]}
      actions={may && !empty ? add : undefined}
    >
      <CommunicationsTabs path={path} />
      {isFailure(list) ? (
        <ErrorState title={words.loadFailed} code={failureCode(list)} onRetry={() => router.invalidate()} />
      ) : empty ? (
        <Empty title={words.emptyTitle} text={words.emptyText} action={may ? add : undefined} />
      ) : (
        <>
          <DataTable
            label={words.title}
            columns={[...columns, menu]}
            rows={list.items}
            rowKey={({ id }) => id}
          />
          <Pager found={list} onPage={onPage} />
        </>
      )}
      {editing ? (
        <Suspense>{dialog(editing === 'new' ? null : editing, () => setEditing(undefined))}</Suspense>
      ) : undefined}
      <Confirm
        question={
          deleting && {
            title: deleteTitle(nameOf(deleting)),
            text: words.deleteText,
            verb: words.delete,
            danger: true,
          }
        }
        onConfirm={remove}
        onCancel={() => setDeleting(undefined)}
      />
    </Page>
  )
}
