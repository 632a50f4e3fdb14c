import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Failure, failureCode } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { AmountField } from '#ui/amount-field.tsx'
import { DateField } from '#ui/date-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { type Form, useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import type { Bill } from '../bill-shapes.ts'
import { type ActValues, useCall, valuesOf } from './bill-act-call.ts'
import { type BillAct, wordsOf } from './bill-act-words.ts'
import { CorrectionFields } from './correction-fields.tsx'
import { MendFields } from './mend-fields.tsx'
import { OwnInvoiceFields } from './own-invoice-fields.tsx'
import { TextAreaField } from './text-area-field.tsx'

interface DialogsProps {
  act: BillAct
  bill: Bill
  staff: boolean
  onClose: () => void
}

/** Whatever is done with a bill, asked in its own words. */
export default function BillDialogs({ act, bill, staff, onClose }: DialogsProps) {
  const router = useRouter()
  const form = useForm(valuesOf(bill), m['billing.failed']())
  const { values, set, errors } = form
  const words = wordsOf(act, bill)
  const call = useCall(act, bill, staff)
  const [seenNewer, setSeenNewer] = useState(false)
  // What was typed stays here; the bill behind it becomes the one that there is, and is looked at before it is acted upon.
  const seesNewer = async (refusal: Failure | undefined) => {
    if (failureCode(refusal) !== 'stale') return false
    await router.invalidate()
    setSeenNewer(true)
    return true
  }
  const send = async () => {
    setSeenNewer(false)
    const done = await form.send(() => call(values), seesNewer)
    if (!done) return
    toast(words.done)
    onClose()
    await router.invalidate()
  }
  const reason = ['dispute', 'cancel', 'refuse', 'returned', 'line', 'annul', 'mend'].includes(act)
  return (
    <Dialog label={words.title} size={act === 'line' || act === 'ownInvoice' ? 560 : 440} onClose={onClose}>
      <DialogForm {...words} form={form} onSend={send} onClose={onClose}>
        {seenNewer ? <Notice kind="warning">{m['billing.action.newer']()}</Notice> : undefined}
        {act === 'approve' && staff ? (
          <TextAreaField
            label={m['billing.action.proof']()}
            help={m['billing.action.proofHelp']()}
            value={values.proof}
            error={errors.proof}
            focus
            onChange={(text) => set('proof', text)}
          />
        ) : undefined}
        <ActFields act={act} bill={bill} form={form} />
        {reason ? (
          <TextAreaField
            label={m['billing.action.reason']()}
            value={values.reason}
            error={errors.reason}
            focus={act !== 'line'}
            onChange={(text) => set('reason', text)}
          />
        ) : undefined}
      </DialogForm>
    </Dialog>
  )
}

/** What else is asked for one act alone. */
function ActFields({ act, bill, form }: { act: BillAct; bill: Bill; form: Form<ActValues> }) {
  const { values, set, errors } = form
  return (
    <>
      {act === 'paid' || act === 'returned' ? (
        <DateField
          label={m['billing.action.on']()}
          value={values.on}
          error={errors.on}
          onChange={(value) => set('on', value)}
        />
      ) : undefined}
      {act === 'mend' ? (
        <MendFields issuer={bill.legalName ?? ''} recipient={bill.provider ?? ''} form={form} />
      ) : undefined}
      {act === 'line' ? <LineFields form={form} /> : undefined}
      {act === 'cancel' && bill.status === 'Approved' ? (
        <CorrectionFields
          bill={bill}
          values={values}
          errors={errors}
          onChange={{
            fault: (value) => set('fault', value),
            how: (value) => set('how', value),
            differenceAmount: (value) => set('differenceAmount', value),
            differenceText: (value) => set('differenceText', value),
          }}
        />
      ) : undefined}
      {act === 'ownInvoice' ? <OwnInvoiceFields values={values} errors={errors} set={set} /> : undefined}
    </>
  )
}

/** A line of what is owed besides sales. */
function LineFields({ form: { values, set, errors } }: { form: Form<ActValues> }) {
  return (
    <>
      <FieldRow>
        <SelectField
          label={m['billing.action.lineType']()}
          value={values.type}
          options={[
            { value: 'Extra', label: m['billing.type.extra']() },
            { value: 'Adjustment', label: m['billing.type.adjustment']() },
          ]}
          onChange={(event) => set('type', event.currentTarget.value as 'Extra' | 'Adjustment')}
        />
        <AmountField
          signed
          label={m['billing.action.amount']()}
          help={m['billing.action.amountHelp']()}
          value={values.amount}
          error={errors.amountCents}
          onChange={(event) => set('amount', event.currentTarget.value)}
        />
      </FieldRow>
      <TextField
        label={m['billing.action.description']()}
        value={values.description}
        error={errors.description}
        maxLength={120}
        data-autofocus
        onChange={(event) => set('description', event.currentTarget.value)}
      />
      <FieldRow>
        <AmountField
          kind="percent"
          label={`${m['billing.action.taxRate']()} (%)`}
          help={m['billing.action.ownRate']()}
          optional
          value={values.taxBp}
          error={errors.taxBp}
          onChange={(event) => set('taxBp', event.currentTarget.value)}
        />
        <TextField
          label={m['billing.action.reference']()}
          optional
          maxLength={80}
          value={values.reference}
          error={errors.reference}
          onChange={(event) => set('reference', event.currentTarget.value)}
        />
      </FieldRow>
    </>
  )
}
