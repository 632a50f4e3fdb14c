import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure, reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button, ButtonLink } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import classes from './import.module.css'
import type { Uploaded } from './import-steps.ts'
import type { ImportWays } from './import-ways.ts'
import { inCurrency } from './import-words.ts'

interface DoneProps {
  done: Uploaded
  portalId: string
  ways: ImportWays
  onAgain: () => void
}

/** What came in, where to look at it, and the way back: one press takes all of it away. */
export function ImportDone({ done, portalId, ways, onAgain }: DoneProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const [undone, setUndone] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { number } = here()
  const undo = async () => {
    if (!done.importId) return
    setBusy(true)
    const answer = await api.orders.undoImport({ portalId, importId: done.importId })
    setBusy(false)
    if (answer !== null && isFailure(answer)) setProblem(reasonOf(answer) ?? m['orders.imports.failed']())
    else setUndone(true)
  }
  const net =
    Object.entries(done.totals)
      .map(([currency, total]) => inCurrency(total, currency))
      .join(', ') || m['ui.none']()
  return (
    <>
      <Notice kind={undone ? 'info' : 'success'}>
        {undone
          ? m['orders.imports.undone']()
          : m['orders.upload.report']({
              ...{ rows: number(done.imported), orders: number(done.orders), units: number(done.units), net },
              ...{ known: number(done.known), unmapped: number(done.unmapped) },
            })}
      </Notice>
      {problem ? <Notice kind="error">{problem}</Notice> : undefined}
      <div className={classes.verbs}>
        {undone || !done.importId || done.imported === 0 ? undefined : (
          <Button busy={busy} onClick={undo}>
            {m['orders.import.undo']()}
          </Button>
        )}
        {!undone && done.unmapped > 0 ? (
          <ButtonLink {...ways.unmapped}>
            {m['orders.import.toUnmapped']({ count: number(done.unmapped) })}
          </ButtonLink>
        ) : undefined}
        <ButtonLink {...ways.orders}>{m['orders.title']()}</ButtonLink>
        <Button look="primary" onClick={onAgain}>
          {m['orders.import.again']()}
        </Button>
      </div>
    </>
  )
}
