import { mdiDownload } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { IconButton } from '#ui/button.tsx'
import { downloadFile } from '#ui/download.ts'
import { toast } from '#ui/toast.tsx'
import { orderColumns } from '../choices.ts'
import { type OrdersSearch, queryOf } from './orders-search.ts'

/** The file of what the list shows: its filters, order and columns. */
export function OrdersFile({ search }: { search: OrdersSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const [saving, setSaving] = useState(false)
  const save = async () => {
    const { page: _, ...query } = queryOf(search)
    const chosen = search.columns?.split(',')
    const columns = chosen && orderColumns.filter((column) => chosen.includes(column))
    setSaving(true)
    const file = await api.orders.exportOrders({ ...query, as: 'xlsx', ...(columns ? { columns } : {}) })
    setSaving(false)
    if (isFailure(file)) return toast(m['orders.exportFailed'](), { kind: 'error' })
    downloadFile(file)
  }
  return (
    <IconButton
      framed
      label={m['orders.export']()}
      path={mdiDownload}
      aria-busy={saving}
      onClick={saving ? undefined : save}
    />
  )
}
