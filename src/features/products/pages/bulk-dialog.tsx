import { useRouteContext } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { type Api, type CallOptions, type Failure, isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { AmountField } from '#ui/amount-field.tsx'
import { typedPct } from '#ui/amounts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogActions, DialogParts } from '#ui/dialog-parts.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { useUndoable } from '#ui/use-undoable.ts'
import classes from './products.module.css'

type Preview = Exclude<Awaited<ReturnType<Api['products']['changeProducts']>>, Failure | undefined>

interface BulkDialogProps {
  ids: readonly string[]
  onDone: () => void
  onClose: () => void
}

/** What another price would be for many products, before it is. */
export default function BulkDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const undoable = useUndoable()
  const { money } = here()
  const [pct, setPct] = useState('10')
  const [preview, setPreview] = useState<Preview>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const call = useCallback(
    (only: boolean, options: CallOptions = {}) =>
      api.products.changeProducts(
        {
          ids: [...ids],
          preview: only,
          pricePct: typedPct(pct),
        },
        options,
      ),
    [api, ids, pct],
  )
  useEffect(() => {
    let gone = false
    void call(true).then((result) => {
      if (gone) return
      setPreview(isFailure(result) ? undefined : result)
      setProblem(isFailure(result) ? m['products.bulk.failed']() : undefined)
    })
    return () => {
      gone = true
    }
  }, [call])
  const send = async () => {
    setBusy(true)
    const done = await undoable({
      act: (options) => call(false, options),
      done: ({ changed }) => m['products.bulk.done']({ count: changed }),
      failed: m['products.bulk.failed'],
    })
    setBusy(false)
    if (!done) return
    onClose()
    onDone()
  }
  const title = m['products.bulk.priceTitle']()
  return (
    <Dialog label={title} onClose={onClose}>
      <DialogParts title={title}>
        <AmountField
          kind="percent"
          label={m['products.bulk.pct']()}
          help={m['products.bulk.pctHelp']()}
          value={pct}
          data-autofocus
          onChange={(event) => setPct(event.currentTarget.value)}
        />
        {problem ? <Notice kind="error">{problem}</Notice> : undefined}
        {preview ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reached by keyboard.
          <section className={classes.scroll} tabIndex={0} aria-label={title}>
            <table className={classes.matrix}>
              <thead>
                <tr>
                  <th scope="col">{m['products.column.name']()}</th>
                  <th scope="col" data-number>
                    {m['products.bulk.before']()}
                  </th>
                  <th scope="col" data-number>
                    {m['products.bulk.after']()}
                  </th>
                </tr>
              </thead>
              <tbody>
                {preview.items.map((item) => (
                  <tr key={item.id}>
                    <td>{item.name}</td>
                    <td data-number>{money(item.priceCents)}</td>
                    <td data-number>{money(item.newPriceCents)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ) : undefined}
        <DialogActions>
          <Button onClick={onClose}>{m['ui.cancel']()}</Button>
          <Button look="primary" busy={busy} disabled={!preview || preview.changed === 0} onClick={send}>
            {m['products.bulk.send']({ count: preview?.changed ?? 0 })}
          </Button>
        </DialogActions>
      </DialogParts>
    </Dialog>
  )
}
