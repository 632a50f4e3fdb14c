import { useRouteContext, useRouter } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { todayPlus } from '#platform/windows.ts'
import { DateField } from '#ui/date-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { toast } from '#ui/toast.tsx'
import { type FiscalMode, fiscalModes } from '../fiscal-choices.ts'
import type { FiscalIssuer } from '../fiscal-contract.ts'
import { modeNames, modeTexts } from './fiscal-words.ts'

interface ModeProps {
  /** Left out: all who have none of their own. */
  of?: FiscalIssuer | undefined
  /** As it is now; null where an issuer has none of its own. */
  mode: FiscalMode | null
  onClose: () => void
}

const today = () => todayPlus(new Date())

/** In which mode records are made, from a day on. */
export default function FiscalModeDialog({ of, mode, onClose }: ModeProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm({ mode: mode ?? ('' as const), from: today() }, m['billing.failed']())
  const { values, errors, set } = form
  const title = of ? m['billing.fiscal.changeTitle']({ name: of.name }) : m['billing.fiscal.changeAllTitle']()
  const save = async () => {
    const saved = await form.send(() =>
      api.billing.setFiscalMode({
        ...{ mode: values.mode || null, from: values.from },
        ...(of ? { issuerTaxId: of.taxId } : {}),
      }),
    )
    if (!saved) return
    toast(m['billing.fiscal.saved']())
    onClose()
    await router.invalidate()
  }
  return (
    <Dialog label={title} size={480} onClose={onClose}>
      <DialogForm title={title} verb={m['billing.fiscal.save']()} form={form} onSend={save} onClose={onClose}>
        <SelectField
          label={m['billing.fiscal.modeColumn']()}
          value={values.mode}
          error={errors.mode}
          help={values.mode ? modeTexts[values.mode]() : m['billing.fiscal.allText']()}
          options={[
            ...(of ? [{ value: '', label: m['billing.fiscal.mode.default']() }] : []),
            ...fiscalModes.map((value) => ({ value, label: modeNames[value]() })),
          ]}
          onChange={(event) => set('mode', event.currentTarget.value as FiscalMode | '')}
        />
        <DateField
          label={m['billing.fiscal.from']()}
          value={values.from}
          error={errors.from}
          onChange={(value) => set('from', value)}
        />
      </DialogForm>
    </Dialog>
  )
}
