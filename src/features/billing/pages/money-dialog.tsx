import { useRouteContext } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogActions } from '#ui/dialog-parts.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { Notice } from '#ui/notice.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import { taxModels } from '../choices.ts'
import { BankStatement } from './bank-statement.tsx'
import classes from './billing.module.css'
import { PayoutLimit } from './payout-fields.tsx'
import { RemittanceForm } from './remittance-form.tsx'
import { saveFile } from './save-file.ts'

/** What leaves for the bank and for the tax agency. */
export default function MoneyDialog({ onClose }: { onClose: () => void }) {
  const { api, session } = useRouteContext({ from: '__root__' })
  const { answer, retry } = useAnswer(() => api.billing.listRemittances({}), '')
  return (
    <Dialog label={m['billing.remittance.open']()} size={560} onClose={onClose}>
      {answer && !isFailure(answer) ? (
        // Made anew with what can be paid: what was left out belongs to the list before.
        <RemittanceForm key={answer.due.map(({ billId }) => billId).join()} found={answer} onChange={retry} />
      ) : (
        <p className={classes.text} aria-busy="true">
          …
        </p>
      )}
      <hr className={classes.rule} />
      <BankStatement onChange={retry} />
      {answer && !isFailure(answer) && session?.user.super ? (
        <>
          <hr className={classes.rule} />
          <PayoutLimit cents={answer.confirmAboveCents} onChange={retry} />
        </>
      ) : undefined}
      <hr className={classes.rule} />
      <Summaries onClose={onClose} />
    </Dialog>
  )
}

function Summaries({ onClose }: { onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const year = new Date().getFullYear()
  const form = useForm(
    { model: '111' as (typeof taxModels)[number], year: String(year), quarter: '1' },
    m['billing.failed'](),
  )
  const { values, set, errors } = form
  const quarterly = values.model === '111' || values.model === '123'
  const save = async () => {
    const file = await form.send(() =>
      api.billing.getTaxSummary({
        model: values.model,
        year: Number(values.year),
        ...(quarterly ? { quarter: Number(values.quarter) } : {}),
      }),
    )
    if (file) saveFile(file)
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
