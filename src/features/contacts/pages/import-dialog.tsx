import { Modal } from '@mantine/core'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Api, type Failure, isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { dialogWidthPx } from '#platform/constants.ts'
import { Button } from '#ui/button.tsx'
import { FileField } from '#ui/file-field.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './contacts.module.css'

type Judged = Exclude<Awaited<ReturnType<Api['contacts']['importContacts']>>, Failure | undefined>

/** Many contacts from a file: every row is looked at before anything is written. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [file, setFile] = useState<File>()
  const [judged, setJudged] = useState<Judged>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const send = async (of: File, mode: 'check' | 'all' | 'valid') => {
    setBusy(true)
    setProblem(undefined)
    const result = await api.contacts.importContacts({ file: of, mode })
    setBusy(false)
    if (isFailure(result)) {
      const said = typeof result?.error === 'object' ? result.error : undefined
      setJudged(undefined)
      setProblem(said?.fields?.file ?? said?.message ?? m['contacts.import.failed']())
      return
    }
    setJudged(result)
    if (mode === 'check' || result.created + result.updated === 0) return
    toast(m['contacts.import.done']({ created: result.created, updated: result.updated }))
    onClose()
    await router.invalidate()
  }
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setJudged(undefined)
    if (chosen) void send(chosen, 'check')
  }
  const { good = 0, bad = 0 } = judged ?? {}
  const count = here().number(good)

  return (
    <Modal.Root opened onClose={onClose} size={dialogWidthPx} classNames={{ content: classes.dialog ?? '' }}>
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content aria-label={m['contacts.import.title']()}>
        <Modal.Body>
          <div className={classes.dialogForm}>
            <h2>{m['contacts.import.title']()}</h2>
            <FileField
              label={m['contacts.import.file']()}
              help={m['contacts.import.help']()}
              error={problem}
              accept=".csv,text/csv"
              file={file}
              onFile={choose}
            />
            {judged ? (
              <>
                <Notice kind={bad > 0 ? 'warning' : 'success'}>
                  {m['contacts.import.judged']({ good: count, bad: here().number(bad) })}
                </Notice>
                <Rows rows={judged.rows} />
              </>
            ) : undefined}
            <div className={classes.actions}>
              <Button onClick={onClose}>{m['ui.cancel']()}</Button>
              <Button
                look="primary"
                busy={busy}
                disabled={good === 0}
                onClick={() => file && send(file, bad > 0 ? 'valid' : 'all')}
              >
                {bad > 0 && good > 0
                  ? m['contacts.import.sendValid']({ count })
                  : m['contacts.import.send']({ count })}
              </Button>
            </div>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** What would happen row by row: the faults, and the first rows that are fine. */
function Rows({ rows }: { rows: Judged['rows'] }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">{m['contacts.import.line']()}</th>
            <th scope="col">{m['contacts.column.name']()}</th>
            <th scope="col">{m['contacts.column.email']()}</th>
            <th scope="col">{m['contacts.import.outcome']()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, name, email, errors, known }) => {
            const faults = [...new Set(Object.values(errors))]
            return (
              <tr key={row}>
                <td>{row}</td>
                <td>{name || m['ui.none']()}</td>
                <td>{email || m['ui.none']()}</td>
                {faults.length > 0 ? (
                  <td data-fault>{faults.join(' ')}</td>
                ) : (
                  <td>{known ? m['contacts.import.known']() : m['contacts.import.fresh']()}</td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
