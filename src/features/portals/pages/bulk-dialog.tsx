import { Modal } from '@mantine/core'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Api, type Failure, isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { dialogWidthPx } from '#platform/constants.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './portal-form.module.css'
import { useFreshSession } from './use-fresh-session.ts'

type Judged = Exclude<Awaited<ReturnType<Api['portals']['bulkPortals']>>, Failure | undefined>

/** Many portals from a file: what is wrong is shown before anything is made. */
export default function BulkDialog({ onClose }: { onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const freshSession = useFreshSession()
  const [file, setFile] = useState<File>()
  const [judged, setJudged] = useState<Judged>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const send = async (of: File, mode: 'check' | 'all' | 'valid') => {
    setBusy(true)
    setProblem(undefined)
    const result = await api.portals.bulkPortals({ file: of, mode })
    setBusy(false)
    if (isFailure(result)) {
      const said = typeof result?.error === 'object' ? result.error : undefined
      setJudged(undefined)
      setProblem(said?.fields?.file ?? said?.message ?? m['portals.create.failed']())
      return
    }
    setJudged(result)
    if (mode === 'check' || result.created === 0) return
    toast(m['portals.bulk.done']({ count: result.created }))
    onClose()
    await freshSession()
    await router.invalidate()
  }
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setJudged(undefined)
    if (chosen) void send(chosen, 'check')
  }
  const good = judged?.rows.filter(({ errors }) => Object.keys(errors).length === 0).length ?? 0
  const bad = (judged?.rows.length ?? 0) - good
  const make = () => file && send(file, bad > 0 ? 'valid' : 'all')

  return (
    <Modal.Root opened onClose={onClose} size={dialogWidthPx} classNames={{ content: classes.dialog ?? '' }}>
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content aria-label={m['portals.bulk.title']()}>
        <Modal.Body>
          <div className={classes.dialogForm}>
            <h2>{m['portals.bulk.title']()}</h2>
            <Field label={m['portals.bulk.file']()} help={m['portals.bulk.help']()} error={problem}>
              {(wiring) => (
                <input
                  {...wiring}
                  type="file"
                  accept=".csv,text/csv"
                  data-autofocus
                  onChange={(event) => choose(event.currentTarget.files?.[0])}
                />
              )}
            </Field>
            {judged ? (
              <>
                <Notice kind={bad > 0 ? 'warning' : 'success'}>
                  {m['portals.bulk.judged']({ good, bad })}
                </Notice>
                {bad > 0 ? <Faults rows={judged.rows} /> : undefined}
              </>
            ) : undefined}
            <div className={classes.actions}>
              <Button onClick={onClose}>{m['ui.cancel']()}</Button>
              <Button look="primary" busy={busy} disabled={good === 0} onClick={make}>
                {bad > 0 && good > 0
                  ? m['portals.bulk.makeValid']({ count: good })
                  : m['portals.bulk.make']({ count: good })}
              </Button>
            </div>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The rows that cannot be made, with the line to look at. */
function Faults({ rows }: { rows: Judged['rows'] }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.bulk}>
        <thead>
          <tr>
            <th scope="col">{m['portals.bulk.line']()}</th>
            <th scope="col">{m['portals.column.name']()}</th>
            <th scope="col">{m['portals.bulk.fault']()}</th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(({ errors }) => Object.keys(errors).length > 0)
            .map(({ row, name, code, customUrl, errors }) => (
              <tr key={row}>
                <td>{row}</td>
                <td>{name || code || customUrl || m['ui.none']()}</td>
                <td>{[...new Set(Object.values(errors))].join(' ')}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
