import { mdiCalendarExportOutline, mdiCalendarSyncOutline, mdiTableArrowDown, mdiTrayArrowUp } from '@mdi/js'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { ActsMenu } from '#ui/acts-menu.tsx'
import { downloadFrom } from '#ui/download.ts'
import type { PickOption } from '#ui/pick-box.tsx'
import { toast } from '#ui/toast.tsx'

const ImportDialog = lazy(() => import('./import-dialog.tsx'))

interface TransferMenuProps {
  /** Whose events leave: what the addresses of their files begin with, and the filters. */
  of: `/api/${string}`
  query: Record<string, unknown>
  /** The portals that events may be added to; nobody else sees the entry. */
  into: readonly PickOption[]
  /** May what is added be shown at once? */
  mayShow: boolean
}

/** Events out as a calendar, once or for good, or as a table; and in again. */
export function TransferMenu({ of, query, into, mayShow }: TransferMenuProps) {
  const navigate = useNavigate()
  const [importing, setImporting] = useState(false)
  const save = async (kind: 'calendar' | 'file') => {
    const fault = await downloadFrom(`${of}/${kind}`, query)
    if (fault) toast(fault === true ? m['events.exportFailed']() : fault, { kind: 'error' })
  }
  return (
    <>
      <ActsMenu
        label={m['events.files']()}
        acts={[
          into.length > 0 && {
            label: m['events.import.open'](),
            path: mdiTrayArrowUp,
            onClick: () => setImporting(true),
          },
          { label: m['events.export'](), path: mdiCalendarExportOutline, onClick: () => save('calendar') },
          {
            label: m['events.subscribe'](),
            path: mdiCalendarSyncOutline,
            onClick: () => navigate({ to: '/account/calendars' }),
          },
          { label: m['events.exportSheet'](), path: mdiTableArrowDown, onClick: () => save('file') },
        ]}
      />
      {importing ? (
        <Suspense>
          <ImportDialog portals={into} mayShow={mayShow} onClose={() => setImporting(false)} />
        </Suspense>
      ) : undefined}
    </>
  )
}
