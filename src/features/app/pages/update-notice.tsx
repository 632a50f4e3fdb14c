import { mdiClose } from '@mdi/js'
import { Link, useLocation, useRouteContext } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { IconButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { AppNews } from '../contract.ts'

/** Says that there is news, until it is closed or read. */
export function UpdateNotice({ newest, onClose }: { newest: AppNews; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const path = useLocation({ select: (location) => location.pathname })
  if (path === '/account/updates') return null
  const close = () => {
    onClose()
    void api.app.updateStatus({ lastSeenId: newest.id })
  }
  return (
    <Notice
      kind="info"
      wide
      aside={<IconButton label={m['app.update.close']()} path={mdiClose} onClick={close} />}
    >
      {m['app.update.notice']({ title: newest.title[getLocale()] ?? newest.title.es })}{' '}
      <Link to="/account/updates" onClick={close}>
        {m['app.update.see']()}
      </Link>
    </Notice>
  )
}
