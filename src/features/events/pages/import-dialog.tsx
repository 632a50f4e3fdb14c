import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import type { ImportRow } from '#features/events/transfer-contract.ts'
import { PortalField } from '#features/portals/pages/portal-field.tsx'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogActions, DialogParts } from '#ui/dialog-parts.tsx'
import { SelectField } from '#ui/field.tsx'
import { FileField } from '#ui/file-field.tsx'
import { FieldRow } from '#ui/form-page.tsx'
import { Notice } from '#ui/notice.tsx'
import type { PickOption } from '#ui/pick-box.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import { whenOf } from './event-words.ts'
import classes from './import-dialog.module.css'

interface ImportDialogProps {
  /** Where they can go; with one portal nothing is asked. */
  portals: readonly PickOption[]
  /** Who may not show events adds drafts. */
  mayShow: boolean
  onClose: () => void
}

const accepted = '.ics,.csv,.xlsx,text/calendar,text/csv'

/** Where there is nothing to choose from, it is chosen. */
const onlyOne = ([first, ...others]: ImportDialogProps['portals']) =>
  first && others.length === 0 ? first.value : ''

/** Many events from a calendar or a table: every one is shown with what is wrong before anything is added. */
export default function ImportDialog({ portals, mayShow, onClose }: ImportDialogProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [portalId, setPortalId] = useState(onlyOne(portals))
  const [publication, setPublication] = useState<'draft' | 'published'>('draft')
  const [file, setFile] = useState<File>()
  const [rows, setRows] = useState<ImportRow[]>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const send = async (of: File, into: string, mode: 'check' | 'all' | 'valid') => {
    setBusy(true)
    setProblem(undefined)
    const result = await api.events.importEvents({ portalId: into, file: of, mode, publication })
    setBusy(false)
    if (isFailure(result)) {
      const said = typeof result?.error === 'object' ? result.error : undefined
      setRows(undefined)
      setProblem(said?.fields?.file ?? said?.message ?? m['events.import.failed']())
      return
    }
    setRows(result.rows)
    if (mode === 'check' || result.created === 0) return
    toast(m['events.import.done']({ count: result.created }))
    onClose()
    await router.invalidate()
  }
  const look = (chosen: File | undefined, into: string) => {
    setRows(undefined)
    setProblem(undefined)
    if (chosen && into) void send(chosen, into, 'check')
  }
  const bad = rows?.filter(({ errors }) => Object.keys(errors).length > 0).length ?? 0
  const good = (rows?.length ?? 0) - bad

  return (
    <Dialog label={m['events.import.title']()} onClose={onClose}>
      <DialogParts title={m['events.import.title']()}>
        <FieldRow>
          {portals.length === 1 ? undefined : (
            <PortalField
              value={portalId}
              portals={portals}
              onChange={(chosen) => {
                setPortalId(chosen)
                look(file, chosen)
              }}
            />
          )}
          {mayShow ? (
            <SelectField
              label={m['events.import.as']()}
              value={publication}
              options={[
                { value: 'draft', label: m['events.import.drafts']() },
                { value: 'published', label: m['events.import.published']() },
              ]}
              onChange={(event) => setPublication(event.currentTarget.value as 'draft' | 'published')}
            />
          ) : undefined}
        </FieldRow>
        <FileField
          label={m['events.import.file']()}
          help={m['events.import.help']()}
          error={problem}
          accept={accepted}
          file={file}
          onFile={(chosen) => {
            setFile(chosen)
            look(chosen, portalId)
          }}
        />
        {rows ? (
          <>
            <Notice kind={bad > 0 ? 'warning' : 'success'}>{m['events.import.judged']({ good, bad })}</Notice>
            <Preview rows={rows} />
          </>
        ) : undefined}
        <DialogActions>
          <Button onClick={onClose}>{m['ui.cancel']()}</Button>
          <Button
            look="primary"
            busy={busy}
            disabled={good === 0}
            onClick={() => file && send(file, portalId, bad > 0 ? 'valid' : 'all')}
          >
            {bad > 0 && good > 0
              ? m['events.import.addValid']({ count: good })
              : m['events.import.add']({ count: good })}
          </Button>
        </DialogActions>
      </DialogParts>
    </Dialog>
  )
}

/** What was read, those with something wrong first. */
function Preview({ rows }: { rows: ImportRow[] }) {
  const locale = getLocale()
  const isBad = ({ errors }: ImportRow) => Object.keys(errors).length > 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label={m['events.import.preview']()}>
      <table>
        <thead data-unseen="phone">
          <tr>
            <th scope="col">{m['events.import.row']()}</th>
            <th scope="col">{m['events.column.name']()}</th>
            <th scope="col">{m['events.column.startsAt']()}</th>
            <th scope="col">{m['events.column.where']()}</th>
            <th scope="col">{m['events.column.status']()}</th>
          </tr>
        </thead>
        <tbody>
          {[...rows.filter(isBad), ...rows.filter((row) => !isBad(row))].map((row) => (
            <tr key={row.row}>
              <td>{row.row}</td>
              <td>{row.name || m['ui.none']()}</td>
              <td>
                {row.startsAt
                  ? whenOf({ startsAt: row.startsAt, timeZone: zoneOf(row.timeZone) }, locale)
                  : m['ui.none']()}
              </td>
              <td>{row.where || m['ui.none']()}</td>
              <td>
                {isBad(row) ? (
                  <Status mark="broken">{[...new Set(Object.values(row.errors))].join(' ')}</Status>
                ) : (
                  <Status mark="live">{m['events.import.good']()}</Status>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A zone that the row got wrong is told by its error; its time is shown on Madrid's clock. */
function zoneOf(zone: string) {
  try {
    new Intl.DateTimeFormat('es', { timeZone: zone })
    return zone
  } catch {
    return 'Europe/Madrid'
  }
}
