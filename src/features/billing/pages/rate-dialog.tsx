import { useRouteContext, useRouter } from '@tanstack/react-router'
import { findPortals } from '#features/portals/pages/find-portals.ts'
import { m } from '#paraglide/messages.js'
import { todayPlus } from '#platform/windows.ts'
import { AmountField } from '#ui/amount-field.tsx'
import { typedBp } from '#ui/amounts.ts'
import { DateField } from '#ui/date-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { PickField } from '#ui/pick-field.tsx'
import { toast } from '#ui/toast.tsx'
import { commissionRateKeys, rateKeys } from '../choices.ts'
import { rateNames } from './billing-words.ts'
import { PastRate } from './past-rate.tsx'
import { RatePreview } from './rate-preview.tsx'

/** A rate from a day on, for everybody or for one portal. */
export default function RateDialog({ onClose }: { onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm(
    {
      ...{ key: 'apparel' as (typeof rateKeys)[number], pct: '', portalId: '' },
      ...{ kind: 'commission' as 'vat' | 'commission', validFrom: todayPlus(new Date()) },
    },
    m['billing.failed'](),
  )
  const { values, set, errors } = form
  const bp = typedBp(values.pct)
  const rateKey = commissionRateKeys.find((key) => key === values.key)
  const save = async () => {
    const saved = await form.send(() =>
      api.billing.setRate({
        ...{ key: values.key, bp: typedBp(values.pct), validFrom: values.validFrom },
        ...(values.portalId ? { portalId: values.portalId } : { kind: values.kind }),
      }),
    )
    if (!saved) return
    toast(m['billing.rates.saved']())
    onClose()
    await router.invalidate()
  }
  return (
    <Dialog label={m['billing.rates.add']()} size={720} onClose={onClose}>
      <DialogForm
        title={m['billing.rates.add']()}
        verb={m['billing.rates.save']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        <FieldRow>
          <SelectField
            label={m['billing.rates.key']()}
            value={values.key}
            options={rateKeys.map((value) => ({ value, label: rateNames[value]() }))}
            onChange={(event) => {
              const next = event.currentTarget.value as (typeof rateKeys)[number]
              set('key', next)
              set('kind', ['default', 'igic', 'ipsi'].includes(next) ? 'vat' : 'commission')
            }}
          />
          <AmountField
            kind="percent"
            label={`${m['billing.rates.pct']()} (%)`}
            value={values.pct}
            error={errors.bp}
            data-autofocus
            onChange={(event) => set('pct', event.currentTarget.value)}
          />
        </FieldRow>
        <FieldRow>
          <DateField
            label={m['billing.rates.from']()}
            value={values.validFrom}
            error={errors.validFrom}
            onChange={(value) => set('validFrom', value)}
          />
          <PickField
            label={m['billing.rates.portal']()}
            none={m['billing.rates.allPortals']()}
            clearable
            searched
            browse
            value={values.portalId}
            error={errors.portalId}
            options={[]}
            find={(q) => findPortals(api, q)}
            onChange={(portalId) => set('portalId', portalId)}
          />
        </FieldRow>
        <PastRate validFrom={values.validFrom} vat={values.kind === 'vat' && !values.portalId} />
        {values.portalId ? undefined : (
          <SelectField
            label={m['billing.rates.kind']()}
            value={values.kind}
            options={[
              { value: 'vat', label: m['billing.rates.vat']() },
              { value: 'commission', label: m['billing.rates.commission']() },
            ]}
            onChange={(event) => set('kind', event.currentTarget.value as 'vat' | 'commission')}
          />
        )}
        {rateKey &&
        !Number.isNaN(bp) &&
        values.pct.trim() &&
        (values.portalId || values.kind === 'commission') ? (
          <RatePreview rateKey={rateKey} bp={bp} portalId={values.portalId} />
        ) : undefined}
      </DialogForm>
    </Dialog>
  )
}
