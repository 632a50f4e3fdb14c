import { useRouteContext, useRouter } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { todayPlus } from '#platform/windows.ts'
import { DateField } from '#ui/date-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { useForm } from '#ui/form.ts'
import { here } from '#ui/formats.ts'
import { toast } from '#ui/toast.tsx'
import type { Charge } from '../charges-contract.ts'
import { MendFields } from './mend-fields.tsx'
import { TextAreaField } from './text-area-field.tsx'

interface ActsProps {
  act: 'correct' | 'pay' | 'mend'
  charge: Charge
  onClose: () => void
}

/** Takes a charge back, records that the account has paid it, or puts another record in the place of its last. */
export default function ChargeActs({ act, ...props }: ActsProps) {
  if (act === 'mend') return <Mend {...props} />
  return act === 'correct' ? <Correct {...props} /> : <Pay {...props} />
}

function Correct({ charge, onClose }: Omit<ActsProps, 'act'>) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm({ reason: '' }, m['billing.failed']())
  const { values, set, errors } = form
  const save = async () => {
    const saved = await form.send(() =>
      api.billing.correctCharge({ chargeId: charge.id, reason: values.reason }),
    )
    if (!saved) return
    toast(m['billing.charges.corrected']({ number: saved.number }))
    onClose()
    await router.invalidate()
  }
  return (
    <Dialog label={m['billing.charges.correct']()} size={480} onClose={onClose}>
      <DialogForm
        title={m['billing.charges.correctTitle']({ number: charge.number })}
        text={m['billing.charges.correctText']()}
        verb={m['billing.charges.correctVerb']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        <TextAreaField
          label={m['billing.charges.reason']()}
          value={values.reason}
          error={errors.reason}
          onChange={(value) => set('reason', value)}
        />
      </DialogForm>
    </Dialog>
  )
}

/** What the account has paid, or was paid of what a charge gives back. */
function payWords({ number, openCents }: Charge) {
  const amount = here().money(Math.abs(openCents))
  return openCents > 0
    ? {
        label: m['billing.charges.pay'](),
        title: m['billing.charges.payTitle']({ number }),
        text: m['billing.charges.payText']({ amount }),
      }
    : {
        label: m['billing.charges.payBack'](),
        title: m['billing.charges.payBackTitle']({ number }),
        text: m['billing.charges.payBackText']({ amount }),
      }
}

function Pay({ charge, onClose }: Omit<ActsProps, 'act'>) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const today = todayPlus(new Date())
  const form = useForm({ on: today }, m['billing.failed']())
  const { values, set, errors } = form
  const words = payWords(charge)
  const save = async () => {
    const saved = await form.send(() => api.billing.payCharge({ chargeId: charge.id, on: values.on }))
    if (!saved) return
    toast(m['billing.charges.payed']())
    onClose()
    await router.invalidate()
  }
  return (
    <Dialog label={words.label} size={480} onClose={onClose}>
      <DialogForm
        title={words.title}
        text={words.text}
        verb={m['billing.charges.payVerb']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        <DateField
          label={m['billing.charges.paidOn']()}
          value={values.on}
          error={errors.on}
          onChange={(value) => set('on', value)}
        />
      </DialogForm>
    </Dialog>
  )
}

function Mend({ charge, onClose }: Omit<ActsProps, 'act'>) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm({ reason: '', issuerName: '', recipientName: '', mended: '' }, m['billing.failed']())
  const { values, set, errors } = form
  const save = async () => {
    const { mended: description, ...said } = values
    const saved = await form.send(() =>
      api.billing.mendChargeRecord({ chargeId: charge.id, ...said, description }),
    )
    if (!saved) return
    toast(m['billing.action.mendDone']())
    onClose()
    await router.invalidate()
  }
  return (
    <Dialog label={m['billing.action.mendTitle']()} size={480} onClose={onClose}>
      <DialogForm
        title={m['billing.action.mendTitle']()}
        text={m['billing.charges.mendText']()}
        verb={m['billing.action.mend']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        <MendFields issuer={charge.provider} recipient={charge.legalName} form={form} />
        <TextAreaField
          label={m['billing.charges.reason']()}
          value={values.reason}
          error={errors.reason}
          onChange={(value) => set('reason', value)}
        />
      </DialogForm>
    </Dialog>
  )
}
