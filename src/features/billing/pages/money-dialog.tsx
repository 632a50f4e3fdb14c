import { useRouteContext, useRouter } from '@tanstack/react-router'
import { type Api, type Failure, isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { DateField } from '#ui/date-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogActions } from '#ui/dialog-parts.tsx'
import { saveFrom } from '#ui/download.ts'
import { SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import { taxModels } from '../choices.ts'
import classes from './billing.module.css'
import { saveOrSay } from './save-or-say.ts'

type Remittances = Exclude<Awaited<ReturnType<Api['billing']['listRemittances']>>, Failure | undefined>

const day = (at: Date) => at.toLocaleDateString('sv-SE', { timeZone: 'Europe/Madrid' })

/** What leaves for the bank and for the tax agency. */
export default function MoneyDialog({ onClose }: { onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { answer, retry } = useAnswer(() => api.billing.listRemittances({}), '')
  return (
    <Dialog label={m['billing.remittance.open']()} size={560} onClose={onClose}>
      <Remittance found={isFailure(answer) ? undefined : answer} onMade={retry} />
      <hr style={{ border: 0, borderTop: '1px solid var(--bl-line)', margin: '20px 0' }} />
      <Summaries onClose={onClose} />
    </Dialog>
  )
}

function Remittance({ found, onMade }: { found: Remittances | undefined; onMade: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm({ on: day(new Date()) }, m['billing.failed']())
  const { money, number, dateTime } = here()
  const make = async () => {
    const made = await form.send(() => api.billing.createRemittance({ on: form.values.on }))
    if (!made) return
    toast(m['billing.remittance.made']({ count: made.bills }))
    void save(made.id)
    onMade()
    await router.invalidate()
  }
  const save = (remittanceId: string) => saveOrSay(`/api/billing/remittance/${remittanceId}`)
  const ready = found?.ready
  return (
    <form
      ref={form.ref}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.busy) void make()
      }}
    >
      <h2>{m['billing.remittance.title']()}</h2>
      {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
      {ready ? (
        <p className={classes.text}>
          {ready.bills > 0
            ? m['billing.remittance.ready']({ count: number(ready.bills), amount: money(ready.totalCents) })
            : m['billing.remittance.none']()}
          {ready.held > 0 ? ` · ${m['billing.remittance.held']({ count: number(ready.held) })}` : ''}
        </p>
      ) : (
        <p className={classes.text} aria-busy="true">
          …
        </p>
      )}
      {ready && ready.bills > 0 ? (
        <>
          <DateField
            label={m['billing.remittance.on']()}
            value={form.values.on}
            error={form.errors.on}
            onChange={(value) => form.set('on', value)}
          />
          <DialogActions>
            <Button type="submit" look="primary" busy={form.busy}>
              {m['billing.remittance.make']()}
            </Button>
          </DialogActions>
        </>
      ) : undefined}
      {found && found.items.length > 0 ? (
        <>
          <h3>{m['billing.remittance.earlier']()}</h3>
          <ul className={classes.list}>
            {found.items.map((one) => (
              <li key={one.id}>
                {dateTime(one.createdAt)} · {money(one.totalCents)}
                <Button size="sm" onClick={() => save(one.id)}>
                  {m['billing.remittance.download']()}
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : undefined}
    </form>
  )
}

function Summaries({ onClose }: { onClose: () => void }) {
  const year = new Date().getFullYear()
  const form = useForm(
    { model: '111' as (typeof taxModels)[number], year: String(year), quarter: '1' },
    m['billing.failed'](),
  )
  const { values, set, errors } = form
  const quarterly = values.model === '111' || values.model === '123'
  const save = async () => {
    const { model, year, quarter } = values
    await form.send(() =>
      saveFrom('/api/billing/taxSummary', { model, year, ...(quarterly ? { quarter } : {}) }),
    )
  }
  return (
    <form
      ref={form.ref}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.busy) void save()
      }}
    >
      <h2>{m['billing.summary.models']()}</h2>
      {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
      <FieldRow>
        <SelectField
          label={m['billing.summary.model']()}
          value={values.model}
          options={taxModels.map((value) => ({ value, label: value }))}
          onChange={(event) => set('model', event.currentTarget.value as (typeof taxModels)[number])}
        />
        <TextField
          label={m['billing.summary.year']()}
          inputMode="numeric"
          value={values.year}
          error={errors.year}
          onChange={(event) => set('year', event.currentTarget.value)}
        />
      </FieldRow>
      {quarterly ? (
        <SelectField
          label={m['billing.summary.quarter']()}
          value={values.quarter}
          error={errors.quarter}
          options={['1', '2', '3', '4'].map((value) => ({ value, label: `${value}T` }))}
          onChange={(event) => set('quarter', event.currentTarget.value)}
        />
      ) : undefined}
      <DialogActions>
        <Button onClick={onClose}>{m['ui.close']()}</Button>
        <Button type="submit" busy={form.busy}>
          {m['billing.summary.downloadModel']()}
        </Button>
      </DialogActions>
    </form>
  )
}
