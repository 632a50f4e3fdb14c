import { useRouteContext, useRouter } from '@tanstack/react-router'
import type { ChangeEvent } from 'react'
import { m } from '#paraglide/messages.js'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { toast } from '#ui/toast.tsx'
import { type TaxReading, taxReadings } from '../tax-cases.ts'

const labels = {
  legalName: m['billing.information.legalName'],
  taxId: m['billing.information.taxId'],
  street: m['billing.information.street'],
  postcode: m['billing.information.postcode'],
  city: m['billing.information.city'],
  province: m['billing.information.province'],
  iban: m['billing.information.iban'],
} as const

const readingNames = {
  origin: m['billing.provider.taxReadings.origin'],
  destination: m['billing.provider.taxReadings.destination'],
} as const satisfies Record<TaxReading, () => string>

interface Provider {
  legalName: string
  taxId: string
  street: string
  postcode: string
  city: string
  province: string
  taxReading: TaxReading
  ibanMasked: string | null
}

/** Who pays the bills, for super staff. */
export default function ProviderDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const { ibanMasked, ...known } = provider
  const form = useForm({ ...known, iban: '' }, m['billing.failed']())
  const field = (name: keyof typeof labels) => ({
    label: labels[name](),
    value: form.values[name],
    error: form.errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => form.set(name, event.currentTarget.value),
  })
  const save = async () => {
    const { iban, ...rest } = form.values
    const saved = await form.send(() => api.billing.setProvider({ ...rest, ...(iban ? { iban } : {}) }))
    if (!saved) return
    toast(m['billing.provider.saved']())
    onClose()
    await router.invalidate()
  }
  return (
    <Dialog label={m['billing.provider.title']()} size={560} onClose={onClose}>
      <DialogForm
        title={m['billing.provider.title']()}
        verb={m['billing.provider.save']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        <FieldRow>
          <TextField {...field('legalName')} maxLength={120} data-autofocus />
          <TextField {...field('taxId')} maxLength={20} />
        </FieldRow>
        <TextField {...field('street')} maxLength={120} />
        <FieldRow>
          <TextField {...field('postcode')} maxLength={10} />
          <TextField {...field('city')} maxLength={80} />
        </FieldRow>
        <FieldRow>
          <TextField {...field('province')} maxLength={60} />
          <TextField
            {...field('iban')}
            help={
              ibanMasked
                ? m['billing.information.ibanHelp']({ iban: ibanMasked })
                : m['billing.information.ibanNew']()
            }
            autoComplete="off"
            maxLength={42}
          />
        </FieldRow>
        <SelectField
          label={m['billing.provider.taxReading']()}
          value={form.values.taxReading}
          options={taxReadings.map((value) => ({ value, label: readingNames[value]() }))}
          onChange={(event) => form.set('taxReading', event.currentTarget.value as TaxReading)}
        />
      </DialogForm>
    </Dialog>
  )
}
