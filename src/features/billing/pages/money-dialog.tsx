import { useRouteContext } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Dialog } from '#ui/dialog.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import { BankStatement } from './bank-statement.tsx'
import classes from './billing.module.css'
import { PayoutLimit } from './payout-fields.tsx'
import { RemittanceForm } from './remittance-form.tsx'
import { Summaries } from './tax-summaries.tsx'

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
          <PayoutLimit limit={answer} onChange={retry} />
        </>
      ) : undefined}
      <hr className={classes.rule} />
      <Summaries onClose={onClose} />
    </Dialog>
  )
}
