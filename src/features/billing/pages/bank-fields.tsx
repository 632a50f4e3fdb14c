import { useEffect, useRef } from 'react'
import { m } from '#paraglide/messages.js'
import { PasswordField, TextField } from '#ui/field.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { ibanHoldHours } from '../choices.ts'
import type { Information } from '../information-contract.ts'
import classes from './billing.module.css'
import type { InformationPart } from './information-values.ts'

const holdWord = (iban: string | null, until: string) =>
  iban
    ? m['billing.information.heldNow']({ iban, until: here().dateTime(until) })
    : m['billing.information.held']({ until: here().dateTime(until) })

/** The account that is paid to. Another one is held for a while, and asks who sets it for their password. */
export function BankFields({
  information: { ibanMasked, ibanHeldUntil },
  values,
  errors,
  disabled,
  set,
}: InformationPart & { information: Information }) {
  // What is asked on top of an IBAN comes into view with it: it would appear below the bar.
  const asksPassword = useRef<HTMLDivElement>(null)
  const asks = values.iban !== ''
  useEffect(() => {
    if (asks) asksPassword.current?.scrollIntoView({ block: 'nearest' })
  }, [asks])
  return (
    <>
      {ibanHeldUntil ? <Notice kind="warning">{holdWord(ibanMasked, ibanHeldUntil)}</Notice> : undefined}
      <TextField
        data-iban
        label={m['billing.information.iban']()}
        help={
          ibanMasked
            ? m['billing.information.ibanHelp']({ iban: ibanMasked })
            : m['billing.information.ibanNew']()
        }
        autoComplete="off"
        maxLength={42}
        value={values.iban}
        error={errors.iban}
        disabled={disabled}
        onChange={(event) => set('iban', event.currentTarget.value)}
      />
      <TextField
        label={m['billing.information.holder']()}
        maxLength={120}
        value={values.holder}
        error={errors.holder}
        disabled={disabled}
        onChange={(event) => set('holder', event.currentTarget.value)}
      />
      {asks && ibanMasked ? (
        <Notice kind="warning">
          {m['billing.information.willHold']({
            until: here().dateTime(new Date(Date.now() + ibanHoldHours * 3_600_000).toISOString()),
          })}
        </Notice>
      ) : undefined}
      {asks ? (
        <div ref={asksPassword} className={classes.asked}>
          <PasswordField
            label={m['billing.information.password']()}
            help={m['billing.information.passwordHelp']()}
            autoComplete="current-password"
            value={values.password}
            error={errors.password}
            onChange={(event) => set('password', event.currentTarget.value)}
          />
        </div>
      ) : undefined}
    </>
  )
}
