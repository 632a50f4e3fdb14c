import { mdiPlus, mdiTrashCanOutline } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { AmountField } from '#ui/amount-field.tsx'
import { typedBp } from '#ui/amounts.ts'
import { Button, IconButton } from '#ui/button.tsx'
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
import { rateWord } from './billing-words.ts'
import { SharerField } from './sharer-field.tsx'
import { payerWord } from './split-words.ts'
import classes from './splits.module.css'
import { AccountField, SubjectField, subjectOf } from './subject-field.tsx'
import type { Acting } from './which-portal.ts'

interface Share {
  key: number
  accountId: string
  pct: string
}

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
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Madrid' })
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
  const { parties } = values
  const [more, setMore] = useState<Splits['portals']>([])
  const change = (key: number, part: Partial<Share>) =>
    set(
      'parties',
      parties.map((one) => (one.key === key ? { ...one, ...part } : one)),
    )
  const bps = parties.map(({ pct }) => (pct.trim() ? typedBp(pct) : 0))
  const sum = bps.reduce((all, bp) => all + (Number.isNaN(bp) ? 0 : bp), 0)
  const save = async () => {
    const saved = await form.send(() =>
      api.billing.createSplit({
        ...{ ...acting, ...subjectOf(values.subject), validFrom: values.validFrom },
        ...(staff ? {} : { taxIds: values.taxIds }),
        payer: values.payer,
        parties: parties
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
        {parties.map(({ key, accountId, pct }, at) => (
          <div key={key} className={classes.party}>
            <AccountField
              label={m['billing.splits.account']()}
              value={accountId}
              known={[
                portal.account,
                ...splits.splits.flatMap((one) => one.parties.map(({ account }) => account)),
                ...more,
              ].filter((one, place, all) => all.findIndex(({ id }) => id === one.id) === place)}
              sharers={staff ? undefined : acting.portalId}
              error={undefined}
              onChange={(value) => change(key, { accountId: value })}
            />
            <AmountField
              kind="percent"
              label={m['billing.splits.share']()}
              value={pct}
              onChange={(event) => change(key, { pct: event.currentTarget.value })}
            />
            <IconButton
              path={mdiTrashCanOutline}
              label={m['billing.splits.removeParty']({ n: at + 1 })}
              disabled={parties.length < 2}
              onClick={() =>
                set(
                  'parties',
                  parties.filter((one) => one.key !== key),
                )
              }
            />
          </div>
        ))}
        <div className={classes.sum}>
          <Button
            adds
            size="sm"
            icon={mdiPlus}
            onClick={() =>
              set('parties', [
                ...parties,
                { key: Math.max(...parties.map(({ key }) => key)) + 1, accountId: '', pct: '' },
              ])
            }
          >
            {m['billing.splits.addParty']()}
          </Button>
          <span role="status">
            {sum === 10_000
              ? m['billing.splits.sumWhole']()
              : (sum < 10_000 ? m['billing.splits.sum'] : m['billing.splits.sumOver'])({
                  ...{ sum: rateWord(sum), left: rateWord(Math.abs(10_000 - sum)) },
                })}
          </span>
        </div>
        {wrong ? <Notice kind="error">{wrong}</Notice> : undefined}
        {openFrom > '2000' ? (
          <p className="bl-note">{m['billing.splits.openFrom']({ day: here().date(openFrom) })}</p>
        ) : undefined}
      </DialogForm>
    </Dialog>
  )
}
