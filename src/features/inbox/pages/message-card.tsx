import { mdiCheck, mdiEmailOpenOutline, mdiEmailOutline } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure, type Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Button, ButtonAnchor } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { FormattedText } from '#ui/formatted-text.tsx'
import { Icon } from '#ui/icon.tsx'
import { localized } from '#ui/localized.ts'
import { toast } from '#ui/toast.tsx'
import type { Message } from '../contract.ts'
import classes from './inbox.module.css'
import { inboxChanged } from './inbox-state.ts'
import { kindIcon, kindWord } from './kind-words.ts'

/** One message: closed a line, open its words; opening it reads it. */
export function MessageCard({ message, now, readOnly }: { message: Message; now: Date; readOnly: boolean }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const { id: messageId, kind, readAt, mustAcknowledge, acknowledgedAt } = message
  const said = (text: { es: string; en?: string | undefined }) => text[getLocale()] ?? text.es
  const waits = mustAcknowledge && !acknowledgedAt
  const change = async (call: () => Promise<Result<null>>, done?: string) => {
    setBusy(true)
    const answer = await call()
    setBusy(false)
    if (isFailure(answer) && answer !== null) return toast(m['inbox.failed'](), { kind: 'error' })
    if (done) toast(done)
    inboxChanged()
    await router.invalidate()
  }
  const read = () => change(() => api.inbox.readMessage({ messageId }))
  return (
    <li className={classes.message} data-unread={!readAt || undefined}>
      <details
        open={waits}
        onToggle={(event) => {
          if (event.currentTarget.open && !readAt && !readOnly && !waits) void read()
        }}
      >
        <summary>
          <span className={classes.kind} data-kind={kind}>
            <Icon path={kindIcon(kind)} label={kindWord(kind)} />
          </span>
          <span className={classes.words}>
            <b>{said(message.title)}</b>
            {/* Closed, its first words; open, it says them itself. */}
            <small className={message.description ? undefined : classes.first}>
              {message.description ? said(message.description) : said(message.body)}
            </small>
          </span>
          <span className={classes.when}>
            {readAt ? undefined : (
              <i className={classes.lamp} role="img" aria-label={m['inbox.isUnread']()} />
            )}
            <time dateTime={message.at}>{here().ago(message.at, now)}</time>
          </span>
        </summary>
        <div className={classes.body}>
          {message.pictureUrl ? <img src={message.pictureUrl} alt="" loading="lazy" /> : undefined}
          {/* Only posts are written by people, and have a summary; what Backline tells holds names as they are. */}
          {message.description ? <FormattedText text={said(message.body)} /> : <p>{said(message.body)}</p>}
          <Actions
            {...{ message, waits, readOnly, busy }}
            onAcknowledge={() =>
              change(() => api.inbox.acknowledgeMessage({ messageId }), m['inbox.acknowledged']())
            }
            onRead={read}
            onUnread={() => change(() => api.inbox.unreadMessage({ messageId }))}
          />
        </div>
      </details>
    </li>
  )
}

interface ActionsProps {
  message: Message
  /** It is still to be acknowledged. */
  waits: boolean
  readOnly: boolean
  busy: boolean
  onAcknowledge: () => void
  onRead: () => void
  onUnread: () => void
}

function Actions({ message, waits, readOnly, busy, onAcknowledge, onRead, onUnread }: ActionsProps) {
  const { readAt, acknowledgedAt, link } = message
  return (
    <div className={classes.actions}>
      {waits && !readOnly ? (
        <Button look="primary" icon={mdiCheck} busy={busy} onClick={onAcknowledge}>
          {m['inbox.acknowledge']()}
        </Button>
      ) : undefined}
      {link ? <ButtonAnchor href={localized(link)}>{m['inbox.open']()}</ButtonAnchor> : undefined}
      {readOnly ? undefined : <ReadButton isRead={readAt !== null} {...{ busy, onRead, onUnread }} />}
      {acknowledgedAt ? (
        <span className={classes.quiet}>
          {m['inbox.acknowledgedAt']({ date: here().dateTime(acknowledgedAt) })}
        </span>
      ) : undefined}
    </div>
  )
}

type ReadButtonProps = Pick<ActionsProps, 'busy' | 'onRead' | 'onUnread'> & { isRead: boolean }

const ReadButton = ({ isRead, busy, onRead, onUnread }: ReadButtonProps) => (
  <Button
    look="ghost"
    icon={isRead ? mdiEmailOutline : mdiEmailOpenOutline}
    busy={busy}
    onClick={isRead ? onUnread : onRead}
  >
    {isRead ? m['inbox.unread']() : m['inbox.read']()}
  </Button>
)
