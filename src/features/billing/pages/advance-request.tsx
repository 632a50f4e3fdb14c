import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { AmountField } from '#ui/amount-field.tsx'
import { typedCents } from '#ui/amounts.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { Frame } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import { useUnsavedQuestion } from '#ui/unsaved-question.ts'
import classes from './billing.module.css'
import { forecastWord } from './forecast-evidence.tsx'

interface RequestProps {
  portalId: string
  availableCents: number
}

/** Asks for an advance, and says beforehand when it would be settled. */
export function AdvanceRequest({ portalId, availableCents }: RequestProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm({ amount: '', reason: '' }, m['billing.failed']())
  const question = useUnsavedQuestion(form)
  const [settledIn, setSettledIn] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { money, month } = here()
  const { values, set, errors } = form

  const foresee = (text: string) => {
    set('amount', text)
    clearTimeout(timer.current)
    const amountCents = typedCents(text)
    if (!amountCents || amountCents < 0) return setSettledIn(undefined)
    timer.current = setTimeout(async () => {
      const answer = await api.billing.listAdvances({ portalId, amountCents }, { key: 'what-if' })
      if (isFailure(answer)) return
      const { whatIf } = answer
      setSettledIn(
        whatIf?.settledIn
          ? m['billing.advances.whatIf']({ month: month(`${whatIf.settledIn}-01`) })
          : whatIf
            ? forecastWord(whatIf)
            : undefined,
      )
    }, 300)
  }
  const ask = async () => {
    const made = await form.send(() =>
      api.billing.requestAdvance({ portalId, amountCents: typedCents(values.amount), reason: values.reason }),
    )
    if (!made) return
    form.reset({ amount: '', reason: '' })
    setSettledIn(undefined)
    toast(m['billing.advances.asked']())
    await router.invalidate()
  }
  return (
    <Frame title={m['billing.summary.ask']()}>
      <form
        ref={form.ref}
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!form.busy) void ask()
        }}
      >
        {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
        <FieldRow>
          <AmountField
            label={m['billing.advances.amount']()}
            help={settledIn ?? m['billing.advances.amountHelp']({ amount: money(availableCents) })}
            value={values.amount}
            error={errors.amountCents}
            onChange={(event) => foresee(event.currentTarget.value)}
          />
          <TextField
            label={m['billing.advances.reason']()}
            optional
            maxLength={500}
            value={values.reason}
            error={errors.reason}
            onChange={(event) => set('reason', event.currentTarget.value)}
          />
        </FieldRow>
        <div>
          <Button type="submit" look="primary" busy={form.busy}>
            {m['billing.advances.ask']()}
          </Button>
        </div>
      </form>
      {question}
    </Frame>
  )
}
