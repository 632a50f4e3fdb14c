import { type ComponentProps, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { typedBp, typedCents } from './amounts.ts'
import { TextField } from './field.tsx'

type Props = ComponentProps<typeof TextField> & { value: string; kind?: 'money' | 'percent' }

const readers = { money: typedCents, percent: typedBp }

/** What is wrong with an amount that was typed, with how to write it; nothing while the field is empty. */
export const amountFault = (text: string, kind: keyof typeof readers = 'money'): string | undefined =>
  text.trim() && Number.isNaN(readers[kind](text))
    ? kind === 'money'
      ? m['ui.amount.unreadable']()
      : m['ui.amount.noShare']()
    : undefined

/** Takes euros or per cents; what cannot be read as such is said on leaving the field. */
export function AmountField({ kind = 'money', error, onBlur, ...input }: Props) {
  const [left, setLeft] = useState(false)
  const fault = left || error ? amountFault(input.value, kind) : undefined
  return (
    <TextField
      inputMode="decimal"
      {...input}
      error={fault ?? error}
      onFocus={() => setLeft(false)}
      onBlur={(event) => {
        setLeft(true)
        onBlur?.(event)
      }}
    />
  )
}
