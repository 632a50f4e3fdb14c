import { useBlocker, useRouter } from '@tanstack/react-router'
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

/** A way that waits for an answer. */
interface Way {
  goOn: () => void
  stay?: () => void
}

const placeIn = (state: unknown) => (state as { __TSR_index?: number } | null)?.__TSR_index ?? Number.NaN
/** How far the browser has gone back or forward by itself: its address is the other page's already. */
const stepsGone = (here: object): number => placeIn(window.history.state) - placeIn(here)

/** Asks before the way to another page where something is not saved; stands anywhere in the page. */
export function useLeaveQuestion({ asks, asksBeforeUnload, saveFirst }: LeaveQuestion): ReactNode {
  const { history } = useRouter()
  const [way, setWay] = useState<Way>()
  useBlocker({
    shouldBlockFn: async ({ action }) => {
      const gone = action === 'PUSH' || action === 'REPLACE' ? 0 : stepsGone(history.location.state)
      // A mark within this page, which was written into the address by hand.
      if (Number.isNaN(gone)) return false
      if (leaves || !(await asks())) return false
      if (gone === 0) {
        const blocks = await new Promise<boolean>((answer) =>
          setWay({ goOn: () => answer(false), stay: () => answer(true) }),
        )
        setWay(undefined)
        return blocks
      }
      // Refused at once, so that the address is this page's again while it asks; who leaves goes the way once more.
      setWay({ goOn: () => history.go(gone, { ignoreBlocker: true }) })
      return true
    },
    enableBeforeUnload: asksBeforeUnload,
  })
  const answer = (act: 'goOn' | 'stay') => {
    setWay(undefined)
    way?.[act]?.()
  }
  const leave = () => {
    leaves = true
    answer('goOn')
    setTimeout(() => {
      leaves = false
    })
  }
  const [saving, setSaving] = useState(false)
  const saveAndLeave = async () => {
    setSaving(true)
    const saved = await saveFirst?.()
    setSaving(false)
    answer(saved ? 'goOn' : 'stay')
  }
  return (
    <Confirm
      question={
        way
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
      onCancel={() => answer('stay')}
    />
  )
}
