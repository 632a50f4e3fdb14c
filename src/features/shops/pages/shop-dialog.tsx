import { useRouteContext } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'

interface ShopDialogProps {
  portalId: string
  /** Connections by hand, one of which may be the same shop. */
  byHand: readonly { id: string; name: string }[]
  onClose: () => void
}

/** Sends somebody to their shop, to allow Backline into it. */
export default function ShopDialog({ portalId, byHand, onClose }: ShopDialogProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const form = useForm({ domain: '', name: '', replacesId: byHand[0]?.id ?? '' }, m['shops.failed']())
  const { values, set, errors } = form
  const send = async () => {
    const started = await form.send(() =>
      api.shops.startShopify({ portalId, ...values, replacesId: values.replacesId || null }),
    )
    if (started) window.location.assign(started.url)
  }
  return (
    <Dialog label={m['shops.connect']()} onClose={onClose}>
      <DialogForm
        title={m['shops.connect']()}
        verb={m['shops.go']()}
        form={form}
        onSend={send}
        onClose={onClose}
      >
        <p>{m['shops.lead']()}</p>
        <TextField
          label={m['shops.domain']()}
          help={m['shops.domainHelp']()}
          placeholder="mi-tienda.myshopify.com"
          autoComplete="off"
          inputMode="url"
          value={values.domain}
          error={errors.domain}
          data-autofocus
          onChange={(event) => set('domain', event.currentTarget.value)}
        />
        <TextField
          label={m['shops.name']()}
          help={m['shops.nameHelp']()}
          maxLength={40}
          value={values.name}
          error={errors.name}
          onChange={(event) => set('name', event.currentTarget.value)}
        />
        {byHand.length > 0 ? (
          <SelectField
            label={m['shops.replaces']()}
            help={m['shops.replacesHelp']()}
            value={values.replacesId}
            error={errors.replacesId}
            options={[
              ...byHand.map(({ id, name }) => ({ value: id, label: m['shops.replacesOne']({ name }) })),
              { value: '', label: m['shops.replacesNone']() },
            ]}
            onChange={(event) => set('replacesId', event.currentTarget.value)}
          />
        ) : undefined}
      </DialogForm>
    </Dialog>
  )
}
