import { useRouteContext } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { AmountField } from '#ui/amount-field.tsx'
import { amountText, typedCents } from '#ui/amounts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { useForm } from '#ui/form.ts'
import { toast } from '#ui/toast.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import classes from './billing.module.css'

/** For staff: from which sum on an account is paid. */
export default function PayoutMinimumDialog({
  portalId,
  onClose,
}: {
  portalId: string
  onClose: () => void
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const { answer } = useAnswer(() => api.billing.getBilling({ portalId }), '')
  return (
    <Dialog label={m['billing.payout.minimum']()} size={480} onClose={onClose}>
      {answer && !isFailure(answer) ? (
        <Fields portalId={portalId} cents={answer.payoutMinimumCents} onClose={onClose} />
      ) : (
        <p className={classes.text} aria-busy="true">
          …
        </p>
      )}
    </Dialog>
  )
}

function Fields({ portalId, cents, onClose }: { portalId: string; cents: number; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const form = useForm({ amount: amountText(cents) }, m['billing.failed']())
  const save = async () => {
    const minimumCents = typedCents(form.values.amount.trim() || '0')
    if (!(await form.send(() => api.billing.setPayoutMinimum({ portalId, minimumCents })))) return
    toast(m['billing.payout.saved']())
    onClose()
  }
  return (
    <DialogForm
      title={m['billing.payout.minimum']()}
      verb={m['billing.payout.save']()}
      form={form}
      onSend={save}
      onClose={onClose}
    >
      <AmountField
        label={m['billing.payout.amount']()}
        help={m['billing.payout.minimumText']()}
        value={form.values.amount}
        error={form.errors.minimumCents}
        data-autofocus
        onChange={(event) => form.set('amount', event.currentTarget.value)}
      />
    </DialogForm>
  )
}
