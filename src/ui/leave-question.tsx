import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Confirm } from './confirm.tsx'

interface LeaveQuestion {
  /** Whether leaving would lose something. */
  asks: () => boolean | Promise<boolean>
  /** The same of leaving for another document, which cannot wait for an answer. */
  asksBeforeUnload: () => boolean
  /** Saves, and answers whether that went well: then the way on is free. */
  saveFirst?: () => Promise<boolean>
}

/** Leaving was chosen: of two forms in which something is not saved, one asks. */
let leaves = false

/** Asks before the way to another page where something is not saved; stands anywhere in the page. */
export function useLeaveQuestion({ asks, asksBeforeUnload, saveFirst }: LeaveQuestion): ReactNode {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => !leaves && asks(),
    enableBeforeUnload: asksBeforeUnload,
    withResolver: true,
  })
  const leave = () => {
    leaves = true
    proceed?.()
    setTimeout(() => {
      leaves = false
    })
  }
  const [saving, setSaving] = useState(false)
  const saveAndLeave = async () => {
    setSaving(true)
    const saved = await saveFirst?.()
    setSaving(false)
    if (saved) proceed?.()
    else reset?.()
  }
  return (
    <Confirm
      question={
        status === 'blocked'
          ? {
              title: m['ui.unsaved.leaveTitle'](),
              text: m['ui.unsaved.leaveText'](),
              verb: m['ui.unsaved.leave'](),
              cancel: m['ui.unsaved.stay'](),
              stays: true,
              ...(saveFirst
                ? { also: { verb: m['ui.unsaved.saveAndLeave'](), busy: saving, run: saveAndLeave } }
                : {}),
            }
          : undefined
      }
      onConfirm={leave}
      onCancel={() => reset?.()}
    />
  )
}
