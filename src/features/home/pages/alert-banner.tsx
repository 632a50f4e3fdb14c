import { mdiClose } from '@mdi/js'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { alertCookie } from '#platform/constants.ts'
import { IconButton } from '#ui/button.tsx'
import { localized } from '#ui/localized.ts'
import { Notice, type NoticeKind } from '#ui/notice.tsx'

/** What the specification §3 knows of an alert. */
interface Alert {
  code: string
  text: () => string
  link: string
  linkText: () => string
  type: NoticeKind
  closable: boolean
  /** Closed stays closed for a day. */
  checkCookie: boolean
  visible: (path: string) => boolean
}

const alerts: Alert[] = [
  {
    code: 'no-bill-info',
    text: m['alerts.noBillingInfoText'],
    link: '/billing/information',
    linkText: m['alerts.noBillingInfoLink'],
    type: 'warning',
    closable: true,
    checkCookie: true,
    visible: (path) => path === '/billing' || path.startsWith('/billing/'),
  },
]

const closedBefore = () =>
  typeof document !== 'undefined' && document.cookie.split('; ').includes(`${alertCookie.name}=false`)

/** The most severe alert of the current portal that has words here. */
export function AlertBanner({ codes, path }: { codes: readonly string[]; path: string }) {
  const [closed, setClosed] = useState(closedBefore)
  const alert = codes
    .map((code) => alerts.find((known) => known.code === code))
    .find((known) => known?.visible(path))
  if (!alert || (closed && alert.checkCookie)) return null

  const close = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
    document.cookie = `${alertCookie.name}=false; Path=/; Max-Age=${alertCookie.seconds}; SameSite=Lax`
    setClosed(true)
  }
  return (
    <Notice
      kind={alert.type}
      wide
      aside={
        alert.closable ? (
          <IconButton label={m['alerts.close']()} path={mdiClose} onClick={close} />
        ) : undefined
      }
    >
      {alert.text()} <a href={localized(alert.link)}>{alert.linkText()}</a>
    </Notice>
  )
}
