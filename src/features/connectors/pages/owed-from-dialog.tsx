import { useRouteContext, useRouter } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { DateField } from '#ui/date-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { rowOf, useMetForm } from '#ui/met-form.tsx'
import { toast } from '#ui/toast.tsx'
import type { Connector } from '../contract.ts'

interface OwedFromDialogProps {
  portalId: string
  connector: Connector
  onClose: () => void
}

const valuesOf = (connector: Connector | null) => ({ owedFrom: connector?.owedFrom ?? '' })

/** For staff: from which day on what a shop sells is owed to the account. */
export default function OwedFromDialog({ portalId, connector, onClose }: OwedFromDialogProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const { form, send, conflict } = useMetForm({
    entity: connector,
    valuesOf,
    write: ({ owedFrom }, known) =>
      api.connectors.updateOwedFrom(
        { portalId, connectorId: connector.id, owedFrom },
        { version: (known ?? connector).version },
      ),
    read: ({ id }) => rowOf(id, () => api.connectors.listConnectors({ portalId })),
    failed: m['orders.connectors.failed'](),
    names: { owedFrom: m['orders.connectors.owedDay'] },
  })
  const title = m['orders.connectors.owedFrom']()
  const save = async () => {
    if (!(await send())) return
    toast(m['orders.connectors.owedSaved']())
    onClose()
    await router.invalidate()
  }
  return (
    <Dialog label={title} size={480} onClose={onClose}>
      <DialogForm
        title={title}
        verb={m['orders.connectors.save']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        {conflict}
        <DateField
          label={m['orders.connectors.owedDay']()}
          help={m['orders.connectors.owedHelp']()}
          value={form.values.owedFrom}
          error={form.errors.owedFrom}
          onChange={(value) => form.set('owedFrom', value)}
        />
      </DialogForm>
    </Dialog>
  )
}
