import { mdiPlus, mdiTrashCanOutline } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { PortalField } from '#features/portals/pages/portal-field.tsx'
import { m } from '#paraglide/messages.js'
import { AmountField } from '#ui/amount-field.tsx'
import { typedCents, typedWhole } from '#ui/amounts.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import { type ChargeKind, chargeKinds } from '../choices.ts'
import { chargeKindWord } from './charge-words.ts'
import classes from './charges.module.css'
import splits from './splits.module.css'

interface LineText {
  key: number
  kind: ChargeKind
  description: string
  units: string
  unit: string
}
const emptyLine = (key: number): LineText => ({
  ...{ key, kind: 'pressing', description: '', units: '1', unit: '' },
})

/** An invoice of the provider to an account, line by line. */
export default function ChargeDialog({
  portalId,
  onClose,
}: {
  portalId: string | undefined
  onClose: () => void
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm({ portalId: portalId ?? '', lines: [emptyLine(1)] }, m['billing.failed']())
  const { values, set, errors } = form
  const { lines } = values
  const change = (key: number, more: Partial<LineText>) =>
    set(
      'lines',
      lines.map((line) => (line.key === key ? { ...line, ...more } : line)),
    )
  const sum = lines.reduce((cents, { units, unit }) => cents + typedWhole(units) * typedCents(unit || '0'), 0)
  const save = async () => {
    const saved = await form.send(() =>
      api.billing.issueCharge({
        portalId: values.portalId,
        lines: lines.map(({ kind, description, units, unit }) => ({
          ...{ kind, description, units: typedWhole(units), unitCents: typedCents(unit) },
        })),
      }),
    )
    if (!saved) return
    toast(m['billing.charges.issued']({ number: saved.number }))
    onClose()
    await router.invalidate()
  }
  const fault = (at: number, name: string) => errors[`lines.${at}.${name}`]
  return (
    <Dialog label={m['billing.charges.issue']()} size={720} onClose={onClose}>
      <DialogForm
        title={m['billing.charges.issue']()}
        text={m['billing.charges.issueText']()}
        verb={m['billing.charges.issueVerb']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        {portalId ? undefined : (
          <PortalField
            masters
            value={values.portalId}
            error={errors.portalId}
            onChange={(value) => set('portalId', value)}
          />
        )}
        {lines.map(({ key, kind, description, units, unit }, at) => (
          <fieldset key={key} className={classes.line}>
            <legend data-unseen="always">{m['billing.charges.line']({ n: at + 1 })}</legend>
            <SelectField
              label={m['billing.charges.what']()}
              value={kind}
              options={chargeKinds.map((one) => ({ value: one, label: chargeKindWord(one) }))}
              onChange={(event) => change(key, { kind: event.currentTarget.value as ChargeKind })}
            />
            <TextField
              label={m['billing.charges.description']()}
              value={description}
              maxLength={200}
              error={fault(at, 'description')}
              onChange={(event) => change(key, { description: event.currentTarget.value })}
            />
            <TextField
              label={m['billing.charges.units']()}
              inputMode="numeric"
              value={units}
              error={fault(at, 'units')}
              onChange={(event) => change(key, { units: event.currentTarget.value })}
            />
            <AmountField
              label={m['billing.charges.unitPrice']()}
              value={unit}
              error={fault(at, 'unitCents')}
              onChange={(event) => change(key, { unit: event.currentTarget.value })}
            />
            <IconButton
              path={mdiTrashCanOutline}
              label={m['billing.charges.removeLine']({ n: at + 1 })}
              disabled={lines.length < 2}
              onClick={() =>
                set(
                  'lines',
                  lines.filter((line) => line.key !== key),
                )
              }
            />
          </fieldset>
        ))}
        <div className={splits.sum}>
          <Button
            adds
            size="sm"
            icon={mdiPlus}
            onClick={() => set('lines', [...lines, emptyLine(Math.max(...lines.map(({ key }) => key)) + 1)])}
          >
            {m['billing.charges.addLine']()}
          </Button>
          <span role="status">
            {Number.isNaN(sum) ? '' : m['billing.charges.base']({ amount: here().money(sum) })}
          </span>
        </div>
        {errors.lines ? <Notice kind="error">{errors.lines}</Notice> : undefined}
      </DialogForm>
    </Dialog>
  )
}
