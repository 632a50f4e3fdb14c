import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { typedBp, typedCents } from './amounts.ts'
import { TextField } from './field.tsx'

type Props = ComponentProps<typeof TextField> & {
  value: string
  kind?: 'money' | 'percent'
  /** May be below zero: an iPhone's keypad of figures has no minus. */
  signed?: boolean
}

const readers = { money: typedCents, percent: typedBp }

/** What is wrong with an amount that was typed, with how to write it; nothing while the field is empty. */
export const amountFault = (text: string, kind: keyof typeof readers = 'money'): string | undefined =>
  text.trim() && Number.isNaN(readers[kind](text))
    ? kind === 'money'
      ? m['ui.amount.unreadable']()
      : m['ui.amount.noShare']()
    : undefined

/**
 * What a field of an amount says of what it holds, on leaving it and when its form would be sent: a form is not sent with what
 * cannot be read (see form.ts). @param on whether the field is one of an amount
 */
export function useAmountFault(text: string, { kind = 'money' as keyof typeof readers, on = true } = {}) {
  const [left, setLeft] = useState(false)
  const [insisted, setInsisted] = useState(false)
  const ref = useRef<HTMLInputElement>(null)
  const unread = on ? amountFault(text, kind) : undefined
  useEffect(() => ref.current?.setCustomValidity(unread ?? ''), [unread])
  return {
    unread,
    fault: left || insisted ? unread : undefined,
    wiring: {
      ref,
      onInvalid: () => setInsisted(true),
      onFocus: () => setLeft(false),
      onBlur: () => {
        setInsisted(false)
        setLeft(true)
      },
    },
  }
}

/** Takes euros or per cents. */
export function AmountField({ kind = 'money', signed = false, error, onBlur, ...input }: Props) {
  const { unread, fault, wiring } = useAmountFault(input.value, { kind })
  return (
    <TextField
      inputMode={signed ? 'text' : 'decimal'}
      {...input}
      {...wiring}
      error={fault ?? (error && (unread ?? error))}
      onBlur={(event) => {
        wiring.onBlur()
        onBlur?.(event)
      }}
    />
  )
}
