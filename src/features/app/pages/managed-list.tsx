import { mdiPlus } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import type { CallOptions, Result } from '#client.ts'
import { DeletedLately } from '#features/activity/pages/deleted-lately.tsx'
import { CommunicationsTabs } from '#features/communications/pages/communications-tabs.tsx'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { TrailLink } from '#ui/page.tsx'
import { useUndoable } from '#ui/use-undoable.ts'
import { RowButtons } from './row-buttons.tsx'

interface ManagedListProps<Row extends { id: string }> {
  path: '/communications/redirects' | '/communications/updates'
  list: Result<{ items: Row[]; page: number; pageSize: number; total: number }>
  words: Record<
    'title' | 'lead' | 'add' | 'edit' | 'loadFailed' | 'emptyTitle' | 'emptyText' | 'menu',
    string
  > & { delete: string; deleted: string; failed: string }
  /** What a row is called where it is edited and deleted. */
  nameOf: (row: Row) => string
  columns: readonly Column<Row>[]
  dialog: (row: Row | null, close: () => void) => ReactNode
  onDelete: (row: Row, options: CallOptions) => Promise<Result<unknown>>
  onPage: (page: number) => void
  example: () => Promise<{ items: Row[]; page: number; pageSize: number; total: number }>
}

/** A list of staff's own, whose rows open in a dialog: what leads elsewhere, what is new. */
export function ManagedList<Row extends { id: string }>(props: ManagedListProps<Row>) {
  const { path, list, words, nameOf, columns, dialog, onDelete, onPage, example } = props
  const { session } = useRouteContext({ from: '__root__' })
  const [editing, setEditing] = useState<Row | 'new'>()
  const undoable = useUndoable()
  const remove = (row: Row) =>
    undoable({
      act: (options) => onDelete(row, options),
      done: words.deleted,
      failed: () => words.failed,
    })
  const may = can(permissionsOf(session), 'communications.managecommunications')
  const add = (
    <Button look="primary" icon={mdiPlus} onClick={() => setEditing('new')}>
      {words.add}
    </Button>
  )
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
          onDelete={() => remove(row)}
        />
      ) : undefined,
  }
  return (
    <ListPage
      title={words.title}
      lead={words.lead}
      trail={[
        <TrailLink key="posts" to="/communications">
          {m['communications.title']()}
        </TrailLink>,
        words.title,
      ]}
      tabs={<CommunicationsTabs path={path} />}
      add={may ? add : undefined}
      found={list}
      failed={words.loadFailed}
      empty={{ title: words.emptyTitle, text: words.emptyText }}
      example={example}
      onPage={onPage}
      below={
        <>
          <DeletedLately />
          {editing ? (
            <Suspense>{dialog(editing === 'new' ? null : editing, () => setEditing(undefined))}</Suspense>
          ) : undefined}
        </>
      }
    >
      {({ items }) => (
        <DataTable label={words.title} columns={[...columns, menu]} rows={items} rowKey={({ id }) => id} />
      )}
    </ListPage>
  )
}
