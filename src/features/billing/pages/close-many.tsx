import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api, Failure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { useForm } from '#ui/form.ts'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './billing.module.css'
import { blockWord } from './billing-words.ts'

/** What became of bills whose last month was to be closed. */
export type ClosedMany = Exclude<Awaited<ReturnType<Api['billing']['closeBills']>>, Failure | undefined>

interface CloseManyProps {
  chosen: readonly string[]
  onDone: (left?: ClosedMany) => void
}

/** Asks, and closes the last month of the bills chosen. Those that stay open are told where the list is, with whose they are. */
export function CloseMany({ chosen, onDone }: CloseManyProps) {
  const [asked, setAsked] = useState(false)
  const count = here().number(chosen.length)
  return (
    <div className={classes.bulk} role="status">
      <b>{m['billing.bulk.count']({ count })}</b>
      <Button size="sm" onClick={() => setAsked(true)}>
        {m['billing.bulk.close']()}
      </Button>
      <Button size="sm" onClick={() => onDone()}>
        {m['billing.bulk.clear']()}
      </Button>
      {asked ? <Question chosen={chosen} onDone={onDone} onClose={() => setAsked(false)} /> : undefined}
    </div>
  )
}

function Question({ chosen, onDone, onClose }: CloseManyProps & { onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm({}, m['billing.failed']())
  const close = async () => {
    const result = await form.send(() => api.billing.closeBills({ billIds: [...chosen] }))
    if (!result) return
    const { closed, left } = result
    // Somebody else has closed them meanwhile, or they were taken back.
    const gone = chosen.length - closed - left.length
    if (gone > 0) toast(m['billing.bulk.gone']({ gone, closed }))
    else if (left.length === 0) toast(m['billing.bulk.done']({ closed }))
    onDone(left.length > 0 ? result : undefined)
    await router.invalidate()
  }
  const title = m['billing.bulk.askTitle']({ count: here().number(chosen.length) })
  return (
    <Dialog label={title} size={440} onClose={onClose}>
      <DialogForm
        title={title}
        text={m['billing.bulk.askText']()}
        verb={m['billing.bulk.close']()}
        form={form}
        onSend={close}
        onClose={onClose}
      />
    </Dialog>
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
