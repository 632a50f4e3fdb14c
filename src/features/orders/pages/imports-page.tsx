import { mdiUpload } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { reasonOf } from '#client.ts'
import { currentPortal } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { useAskFirst } from '#ui/ask-first.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { ListPage } from '#ui/list-page.tsx'
import { TrailLink } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import type { ImportRun } from '../upload-contract.ts'
import { OrderFormats } from './order-formats.tsx'
import { sourceWord } from './order-words.ts'

/** Files of orders that came before; each can be taken back as a whole. */
export const Route = createFileRoute('/_app/stocks/imports')({
  validateSearch: (search: Record<string, unknown>): { page?: number } => {
    const page = Number(search.page)
    return Number.isInteger(page) && page > 1 ? { page } : {}
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api, session }, deps }) => {
    const portal = currentPortal(session)
    if (!portal) notThere()
    const portalId = portal.id
    const [imports, formats] = await Promise.all([
      api.orders.listImports({ portalId, ...deps }),
      api.orders.listOrderFormats({ portalId }),
    ])
    return { portal, imports, formats }
  },
  head: () => ({ meta: [{ title: `${m['orders.imports.title']()} · Backline` }] }),
  component: ImportsPage,
})

function ImportsPage() {
  const { portal, imports, formats } = Route.useLoaderData()
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const editable = can(portal.permissions, 'stocks.managestocks')
  const undoing = useAskFirst<ImportRun>({
    question: ({ fileName, imported }) => ({
      title: m['orders.imports.confirm.title']({ file: fileName }),
      text: m['orders.imports.confirm.text']({ count: here().number(imported) }),
      verb: m['orders.imports.undo'](),
      danger: true,
    }),
    act: ({ id }) => api.orders.undoImport({ portalId: portal.id, importId: id }),
    done: m['orders.imports.undone'],
    failed: (failure) => reasonOf(failure) ?? m['orders.imports.failed'](),
  })
  return (
    <ListPage
      title={m['orders.imports.title']()}
      lead={m['orders.imports.lead']()}
      trail={[
        <TrailLink key="orders" to="/stocks/orders">
          {m['orders.title']()}
        </TrailLink>,
        m['orders.imports.title'](),
      ]}
      found={imports}
      failed={m['orders.imports.loadFailed']()}
      empty={{ title: m['orders.imports.empty.title'](), text: m['orders.imports.empty.text']() }}
      onPage={(page) => navigate({ search: { page } })}
      actions={
        editable ? (
          <ButtonLink look="primary" icon={mdiUpload} to="/stocks/imports/new">
            {m['orders.upload.open']()}
          </ButtonLink>
        ) : undefined
      }
      below={
        <>
          <OrderFormats {...{ portalId: portal.id, formats, editable }} />
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
