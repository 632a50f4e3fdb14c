import { mdiClipboardCheckOutline, mdiDownload } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button, IconButton } from '#ui/button.tsx'
import { downloadFrom } from '#ui/download.ts'
import { here } from '#ui/formats.ts'
import { withoutPicked } from '#ui/picked-search.ts'
import { SheetDialog } from '#ui/sheet-dialog-on-demand.ts'
import { toast } from '#ui/toast.tsx'
import type { StocksSearch } from './stocks-search.ts'

interface StocksActionsProps {
  portalId: string
  search: StocksSearch
  editable: boolean
}

/** The sheet to count with, and what was counted. */
export function StocksActions({ portalId, search, editable }: StocksActionsProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const [saving, setSaving] = useState(false)
  const { number } = here()
  const save = async () => {
    const { page: _, orderBy: __, ...filters } = withoutPicked(search)
    setSaving(true)
    const fault = await downloadFrom(`/api/portal/${portalId}/stocks/file`, filters)
    setSaving(false)
    if (fault) toast(fault === true ? m['stocks.exportFailed']() : fault, { kind: 'error' })
  }
  return (
    <>
      <IconButton
        framed
        label={m['stocks.export']()}
        path={mdiDownload}
        aria-busy={saving}
        onClick={saving ? undefined : save}
      />
      {editable ? (
        <Button icon={mdiClipboardCheckOutline} onClick={() => setOpen(true)}>
          {m['stocks.count.open']()}
        </Button>
      ) : undefined}
      <Suspense>
        {open ? (
          <SheetDialog
            title={m['stocks.count.title']()}
            help={m['stocks.count.help']()}
            accept=".csv,.xlsx,text/csv"
            failed={m['stocks.count.failed']()}
            columns={[
              m['products.import.row'](),
              m['stocks.column.sku'](),
              m['stocks.column.name'](),
              m['stocks.count.change'](),
            ]}
            send={(file, mode, _, decimal) =>
              api.stocks.importCount({ portalId, file, mode, ...(decimal ? { decimal } : {}) })
            }
            read={({ rows, good, bad }) => ({
              good,
              bad,
              rows: rows.map(({ row, sku, name, before, after, errors }) => {
                const faults = Object.values(errors)
                const change = m['stocks.count.fromTo']({ from: number(before ?? 0), to: number(after ?? 0) })
                return {
                  key: row,
                  fault: faults.length > 0,
                  cells: [row, sku, name, faults.length > 0 ? faults.join(' ') : change],
                }
              }),
            })}
            onDone={({ changed }) => {
              toast(m['stocks.count.done']({ count: changed }))
              void router.invalidate()
            }}
            onClose={() => setOpen(false)}
          />
        ) : undefined}
      </Suspense>
    </>
  )
}
