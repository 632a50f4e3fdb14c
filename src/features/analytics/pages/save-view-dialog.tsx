import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { dayOf, formatDay } from '#platform/time.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField, SwitchField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { toast } from '#ui/toast.tsx'
import { type DetailKind, type ReportPace, reportPaces } from '../choices.ts'
import { keptQuery, periodNamed } from './kept-query.ts'
import { namedPeriodNames } from './named-periods.ts'
import { reportNames } from './report-names.ts'

interface KeptView {
  id: string
  name: string
  query: string
  shared: boolean
  report: ReportPace
}

interface SaveViewDialogProps {
  page: DetailKind
  /** The view to change; without one, what the address shows is saved. */
  view?: KeptView
  onClose: () => void
  /** With what was saved. */
  onSaved?: (view: { id: string }) => void
}

/** Name, who sees it, and how often it comes by mail. */
export default function SaveViewDialog({ page, view, onClose, onSaved }: SaveViewDialogProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const today = formatDay(dayOf(Date.now()))
  const [shown] = useState(() => view?.query ?? window.location.search.replace(/^\?/, ''))
  const named = periodNamed(shown, today)
  const form = useForm(
    {
      ...{ name: view?.name ?? '', shared: view?.shared ?? false, report: view?.report ?? ('none' as const) },
      moving: view === undefined || new URLSearchParams(view.query).has('named'),
    },
    m['savedViews.failed'](),
  )
  const { values } = form
  const save = async () => {
    const { moving, ...said } = values
    const query = keptQuery(shown, moving, today)
    const draft = { ...said, report: said.report as ReportPace, page, query }
    const saved = await form.send(() =>
      view ? api.savedViews.updateView({ viewId: view.id, ...draft }) : api.savedViews.createView(draft),
    )
    if (!saved) return
    toast(m['savedViews.saved']({ name: values.name }))
    onSaved?.(saved)
    onClose()
  }
  return (
    <Dialog label={m['savedViews.title']()} onClose={onClose}>
      <DialogForm
        title={view ? m['savedViews.change']() : m['savedViews.save']()}
        verb={m['savedViews.keep']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        <TextField
          label={m['savedViews.name']()}
          name="name"
          maxLength={80}
          data-autofocus
          value={values.name}
          error={form.errors.name ?? (form.errors.query && m['savedViews.failed']())}
          onChange={(event) => form.set('name', event.currentTarget.value)}
        />
        {named ? (
          <SwitchField
            label={m['savedViews.moves']({ period: namedPeriodNames[named]() })}
            help={m['savedViews.movesHelp']()}
            checked={values.moving}
            onChange={(moving) => form.set('moving', moving)}
          />
        ) : undefined}
        <SwitchField
          label={m['savedViews.shared']()}
          help={m['savedViews.sharedHelp']()}
          checked={values.shared}
          onChange={(shared) => form.set('shared', shared)}
        />
        <SelectField
          label={m['savedViews.report.label']()}
          help={m['savedViews.report.help']()}
          value={values.report}
          options={reportPaces.map((value) => ({
            value,
            label: reportNames[value](),
          }))}
          onChange={(event) => form.set('report', event.currentTarget.value as 'none')}
        />
      </DialogForm>
    </Dialog>
  )
}
