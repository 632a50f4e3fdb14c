import { useRouteContext } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { AmountField } from '#ui/amount-field.tsx'
import { amountText, typedCents } from '#ui/amounts.ts'
import { Button } from '#ui/button.tsx'
import { DialogActions } from '#ui/dialog-parts.tsx'
import { useForm } from '#ui/form.ts'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import type { PayoutLimit as Limit } from '../payments-contract.ts'
import classes from './billing.module.css'

interface PayoutLimitProps {
  limit: Limit
  onChange: () => void
}

/** For super staff: above which sum a second person confirms. */
export function PayoutLimit({ limit: { confirmAboveCents, later }, onChange }: PayoutLimitProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const form = useForm({ amount: amountText(confirmAboveCents) }, m['billing.failed']())
  const { money, dateTime } = here()
  const save = async () => {
    const { amount } = form.values
    const saved = await form.send(() =>
      api.billing.setPayoutLimit({ confirmAboveCents: amount.trim() ? typedCents(amount) : null }),
    )
    if (!saved) return
    toast(saved.later ? m['billing.payout.savedLater']() : m['billing.payout.saved']())
    onChange()
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
      <h2>{m['billing.payout.title']()}</h2>
      <p className={classes.text}>{m['billing.payout.text']()}</p>
      {later ? (
        <Notice kind="warning">
          {later.confirmAboveCents === null
            ? m['billing.payout.laterNever']({ from: dateTime(later.from) })
            : m['billing.payout.later']({
                from: dateTime(later.from),
                amount: money(later.confirmAboveCents),
              })}
        </Notice>
      ) : undefined}
      {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
      <AmountField
        label={m['billing.payout.amount']()}
        help={m['billing.payout.empty']()}
        value={form.values.amount}
        error={form.errors.confirmAboveCents}
        onChange={(event) => form.set('amount', event.currentTarget.value)}
      />
      <DialogActions>
        <Button type="submit" busy={form.busy}>
          {m['billing.payout.save']()}
        </Button>
      </DialogActions>
    </form>
  )
}
