import { mdiCalendarSyncOutline, mdiDownloadOutline, mdiKeyOutline } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button, ButtonLink } from '#ui/button.tsx'
import { download } from '#ui/download.ts'
import { Frame } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './account-page.module.css'

/** What calendars and programs may read, and everything that is kept about oneself. */
export function OwnData() {
  const { api } = useRouteContext({ from: '__root__' })
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const data = await api.account.exportOwnData({})
    setBusy(false)
    if (isFailure(data)) return toast(m['account.page.exportFailed'](), { kind: 'error' })
    download('backline.json', JSON.stringify(data, null, 2), 'application/json')
    toast(m['account.page.exported']())
  }
  return (
    <>
      <Frame title={m['account.page.calendars']()}>
        <div className={classes.form}>
          <p className={classes.quiet}>{m['account.page.calendarsText']()}</p>
          <ButtonLink to="/account/calendars" icon={mdiCalendarSyncOutline}>
            {m['account.page.calendarsOpen']()}
          </ButtonLink>
        </div>
      </Frame>
      <Frame title={m['account.page.keys']()}>
        <div className={classes.form}>
          <p className={classes.quiet}>{m['account.page.keysText']()}</p>
          <ButtonLink to="/account/keys" icon={mdiKeyOutline}>
            {m['account.page.keysOpen']()}
          </ButtonLink>
        </div>
      </Frame>
      <Frame title={m['account.page.export']()}>
        <div className={classes.form}>
          <p className={classes.quiet}>{m['account.page.exportText']()}</p>
          <Button icon={mdiDownloadOutline} busy={busy} onClick={save}>
            {m['account.page.exportButton']()}
          </Button>
        </div>
      </Frame>
    </>
  )
}
