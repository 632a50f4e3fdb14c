import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { Field } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { TextArea } from '#ui/text-area.tsx'
import { toast } from '#ui/toast.tsx'
import { askForChangeMax } from '../choices.ts'
import type { Product } from '../contract.ts'

/** Of a product that only the provider changes: says to its people what should change. */
export function AskForChange({ product }: { product: Product }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {m['products.ask.open']()}
      </Button>
      <Dialog label={m['products.ask.title']()} opened={open} onClose={close}>
        <AskForm product={product} onClose={close} />
      </Dialog>
    </>
  )
}

function AskForm({ product, onClose }: { product: Product; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const form = useForm({ text: '' }, m['products.ask.failed']())
  const send = async () => {
    const at = { portalId: product.portal.id, productId: product.id }
    const done = await form.send(() => api.products.askForChange({ ...at, text: form.values.text }))
    if (done === undefined) return
    toast(m['products.ask.done']())
    onClose()
  }
  return (
    <DialogForm
      title={m['products.ask.title']()}
      text={m['products.ask.text']()}
      verb={m['products.ask.send']()}
      form={form}
      onSend={send}
      onClose={onClose}
    >
      <Field label={m['products.ask.what']()} error={form.errors['text']}>
        {(wiring) => (
          <TextArea
            {...wiring}
            data-autofocus
            rows={4}
            maxLength={askForChangeMax}
            placeholder={m['products.ask.example']()}
            value={form.values.text}
            onChange={({ currentTarget }) => form.set('text', currentTarget.value)}
          />
        )}
      </Field>
    </DialogForm>
  )
}
