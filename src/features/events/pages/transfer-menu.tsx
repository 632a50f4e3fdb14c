import { Menu } from '@mantine/core'
import { mdiCalendarExportOutline, mdiDotsHorizontal, mdiTableArrowDown, mdiTrayArrowUp } from '@mdi/js'
import { lazy, Suspense, useState } from 'react'
import { type Failure, isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { IconButton } from '#ui/button.tsx'
import { download } from '#ui/download.ts'
import { Icon } from '#ui/icon.tsx'
import { menuClasses } from '#ui/menu.ts'
import type { PickOption } from '#ui/pick-box.tsx'
import { toast } from '#ui/toast.tsx'

const ImportDialog = lazy(() => import('./import-dialog.tsx'))

type Answer<T> = Promise<T | Failure | undefined>
interface TransferMenuProps {
  calendar: () => Answer<{ name: string; ics: string }>
  sheet: () => Answer<{ name: string; csv: string }>
  /** The portals that events may be added to; nobody else sees the entry. */
  into: readonly PickOption[]
  /** May what is added be shown at once? */
  mayShow: boolean
}

/** Events out as a calendar or a table, and in again. */
export function TransferMenu({ calendar, sheet, into, mayShow }: TransferMenuProps) {
  const [importing, setImporting] = useState(false)
  const failed = (failure: Failure | undefined) => {
    const { code, message } = typeof failure?.error === 'object' ? failure.error : {}
    toast(code === 'events.fileTooMany' && message ? message : m['events.exportFailed'](), { kind: 'error' })
  }
  const saveCalendar = async () => {
    const file = await calendar()
    if (isFailure(file)) failed(file)
    else download(file.name, file.ics, 'text/calendar')
  }
  const saveSheet = async () => {
    const file = await sheet()
    if (isFailure(file)) failed(file)
    else download(file.name, file.csv, 'text/csv')
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
          <Menu.Item leftSection={<Icon path={mdiCalendarExportOutline} />} onClick={saveCalendar}>
            {m['events.export']()}
          </Menu.Item>
          <Menu.Item leftSection={<Icon path={mdiTableArrowDown} />} onClick={saveSheet}>
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
