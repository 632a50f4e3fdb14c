import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { todayPlus } from '#platform/windows.ts'
import { typedBp } from '#ui/amounts.ts'
import { DateField } from '#ui/date-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import { type SplitPayer, splitPayers } from '../choices.ts'
import type { Splits } from '../splits-contract.ts'
import { SharerField } from './sharer-field.tsx'
import { type Share, SplitParties } from './split-parties.tsx'
import { payerWord } from './split-words.ts'
import { SubjectField, subjectOf } from './subject-field.tsx'
import type { Acting } from './which-portal.ts'

interface SplitProps {
  splits: Splits
  acting: Acting
  /** Others share what their own account pays, with whom they know. */
  staff: boolean
  onClose: () => void
}

/** A split from a day on: of what, between whom, and who pays. */
export default function SplitDialog({ splits, acting, staff, onClose }: SplitProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const { portal, openFrom } = splits
  const today = todayPlus(new Date())
  const form = useForm(
    {
      subject: '',
      validFrom: [openFrom, today].sort()[1] ?? today,
      payer: (staff ? 'provider' : 'account') as SplitPayer,
      taxIds: [] as string[],
      parties: [
        { key: 0, accountId: portal.account.id, pct: '' },
        { key: 1, accountId: '', pct: '' },
      ] as Share[],
    },
    m['billing.failed'](),
  )
  const { values, set, errors } = form
  const [more, setMore] = useState<Splits['portals']>([])
  const save = async () => {
    const saved = await form.send(() =>
      api.billing.createSplit({
        ...{ ...acting, ...subjectOf(values.subject), validFrom: values.validFrom },
        ...(staff ? {} : { taxIds: values.taxIds }),
        payer: values.payer,
        parties: values.parties
          .filter(({ accountId, pct }) => accountId !== '' || pct.trim() !== '')
          .map(({ accountId, pct }) => ({ accountId, shareBp: typedBp(pct) })),
      }),
    )
    if (!saved) return
    toast(m['billing.splits.saved']())
    onClose()
    await router.invalidate()
  }
  const wrong = Object.entries(errors).find(([name]) => name.startsWith('parties'))?.[1]
  return (
    <Dialog label={m['billing.splits.add']()} size={640} onClose={onClose}>
      <DialogForm
        title={m['billing.splits.add']()}
        text={m['billing.splits.day']()}
        verb={m['billing.splits.save']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        <SubjectField
          splits={splits}
          value={values.subject}
          error={errors.productId ?? errors.releaseId}
          onChange={(value) => set('subject', value)}
        />
        <DateField
          label={m['billing.splits.from']()}
          value={values.validFrom}
          error={errors.validFrom}
          onChange={(value) => set('validFrom', value)}
        />
        {staff ? (
          <SelectField
            label={m['billing.splits.payer']()}
            value={values.payer}
            error={errors.payer}
            options={splitPayers.map((payer) => ({
              value: payer,
              label: payerWord(payer, portal.account.name),
            }))}
            onChange={(event) => set('payer', event.currentTarget.value as SplitPayer)}
          />
        ) : (
          <SharerField
            portalId={acting.portalId}
            onFound={(found, taxId) => {
              setMore([...more, ...found])
              set('taxIds', [...values.taxIds, taxId])
            }}
          />
        )}
        <SplitParties
          parties={values.parties}
          known={[
            portal.account,
            ...splits.splits.flatMap((one) => one.parties.map(({ account }) => account)),
            ...more,
          ]}
          sharers={staff ? undefined : acting.portalId}
          onChange={(parties) => set('parties', parties)}
        />
        {wrong ? <Notice kind="error">{wrong}</Notice> : undefined}
        {openFrom > '2000' ? (
          <p className="bl-note">{m['billing.splits.openFrom']({ day: here().date(openFrom) })}</p>
        ) : undefined}
      </DialogForm>
    </Dialog>
  )
}
