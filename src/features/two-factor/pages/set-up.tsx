import { useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { Session } from '#features/account/contract.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { Notice } from '#ui/notice.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './two-factor.module.css'

export interface Seed {
  secret: string
  qr: string
}

interface SetUpProps {
  seed: Seed
  onDone: (session: Session) => void
  /** Beside the button that turns it on: a way back. */
  aside?: ReactNode
}

/** Scan, type the first code, keep the recovery codes. */
export function SetUp({ seed, onDone, aside }: SetUpProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const form = useForm({ code: '' }, m['twoFactor.failed']())
  const [made, setMade] = useState<{ recoveryCodes: string[]; session: Session }>()
  // Next in line after the password, wherever this stands.
  useEffect(() => form.ref.current?.querySelector('input')?.focus(), [form.ref])
  if (made) return <RecoveryCodes codes={made.recoveryCodes} onDone={() => onDone(made.session)} />
  const confirm = async () => {
    const said = await form.send(() => api.twoFactor.confirmTwoFactor(form.values))
    if (said) setMade(said)
  }
  return (
    <form
      ref={form.ref}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.busy) void confirm()
      }}
    >
      <h2>{m['twoFactor.scanTitle']()}</h2>
      <p className={classes.quiet}>{m['twoFactor.scan']()}</p>
      {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
      <div className={classes.scan}>
        <img src={seed.qr} alt={m['twoFactor.qr']()} width={168} height={168} />
        <div className={classes.manual}>
          {m['twoFactor.manual']()}
          <code>{seed.secret.replace(/(.{4})/g, '$1 ').trim()}</code>
        </div>
      </div>
      <TextField
        label={m['twoFactor.code']()}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        data-autofocus
        value={form.values.code}
        error={form.errors.code}
        onChange={(event) => form.set('code', event.currentTarget.value)}
      />
      <div className={classes.actions}>
        {aside}
        <Button type="submit" look="primary" busy={form.busy} disabled={form.changed.length === 0}>
          {m['twoFactor.confirm']()}
        </Button>
      </div>
    </form>
  )
}
