import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Api, type Failure, isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './billing.module.css'
import { blockWord } from './billing-words.ts'

/** What became of bills whose last month was to be closed. */
export type ClosedMany = Exclude<Awaited<ReturnType<Api['billing']['closeBills']>>, Failure | undefined>

/** Closes the last month of the bills chosen. Those that stay open are told where the list is, with whose they are. */
export function CloseMany({
  chosen,
  onDone,
}: {
  chosen: readonly string[]
  onDone: (left?: ClosedMany) => void
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const close = async () => {
    setBusy(true)
    const result = await api.billing.closeBills({ billIds: [...chosen] })
    setBusy(false)
    if (isFailure(result)) return toast(m['billing.failed'](), { kind: 'error' })
    if (result.left.length === 0) toast(m['billing.bulk.done']({ closed: result.closed }))
    onDone(result.left.length > 0 ? result : undefined)
    await router.invalidate()
  }
  return (
    <div className={classes.bulk} role="status">
      <b>{m['billing.bulk.count']({ count: here().number(chosen.length) })}</b>
      <Button size="sm" busy={busy} onClick={close}>
        {m['billing.bulk.close']()}
      </Button>
      <Button size="sm" onClick={() => onDone()}>
        {m['billing.bulk.clear']()}
      </Button>
    </div>
  )
}

/** Of each bill that stays open whose it is and why. */
export function LeftOpen({ closed, left }: ClosedMany) {
  return (
    <div className={classes.left}>
      <Notice kind="warning">
        {m['billing.bulk.left']({ closed, left: left.length })}
        <ul>
          {left.map(({ billId, account, why }) => (
            <li key={billId}>
              <b>{account}</b>: {why.length > 0 ? why.map(blockWord).join(', ') : m['billing.bulk.nothing']()}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
