import { mdiChevronDown, mdiClose } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice, noticeIcons } from '#ui/notice.tsx'
import { useAlert } from './shell-alert.tsx'
import { type News, useNews } from './shell-news.tsx'
import classes from './shell-notices.module.css'
import type { Said } from './shell-said.ts'

/** What waits at the portal and what is new in Backline: one sentence, or several behind one line that opens. */
export function ShellNotices({
  codes,
  news,
  path,
}: {
  codes: readonly string[]
  news: News | undefined
  path: string
}) {
  const said = [useAlert(codes, path), useNews(news, path)].filter((one) => one !== undefined)
  const [first] = said
  if (!first) return null
  const all = said.map((one) => <OneNotice key={one.id} {...one} />)
  if (said.length === 1) return all
  return (
    <details className={classes.several} data-kind={first.kind}>
      <summary>
        <Icon path={noticeIcons[first.kind]} />
        <span>{first.text}</span>
        <b>{m['alerts.several']({ count: said.length })}</b>
        <Icon path={mdiChevronDown} size={16} />
      </summary>
      {all}
    </details>
  )
}

const OneNotice = ({ kind, text, way, close }: Said) => (
  <Notice
    kind={kind}
    wide
    aside={close ? <IconButton label={close.label} path={mdiClose} onClick={close.act} /> : undefined}
  >
    {text} {way}
  </Notice>
)
