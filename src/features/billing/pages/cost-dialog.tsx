import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { todayPlus } from '#platform/windows.ts'
import { AmountField } from '#ui/amount-field.tsx'
import { typedCents } from '#ui/amounts.ts'
import { DateField } from '#ui/date-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { FileField } from '#ui/file-field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { toast } from '#ui/toast.tsx'
import { type CostKind, costKinds } from '../choices.ts'
import type { Splits } from '../splits-contract.ts'
import { readBase64 } from './read-base64.ts'
import { costKindWord } from './split-words.ts'
import { AccountField, SubjectField, subjectOf } from './subject-field.tsx'
import type { Acting } from './which-portal.ts'

const onceEach = (all: Splits['portal']['account'][]) =>
  all.filter((one, at) => all.findIndex(({ id }) => id === one.id) === at)

/** Who has a share in what is chosen, by any version of its split. */
function partiesOf({ splits }: Splits, chosen: string) {
  const { productId = null, releaseId = null } = subjectOf(chosen)
  const of = splits.filter(
    ({ subject }) => subject.productId === productId && subject.releaseId === releaseId,
  )
  return onceEach(of.flatMap(({ parties }) => parties.map(({ account }) => account)))
}

interface CostProps {
  splits: Splits
  acting: Acting
  /** Others enter what their own account spent. */
  staff: boolean
  onClose: () => void
}

/** What an account spent on what is shared, with its document. */
export default function CostDialog({ splits, acting, staff, onClose }: CostProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const { portal } = splits
  const [chosen, setChosen] = useState<File>()
  const form = useForm(
    {
      ...{ subject: '', accountId: portal.account.id, partyId: '', kind: 'pressing' as CostKind, amount: '' },
      ...{
        day: todayPlus(new Date()),
        description: '',
        file: { name: '', content: '' },
      },
    },
    m['billing.failed'](),
  )
  const { values, set, errors } = form
  const save = async () => {
    const { subject, accountId, partyId, kind, day, description, file } = values
    const amountCents = typedCents(values.amount)
    const saved = await form.send(() =>
      api.billing.createCost({
        ...{
          ...acting,
          ...subjectOf(subject),
          accountId,
          kind,
          day,
          description,
          file,
          amountCents,
        },
        ...(partyId ? { partyId } : {}),
      }),
    )
    if (!saved) return
    toast(m['billing.costs.saved']())
    onClose()
    await router.invalidate()
  }
  const known = [
    portal.account,
    ...splits.splits.flatMap(({ parties }) => parties.map(({ account }) => account)),
  ]
  return (
    <Dialog label={m['billing.costs.add']()} size={640} onClose={onClose}>
      <DialogForm
        title={m['billing.costs.add']()}
        verb={m['billing.costs.save']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        <SubjectField
          splits={splits}
          value={values.subject}
          error={errors.productId ?? errors.releaseId}
          onChange={(value) => {
            set('subject', value)
            set('partyId', '')
          }}
        />
        <FieldRow>
          <SelectField
            label={m['billing.costs.kind']()}
            value={values.kind}
            options={costKinds.map((kind) => ({ value: kind, label: costKindWord(kind) }))}
            onChange={(event) => set('kind', event.currentTarget.value as CostKind)}
          />
          <AmountField
            label={`${m['billing.costs.amount']()} (€)`}
            value={values.amount}
            error={errors.amountCents}
            onChange={(event) => set('amount', event.currentTarget.value)}
          />
        </FieldRow>
        <TextField
          label={m['billing.costs.what']()}
          value={values.description}
          error={errors.description}
          maxLength={200}
          onChange={(event) => set('description', event.currentTarget.value)}
        />
        <FieldRow>
          {staff ? (
            <AccountField
              label={m['billing.costs.account']()}
              value={values.accountId}
              known={onceEach(known)}
              error={errors.accountId}
              onChange={(value) => set('accountId', value)}
            />
          ) : undefined}
          <DateField
            label={m['billing.costs.day']()}
            value={values.day}
            error={errors.day}
            onChange={(value) => set('day', value)}
          />
        </FieldRow>
        <SelectField
          label={m['billing.costs.party']()}
          value={values.partyId}
          error={errors.partyId}
          options={[
            { value: '', label: m['billing.costs.partyAll']() },
            ...partiesOf(splits, values.subject).map(({ id, name }) => ({
              ...{ value: id, label: m['billing.costs.partyOne']({ account: name }) },
            })),
          ]}
          onChange={(event) => set('partyId', event.currentTarget.value)}
        />
        <FileField
          label={m['billing.costs.document']()}
          error={errors.file ?? errors['file.name'] ?? errors['file.content']}
          accept="application/pdf"
          file={chosen}
          onFile={async (file) => {
            if (!file) return
            setChosen(file)
            set('file', { name: file.name.slice(-120), content: await readBase64(file) })
          }}
        />
      </DialogForm>
    </Dialog>
  )
}
