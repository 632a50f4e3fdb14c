import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { AmountField } from '#ui/amount-field.tsx'
import { amountText } from '#ui/amounts.ts'
import { DateField } from '#ui/date-field.tsx'
import { TextField } from '#ui/field.tsx'
import { FileField } from '#ui/file-field.tsx'
import { FieldRow } from '#ui/form-page.tsx'
import type { Bill } from '../bill-shapes.ts'
import { readBase64 } from './read-base64.ts'

export interface OwnInvoiceValues {
  number: string
  date: string
  base: string
  tax: string
  retention: string
  total: string
  /** The PDF, base64. */
  file: string
}

/** Starts from what the bill comes to, so that only what differs has to be looked at. */
export const ownInvoiceValues = ({ totals }: Bill, today: string): OwnInvoiceValues => ({
  ...{
    number: '',
    date: today,
    file: '',
    base: amountText(totals.baseCents),
    tax: amountText(totals.taxCents),
  },
  ...{ retention: amountText(totals.retentionCents), total: amountText(totals.totalCents) },
})

interface FieldsProps {
  values: OwnInvoiceValues
  errors: Record<string, string>
  set: (name: keyof OwnInvoiceValues, value: string) => void
}

/** Number, day, amounts and PDF of the invoice that an account issues itself. */
export function OwnInvoiceFields({ values, errors, set }: FieldsProps) {
  const amount = (name: 'base' | 'tax' | 'retention' | 'total', label: string) => (
    <AmountField
      label={label}
      value={values[name]}
      error={errors[`${name}Cents`]}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  )
  const [chosen, setChosen] = useState<File>()
  const read = async (file: File | undefined) => {
    if (!file) return
    setChosen(file)
    set('file', await readBase64(file))
  }
  return (
    <>
      <FieldRow>
        <TextField
          label={m['billing.action.ownNumber']()}
          value={values.number}
          error={errors.number}
          maxLength={60}
          data-autofocus
          onChange={(event) => set('number', event.currentTarget.value)}
        />
        <DateField
          label={m['billing.action.ownDate']()}
          value={values.date}
          error={errors.date}
          onChange={(value) => set('date', value)}
        />
      </FieldRow>
      <FieldRow>
        {amount('base', m['billing.bill.base']())}
        {amount('tax', m['billing.action.ownTax']())}
      </FieldRow>
      <FieldRow>
        {amount('retention', m['billing.information.retention']())}
        {amount('total', m['billing.bill.total']())}
      </FieldRow>
      <FileField
        label={m['billing.action.ownFile']()}
        error={errors.file}
        accept="application/pdf"
        file={chosen}
        onFile={read}
      />
    </>
  )
}
