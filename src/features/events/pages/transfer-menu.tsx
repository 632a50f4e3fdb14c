import { Menu } from '@mantine/core'
import {
  mdiCalendarExportOutline,
  mdiCalendarSyncOutline,
  mdiDotsHorizontal,
  mdiTableArrowDown,
  mdiTrayArrowUp,
} from '@mdi/js'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { IconButton } from '#ui/button.tsx'
import { downloadFrom } from '#ui/download.ts'
import { Icon } from '#ui/icon.tsx'
import { menuClasses } from '#ui/menu.ts'
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
      <Menu position="bottom-end" classNames={menuClasses}>
        <Menu.Target>
          <IconButton label={m['events.files']()} path={mdiDotsHorizontal} />
        </Menu.Target>
        <Menu.Dropdown>
          {into.length > 0 ? (
            <Menu.Item leftSection={<Icon path={mdiTrayArrowUp} />} onClick={() => setImporting(true)}>
              {m['events.import.open']()}
            </Menu.Item>
          ) : undefined}
          <Menu.Item leftSection={<Icon path={mdiCalendarExportOutline} />} onClick={() => save('calendar')}>
            {m['events.export']()}
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon path={mdiCalendarSyncOutline} />}
            onClick={() => navigate({ to: '/account/calendars' })}
          >
            {m['events.subscribe']()}
          </Menu.Item>
          <Menu.Item leftSection={<Icon path={mdiTableArrowDown} />} onClick={() => save('file')}>
            {m['events.exportSheet']()}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {importing ? (
        <Suspense>
          <ImportDialog portals={into} mayShow={mayShow} onClose={() => setImporting(false)} />
        </Suspense>
      ) : undefined}
    </>
  )
}
