import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { localized } from '#ui/localized.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './spy-banner.module.css'

export interface SpyState {
  person: string
  reason: string
  endsAt: string
}

/** Always in view while staff see Backline as somebody: as whom, why, for how long yet, and the way out. */
export function SpyBanner({ name, state }: { name: string; state: SpyState | undefined }) {
  const { api } = useRouteContext({ from: '__root__' })
  const [busy, setBusy] = useState(false)
  const leave = () => window.location.assign(localized('/users'))
  // The half hour is over: what the page shows is no longer theirs to see.
  const left = useMinutesLeft(state?.endsAt, () => void api.spy.stopSpying({}).then(leave))
  const end = async () => {
    setBusy(true)
    const said = await api.spy.stopSpying({})
    setBusy(false)
    if (isFailure(said)) return toast(m['spy.failed'](), { kind: 'error' })
    leave()
  }
  return (
    <div className={classes.sticky}>
      <Notice
        kind="warning"
        wide
        aside={
          <Button size="sm" busy={busy} onClick={end}>
            {m['spy.end']()}
          </Button>
        }
      >
        <span className={classes.line}>
          {left === undefined
            ? m['spy.bannerPlain']({ name })
            : m['spy.banner']({ name, left: m['spy.minutes']({ minutes: left }) })}
          {state ? <small>{m['spy.reason']({ reason: state.reason })}</small> : undefined}
        </span>
      </Notice>
    </div>
  )
}

/** Whole minutes, rounded up, counted on the reader's clock; undefined until the page lives. At none it is `over`, once. */
function useMinutesLeft(endsAt: string | undefined, over: () => void): number | undefined {
  const [left, setLeft] = useState<number>()
  const latest = useRef(over)
  latest.current = over
  useEffect(() => {
    if (!endsAt) return
    const count = () => setLeft(Math.max(0, Math.ceil((Date.parse(endsAt) - Date.now()) / 60_000)))
    count()
    const timer = setInterval(count, 5_000)
    return () => clearInterval(timer)
  }, [endsAt])
  useEffect(() => {
    if (left === 0) latest.current()
  }, [left])
  return left
}
