import { useRouteContext, useRouter } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { PortalField } from '#features/portals/pages/portal-field.tsx'
import { m } from '#paraglide/messages.js'
import { todayPlus } from '#platform/windows.ts'
import { typedBp, typedWhole } from '#ui/amounts.ts'
import { DateField } from '#ui/date-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { Notice } from '#ui/notice.tsx'
import { optionsNamed } from '#ui/options-named.ts'
import { PickField } from '#ui/pick-field.tsx'
import { toast } from '#ui/toast.tsx'
import { units as unitsWord } from '#ui/units.ts'
import { useAnswer } from '#ui/use-answer.ts'
import { PastRate } from './past-rate.tsx'
import { ProductRatePreview } from './rate-preview.tsx'
import { nameIn } from './split-words.ts'
import { StepFields, type StepText } from './step-fields.tsx'

/** Steps as they will be sent; none while one of them is not a figure yet. */
const stepsOf = (steps: readonly StepText[]) => {
  const read = steps.map(({ units, pct }, at) => ({
    ...{ fromUnits: at === 0 ? 0 : typedWhole(units), bp: pct.trim() ? typedBp(pct) : Number.NaN },
  }))
  return read.some(({ fromUnits, bp }) => Number.isNaN(fromUnits) || Number.isNaN(bp)) ? undefined : read
}

/** A product's own commission from a day on, in steps, with what it would have meant last month. */
export default function ProductRateDialog({ onClose }: { onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm(
    {
      ...{ portalId: '', productId: '', validFrom: todayPlus(new Date()), own: 'own' },
      steps: [{ key: 1, units: '', pct: '' }] as StepText[],
    },
    m['billing.failed'](),
  )
  const { values, set, errors } = form
  const { portalId, productId } = values
  const { answer } = useAnswer(
    async () => (portalId ? api.billing.listProductRates({ portalId }) : { products: [] }),
    portalId,
  )
  const products = answer && !isFailure(answer) ? answer.products : []
  const choices = products.map(({ id, name }) => ({ value: id, label: nameIn(name) }))
  const chosen = products.find(({ id }) => id === productId)
  const steps = values.own === 'own' ? stepsOf(values.steps) : []
  const save = async () => {
    const saved = await form.send(() =>
      api.billing.setProductRate({
        ...{ portalId, productId, validFrom: values.validFrom },
        steps:
          steps ??
          values.steps.map(({ units, pct }, at) => ({
            ...{ fromUnits: at === 0 ? 0 : typedWhole(units), bp: typedBp(pct) },
          })),
      }),
    )
    if (!saved) return
    toast(m['billing.rates.saved']())
    onClose()
    await router.invalidate()
  }
  const wrong = Object.entries(errors).find(([name]) => name.startsWith('steps'))?.[1]
  return (
    <Dialog label={m['billing.rates.products.add']()} size={720} onClose={onClose}>
      <DialogForm
        title={m['billing.rates.products.add']()}
        text={m['billing.rates.products.lead']()}
        verb={m['billing.rates.save']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        <PortalField
          value={portalId}
          error={errors.portalId}
          onChange={(value) => {
            set('portalId', value)
            set('productId', '')
          }}
        />
        <PickField
          label={m['billing.rates.products.product']()}
          none={m['billing.rates.products.chooseProduct']()}
          searched
          disabled={products.length === 0}
          value={productId}
          options={choices}
          find={async (q) => optionsNamed(choices, q)}
          error={errors.productId}
          onChange={(value) => set('productId', value)}
        />
        {chosen ? (
          <p className="bl-note">
            {m['billing.rates.products.sold']({ units: unitsWord(chosen.soldUnits) })}
          </p>
        ) : undefined}
        <FieldRow>
          <DateField
            label={m['billing.rates.from']()}
            value={values.validFrom}
            error={errors.validFrom}
            onChange={(value) => set('validFrom', value)}
          />
          <SelectField
            label={m['billing.rates.products.how']()}
            value={values.own}
            options={[
              { value: 'own', label: m['billing.rates.products.own']() },
              { value: 'portal', label: m['billing.rates.products.back']() },
            ]}
            onChange={(event) => set('own', event.currentTarget.value)}
          />
        </FieldRow>
        <PastRate validFrom={values.validFrom} />
        {values.own === 'own' ? (
          <StepFields steps={values.steps} onChange={(next) => set('steps', next)} />
        ) : undefined}
        {wrong ? <Notice kind="error">{wrong}</Notice> : undefined}
        {chosen && steps ? (
          <ProductRatePreview
            {...{ portalId, productId }}
            steps={steps.map(({ fromUnits, bp }) => `${fromUnits}:${bp}`).join(',')}
          />
        ) : undefined}
      </DialogForm>
    </Dialog>
  )
}
