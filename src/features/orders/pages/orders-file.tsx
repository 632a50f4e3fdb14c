import { mdiDownload } from '@mdi/js'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { IconButton } from '#ui/button.tsx'
import { downloadFrom } from '#ui/download.ts'
import { toast } from '#ui/toast.tsx'
import { orderColumns } from '../choices.ts'
import { type OrdersSearch, queryOf } from './orders-search.ts'

/** The file of what the list shows: its filters, order and columns. */
export function OrdersFile({ search }: { search: OrdersSearch }) {
  const [saving, setSaving] = useState(false)
  const save = async () => {
    const { page: _, ...query } = queryOf(search)
    const chosen = search.columns?.split(',')
    const columns = chosen && orderColumns.filter((column) => chosen.includes(column))
    setSaving(true)
    const fault = await downloadFrom('/api/orders/file', { ...query, columns, as: 'xlsx' })
    setSaving(false)
    if (fault) toast(fault === true ? m['orders.exportFailed']() : fault, { kind: 'error' })
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
