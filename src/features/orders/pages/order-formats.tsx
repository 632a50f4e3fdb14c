import { useRouteContext } from '@tanstack/react-router'
import { isFailure, type Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import { useUndoable } from '#ui/use-undoable.ts'
import type { OrderFormat } from '../reading-contract.ts'

interface FormatsProps {
  portalId: string
  formats: Result<{ items: OrderFormat[] }>
  editable: boolean
}

/** How this shop's files are read; none is shown until one was saved. */
export function OrderFormats({ portalId, formats, editable }: FormatsProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const undoable = useUndoable()
  const forget = ({ id: formatId }: OrderFormat) =>
    undoable({
      act: (options) => api.orders.deleteOrderFormat({ portalId, formatId }, options),
      done: m['orders.formats.forgotten'](),
      failed: m['orders.formats.failed'],
    })
  if (isFailure(formats) || formats.items.length === 0) return null
  return (
    <Frame title={m['orders.formats.title']()}>
      <DataTable
        label={m['orders.formats.title']()}
        columns={columns(editable ? forget : undefined)}
        rows={formats.items}
        rowKey={({ id }) => id}
      />
    </Frame>
  )
}

function columns(onForget: ((format: OrderFormat) => void) | undefined): Column<OrderFormat>[] {
  const { number, dateTime } = here()
  return [
    {
      id: 'name',
      title: m['orders.formats.name'](),
      phone: 'main',
      cell: ({ name }) => <b>{name}</b>,
    },
    {
      id: 'columns',
      sentence: true,
      title: m['orders.formats.columns'](),
      numeric: true,
      cell: ({ columns: count }) => number(count),
    },
    {
      id: 'usedAt',
      title: m['orders.formats.usedAt'](),
      phone: 'detail',
      cell: ({ usedAt }) => dateTime(usedAt),
    },
    {
      id: 'forget',
      title: m['orders.formats.forget'](),
      hiddenTitle: true,
      phone: 'menu',
      cell: (format) =>
        onForget ? (
          <Button size="sm" onClick={() => onForget(format)}>
            {m['orders.formats.forget']()}
          </Button>
        ) : undefined,
    },
  ]
}
