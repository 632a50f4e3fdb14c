import { useRouteContext, useRouter } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { todayPlus } from '#platform/windows.ts'
import { AmountField } from '#ui/amount-field.tsx'
import { amountText, typedCents } from '#ui/amounts.ts'
import { DateField } from '#ui/date-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { here } from '#ui/formats.ts'
import { toast } from '#ui/toast.tsx'

interface PaymentProps {
  portalId: string
  payee: { id: string; name: string }
  owedCents: number
  /** Of several who had one of the accounts, which two of them. */
  series?: number
  payerSeries?: number
  name?: string
  onClose: () => void
}

/** What a label has paid somebody who shares. */
export default function SharePaymentDialog({ portalId, payee, owedCents, onClose, ...of }: PaymentProps) {
  const { name = payee.name, ...persons } = of
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const today = todayPlus(new Date())
  const form = useForm({ amount: amountText(owedCents), on: today, reference: '' }, m['billing.failed']())
  const { values, set, errors } = form
  const save = async () => {
    const { on, reference } = values
    const amountCents = typedCents(values.amount)
    const saved = await form.send(() =>
      api.billing.recordSharePayment({
        portalId,
        accountId: payee.id,
        ...persons,
        amountCents,
        on,
        reference,
      }),
    )
    if (!saved) return
    toast(m['billing.shares.paid']())
    onClose()
    await router.invalidate()
  }
  return (
    <Dialog label={m['billing.shares.pay']()} size={480} onClose={onClose}>
      <DialogForm
        title={m['billing.shares.payTitle']({ payee: name })}
        text={m['billing.shares.owes']({ amount: here().money(owedCents) })}
        verb={m['billing.shares.paySave']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        <FieldRow>
          <AmountField
            signed
            label={`${m['billing.shares.amount']()} (€)`}
            value={values.amount}
            error={errors.amountCents}
            data-autofocus
            onChange={(event) => set('amount', event.currentTarget.value)}
          />
          <DateField
            label={m['billing.shares.on']()}
            value={values.on}
            error={errors.on}
            onChange={(value) => set('on', value)}
          />
        </FieldRow>
        <TextField
          label={m['billing.shares.reference']()}
          value={values.reference}
          error={errors.reference}
          maxLength={80}
          onChange={(event) => set('reference', event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  )
}
