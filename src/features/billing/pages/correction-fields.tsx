import { m } from '#paraglide/messages.js'
import { billTypes } from '#platform/constants.ts'
import { AmountField } from '#ui/amount-field.tsx'
import { typedCents } from '#ui/amounts.ts'
import { SelectField, TextField } from '#ui/field.tsx'
import type { Bill } from '../bill-shapes.ts'
import { differing, type Fault, faults } from '../corrections.ts'

const faultNames = {
  base: m['billing.fault.base'],
  rate: m['billing.fault.rate'],
  returned: m['billing.fault.returned'],
  name: m['billing.fault.name'],
  taxId: m['billing.fault.taxId'],
  address: m['billing.fault.address'],
  detail: m['billing.fault.detail'],
  period: m['billing.fault.period'],
} as const satisfies Record<Fault, () => string>

/** What the form holds of a correction. */
export const correctionValues = {
  ...{ fault: 'base' as Fault, how: 'whole' as 'whole' | 'difference' },
  ...{ differenceAmount: '', differenceText: '' },
}
type Values = typeof correctionValues

const mayDiffer = ({ type }: Bill, fault: Fault) => type === billTypes.bills && differing.includes(fault)

/** What the API takes of it: nothing for a bill that is not issued. */
export function correctionOf(bill: Bill, { fault, how, differenceAmount, differenceText }: Values) {
  if (bill.status !== 'Approved') return {}
  if (how === 'whole' || !mayDiffer(bill, fault)) return { fault }
  return {
    fault,
    difference: { amountCents: typedCents(differenceAmount), description: differenceText },
  }
}

interface FieldsProps {
  bill: Bill
  values: Values
  errors: Partial<Record<string, string>>
  onChange: { [N in keyof Values]: (value: Values[N]) => void }
}

/** What was wrong on an issued bill, and whether all of it is taken back. */
export function CorrectionFields({ bill, values, errors, onChange }: FieldsProps) {
  const { fault, how, differenceAmount, differenceText } = values
  const differs = mayDiffer(bill, fault)
  return (
    <>
      <SelectField
        label={m['billing.action.fault']()}
        value={fault}
        error={errors.fault}
        options={faults.map((value) => ({ value, label: faultNames[value]() }))}
        onChange={(event) => onChange.fault(event.currentTarget.value as Fault)}
      />
      {differs ? (
        <SelectField
          label={m['billing.action.correctHow']()}
          value={how}
          error={errors.difference}
          options={[
            { value: 'whole', label: m['billing.action.correctWhole']() },
            { value: 'difference', label: m['billing.action.correctDifference']() },
          ]}
          onChange={(event) => onChange.how(event.currentTarget.value as Values['how'])}
        />
      ) : undefined}
      {differs && how === 'difference' ? (
        <>
          <AmountField
            signed
            label={m['billing.action.differenceAmount']()}
            help={m['billing.action.amountHelp']()}
            value={differenceAmount}
            error={errors['difference.amountCents']}
            onChange={(event) => onChange.differenceAmount(event.currentTarget.value)}
          />
          <TextField
            label={m['billing.action.description']()}
            maxLength={120}
            value={differenceText}
            error={errors['difference.description']}
            onChange={(event) => onChange.differenceText(event.currentTarget.value)}
          />
        </>
      ) : undefined}
    </>
  )
}
