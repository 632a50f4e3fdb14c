import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { DialogActions } from '#ui/dialog-parts.tsx'
import { FileField } from '#ui/file-field.tsx'
import { useForm } from '#ui/form.ts'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import type { StatementAnswer } from '../payments-contract.ts'
import classes from './billing.module.css'

const outcomes = {
  paid: m['billing.bankStatement.outcome.paid'],
  returned: m['billing.bankStatement.outcome.returned'],
  known: m['billing.bankStatement.outcome.known'],
  unmatched: m['billing.bankStatement.outcome.unmatched'],
} as const satisfies Record<StatementAnswer['entries'][number]['outcome'], () => string>

/** What the bank says of payments: looked at first, then recorded with their bills. */
export function BankStatement({ onChange }: { onChange: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const { date, money } = here()
  const [seen, setSeen] = useState<StatementAnswer>()
  const form = useForm({ file: undefined as File | undefined }, m['billing.failed']())
  const { file } = form.values
  const send = async () => {
    if (!file) return
    const mode = seen ? 'all' : 'check'
    const told = await form.send(() => api.billing.matchStatement({ file, mode }))
    if (!told) return
    if (mode === 'check') return setSeen(told)
    toast(m['billing.bankStatement.applied']({ paid: told.paid, returned: told.returned }))
    setSeen(undefined)
    form.set('file', undefined)
    onChange()
    await router.invalidate()
  }
  return (
    <form
      ref={form.ref}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.busy) void send()
      }}
    >
      <h2>{m['billing.bankStatement.title']()}</h2>
      <p className={classes.text}>{m['billing.bankStatement.text']()}</p>
      {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
      <FileField
        label={m['billing.bankStatement.file']()}
        error={form.errors.file}
        accept=".xml,.txt,.n43,.q43,.c43"
        file={file}
        onFile={(chosen) => {
          setSeen(undefined)
          form.set('file', chosen)
        }}
      />
      {seen ? (
        <>
          <p className={classes.text}>
            {m['billing.bankStatement.sums']({
              ...{ paid: seen.paid, returned: seen.returned },
              ...{ known: seen.known, unmatched: seen.unmatched },
            })}
          </p>
          <ul className={classes.list}>
            {seen.entries.map((entry, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: movements have no other name.
              <li key={at}>
                <span>
                  {date(entry.day)} · {outcomes[entry.outcome]()}
                  <small>
                    {entry.bills.map(({ number, account }) => `${account} ${number}`).join(', ') ||
                      entry.text}
                  </small>
                </span>
                <b>{money(entry.cents)}</b>
              </li>
            ))}
          </ul>
        </>
      ) : undefined}
      {file ? (
        <DialogActions>
          <Button
            type="submit"
            look={seen ? 'primary' : 'plain'}
            busy={form.busy}
            disabled={seen !== undefined && seen.paid + seen.returned === 0}
          >
            {seen ? m['billing.bankStatement.apply']() : m['billing.bankStatement.look']()}
          </Button>
        </DialogActions>
      ) : undefined}
    </form>
  )
}
