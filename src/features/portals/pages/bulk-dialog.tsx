import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Api, type Failure, isFailure } from '#client.ts'
import { useFreshSession } from '#features/account/pages/use-fresh-session.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogActions, DialogParts } from '#ui/dialog-parts.tsx'
import { FileField } from '#ui/file-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './portal-form.module.css'

type Judged = Exclude<Awaited<ReturnType<Api['portals']['bulkPortals']>>, Failure | undefined>

const accepted = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Rows made at a time, when some are left out. */
const stepRows = 20

/** Many portals from a file: what is wrong is shown before anything is made. */
export default function BulkDialog({ onClose }: { onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const freshSession = useFreshSession()
  const [file, setFile] = useState<File>()
  const [judged, setJudged] = useState<Judged>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<number>()

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
    if (mode !== 'check' && result.created > 0) await finish(result.created)
  }
  const finish = async (count: number) => {
    toast(m['portals.bulk.done']({ count }))
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
  /** All or none is one step; without the wrong rows it goes in steps, and what is made stays made. */
  const make = async () => {
    if (!file || !judged) return
    if (bad === 0) return send(file, 'all')
    setBusy(true)
    let count = 0
    const rows = judged.rows.map(({ row }) => row)
    for (let at = 0; at < rows.length; at += stepRows) {
      setMade(count)
      const step = { firstRow: rows[at], lastRow: rows[Math.min(at + stepRows, rows.length) - 1] }
      const result = await api.portals.bulkPortals({ file, mode: 'valid', ...step })
      if (isFailure(result)) {
        setProblem(m['portals.bulk.stopped']({ made: count, good }))
        break
      }
      count += result.created
    }
    setBusy(false)
    setMade(undefined)
    if (count < good) return send(file, 'check')
    await finish(count)
  }

  return (
    <Dialog label={m['portals.bulk.title']()} onClose={onClose}>
      <DialogParts title={m['portals.bulk.title']()}>
        <FileField
          label={m['portals.bulk.file']()}
          help={m['portals.bulk.help']()}
          error={problem}
          accept={accepted}
          file={file}
          onFile={choose}
        />
        {judged ? (
          <>
            <Notice kind={bad > 0 ? 'warning' : 'success'}>{m['portals.bulk.judged']({ good, bad })}</Notice>
            {bad > 0 ? <Faults rows={judged.rows} /> : undefined}
          </>
        ) : undefined}
        {made !== undefined ? (
          <label className={classes.progress}>
            {m['portals.bulk.making']({ made, good })}
            <progress value={made} max={good} />
          </label>
        ) : undefined}
        <DialogActions>
          <Button onClick={onClose}>{m['ui.cancel']()}</Button>
          <Button look="primary" busy={busy} disabled={good === 0} onClick={make}>
            {verbFor(good, bad)}
          </Button>
        </DialogActions>
      </DialogParts>
    </Dialog>
  )
}

function verbFor(good: number, bad: number): string {
  if (good === 0) return m['portals.bulk.makeNone']()
  return bad > 0 ? m['portals.bulk.makeValid']({ count: good }) : m['portals.bulk.make']({ count: good })
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
