import { mdiUpload } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Api, reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { useAskFirst } from '#ui/ask-first.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { ListPage } from '#ui/list-page.tsx'
import { TrailLink } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import type { ImportRun } from '../upload-contract.ts'
import type { ImportWays } from './import-ways.ts'
import { OrderFormats } from './order-formats.tsx'
import { sourceWord } from './order-words.ts'

export async function loadImports(api: Api, portalId: string, page: { page?: number | undefined }) {
  const [imports, formats] = await Promise.all([
    api.orders.listImports({ portalId, ...page }),
    api.orders.listOrderFormats({ portalId }),
  ])
  return { imports, formats }
}

interface ImportsProps extends Awaited<ReturnType<typeof loadImports>> {
  portalId: string
  ways: ImportWays
  editable: boolean
  onPage: (page: number) => void
  above?: ReactNode
}

/** Files of orders that came into a portal; each can be taken back as a whole. */
export function ImportsList({ portalId, imports, formats, ways, editable, onPage, above }: ImportsProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const undoing = useAskFirst<ImportRun>({
    question: ({ fileName, imported }) => ({
      title: m['orders.imports.confirm.title']({ file: fileName }),
      text: m['orders.imports.confirm.text']({ count: here().number(imported) }),
      verb: m['orders.imports.undo'](),
      danger: true,
    }),
    act: ({ id }) => api.orders.undoImport({ portalId, importId: id }),
    done: m['orders.imports.undone'],
    failed: (failure) => reasonOf(failure) ?? m['orders.imports.failed'](),
  })
  return (
    <ListPage
      title={m['orders.imports.title']()}
      lead={m['orders.imports.lead']()}
      trail={[
        <TrailLink key="orders" {...ways.orders}>
          {m['orders.title']()}
        </TrailLink>,
        m['orders.imports.title'](),
      ]}
      above={above}
      found={imports}
      failed={m['orders.imports.loadFailed']()}
      empty={{ title: m['orders.imports.empty.title'](), text: m['orders.imports.empty.text']() }}
      example={() => import('./example-orders.ts').then(({ exampleImports }) => exampleImports())}
      onPage={onPage}
      actions={
        editable ? (
          <ButtonLink look="primary" icon={mdiUpload} {...ways.fresh}>
            {m['orders.upload.open']()}
          </ButtonLink>
        ) : undefined
      }
      below={
        <>
          <OrderFormats {...{ portalId, formats, editable }} />
          {undoing.dialog}
        </>
      }
    >
      {({ items }) => (
        <DataTable
          label={m['orders.imports.title']()}
          columns={columns(editable ? undoing.ask : undefined)}
          rows={items}
          rowKey={({ id }) => id}
        />
      )}
    </ListPage>
  )
}

function columns(onUndo: ((run: ImportRun) => void) | undefined): Column<ImportRun>[] {
  const { number, dateTime } = here()
  return [
    {
      id: 'file',
      title: m['orders.imports.file'](),
      phone: 'main',
      cell: ({ fileName }) => <b>{fileName}</b>,
    },
    {
      id: 'format',
      title: m['orders.upload.format'](),
      cell: ({ format }) => (format === 'generic' ? m['orders.source.csv']() : sourceWord(format)),
    },
    {
      id: 'at',
      title: m['orders.imports.at'](),
      phone: 'detail',
      cell: ({ at, person }) => [dateTime(at), person].filter(Boolean).join(' · '),
    },
    {
      id: 'state',
      sentence: true,
      title: m['orders.column.state'](),
      phone: 'status',
      cell: ({ undoneAt }) => (
        <Status mark={undoneAt ? 'paused' : 'live'}>
          {undoneAt ? m['orders.imports.stateUndone']() : m['orders.imports.stateIn']()}
        </Status>
      ),
    },
    {
      id: 'rows',
      title: m['orders.imports.rows'](),
      numeric: true,
      phone: 'amount',
      unit: ({ imported }) =>
        imported === 1 ? m['orders.imports.rowsUnitOne']() : m['orders.imports.rowsUnit'](),
      cell: ({ imported }) => number(imported),
    },
    {
      id: 'undo',
      title: m['orders.imports.undo'](),
      hiddenTitle: true,
      cell: (run) =>
        onUndo && run.undoable ? (
          <Button size="sm" onClick={() => onUndo(run)}>
            {m['orders.imports.undo']()}
          </Button>
        ) : undefined,
    },
  ]
}
