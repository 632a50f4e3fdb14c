import { useRouteContext, useRouter } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { todayPlus } from '#platform/windows.ts'
import { DateField } from '#ui/date-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { download } from '#ui/download.ts'
import { useForm } from '#ui/form.ts'
import { here } from '#ui/formats.ts'
import { toast } from '#ui/toast.tsx'
import type { Shares } from '../shares-contract.ts'
import classes from './billing.module.css'

interface FileProps {
  portalId: string
  /** Whom the account owes something. */
  owed: readonly Shares[]
  onClose: () => void
}

/** What a label owes, as one file for its bank. */
export default function ShareFileDialog({ portalId, owed, onClose }: FileProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const { money } = here()
  const form = useForm({ on: todayPlus(new Date()) }, m['billing.failed']())
  const { values, set, errors } = form
  const paid = owed.filter(({ byFile }) => byFile)
  const others = owed.filter(({ byFile }) => !byFile).map(({ payee }) => payee.name)
  const save = async () => {
    const accountIds = paid.map(({ payee }) => payee.id)
    const file = await form.send(() => api.billing.createShareFile({ portalId, on: values.on, accountIds }))
    if (!file || isFailure(file)) return
    download(file.name, file.content, 'application/xml')
    toast(m['billing.shares.byFileMade']({ amount: money(file.totalCents) }))
    onClose()
    await router.invalidate()
  }
  return (
    <Dialog label={m['billing.shares.byFile']()} size={480} onClose={onClose}>
      <DialogForm
        title={m['billing.shares.byFileTitle']()}
        text={m['billing.shares.byFileText']()}
        verb={m['billing.shares.byFileMake']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        <ul className={classes.list}>
          {paid.map(({ payee, balance }) => (
            <li key={payee.id}>
              <span>{payee.name}</span>
              <b>{money(balance?.closingCents ?? 0)}</b>
            </li>
          ))}
        </ul>
        {others.length > 0 ? (
          <p className={classes.quiet}>{m['billing.shares.byFileNot']({ payees: others.join(', ') })}</p>
        ) : undefined}
        <DateField
          label={m['billing.shares.byFileOn']()}
          value={values.on}
          error={errors.on}
          onChange={(value) => set('on', value)}
        />
      </DialogForm>
    </Dialog>
  )
}
