import { mdiAlertCircleOutline, mdiAlertOutline, mdiCheckCircleOutline, mdiInformationOutline } from '@mdi/js'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import classes from './notice.module.css'

/** The alert types of the specification §8. */
export type NoticeKind = 'error' | 'info' | 'success' | 'warning'
export const noticeIcons: Record<NoticeKind, string> = {
  error: mdiAlertCircleOutline,
  info: mdiInformationOutline,
  success: mdiCheckCircleOutline,
  warning: mdiAlertOutline,
}

/** A sentence in a tinted frame, inside a form or above a page. */
export function Notice({
  kind,
  children,
  aside,
  wide,
}: {
  kind: NoticeKind
  children: ReactNode
  aside?: ReactNode
  wide?: boolean
}) {
  return (
    <div
      className={classes.notice}
      data-kind={kind}
      data-wide={wide || undefined}
      role={kind === 'error' ? 'alert' : 'status'}
    >
      <Icon path={noticeIcons[kind]} />
      <span>{children}</span>
      {aside}
    </div>
  )
}
