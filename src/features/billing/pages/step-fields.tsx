import { mdiPlus, mdiTrashCanOutline } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { AmountField } from '#ui/amount-field.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { maxRateSteps } from '../choices.ts'
import classes from './splits.module.css'

export interface StepText {
  key: number
  units: string
  pct: string
}

interface StepFieldsProps {
  steps: readonly StepText[]
  onChange: (steps: StepText[]) => void
}

/** A commission in steps: the first from the first unit on, each further one from so many units sold on. */
export function StepFields({ steps, onChange }: StepFieldsProps) {
  const change = (key: number, more: Partial<StepText>) =>
    onChange(steps.map((step) => (step.key === key ? { ...step, ...more } : step)))
  return (
    <>
      {steps.map(({ key, units, pct }, at) =>
        at === 0 ? (
          <AmountField
            key={key}
            kind="percent"
            label={m['billing.rates.products.first']()}
            value={pct}
            onChange={(event) => change(key, { pct: event.currentTarget.value })}
          />
        ) : (
          <div key={key} className={classes.party}>
            <TextField
              label={m['billing.rates.products.fromUnits']()}
              inputMode="numeric"
              value={units}
              onChange={(event) => change(key, { units: event.currentTarget.value })}
            />
            <AmountField
              kind="percent"
              label={m['billing.rates.products.pct']()}
              value={pct}
              onChange={(event) => change(key, { pct: event.currentTarget.value })}
            />
            <IconButton
              path={mdiTrashCanOutline}
              label={m['billing.rates.products.removeStep']({ n: at + 1 })}
              onClick={() => onChange(steps.filter((step) => step.key !== key))}
            />
          </div>
        ),
      )}
      <div className={classes.sum}>
        <Button
          adds
          size="sm"
          icon={mdiPlus}
          disabled={steps.length >= maxRateSteps}
          onClick={() =>
            onChange([...steps, { key: Math.max(...steps.map(({ key }) => key)) + 1, units: '', pct: '' }])
          }
        >
          {m['billing.rates.products.addStep']()}
        </Button>
      </div>
    </>
  )
}
