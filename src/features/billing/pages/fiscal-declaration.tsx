import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { Frame } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import { system } from '../fiscal-choices.ts'
import type { FiscalSettings } from '../fiscal-contract.ts'
import classes from './billing.module.css'

type Declaration = NonNullable<FiscalSettings['declaration']>

/** The declaration of conformity, in the order and with the letters of Orden HAC/1177/2024, art. 15.1. */
export function FiscalDeclaration({ declaration, maySign }: { declaration: Declaration; maySign: boolean }) {
  const [signing, setSigning] = useState(false)
  const { producer, version, signed } = declaration
  const parts = [
    [m['billing.fiscal.declaration.name'](), system.name],
    [m['billing.fiscal.declaration.code'](), system.code],
    [m['billing.fiscal.declaration.version'](), version],
    [m['billing.fiscal.declaration.parts'](), m['billing.fiscal.declaration.partsText']()],
    [m['billing.fiscal.declaration.only'](), m['billing.fiscal.declaration.onlyText']()],
    [m['billing.fiscal.declaration.several'](), m['billing.fiscal.declaration.severalText']()],
    [m['billing.fiscal.declaration.signature'](), m['billing.fiscal.declaration.signatureText']()],
    [m['billing.fiscal.declaration.producer'](), producer.legalName],
    [m['billing.fiscal.declaration.taxId'](), producer.taxId],
    [m['billing.fiscal.declaration.address'](), producer.address],
    [m['billing.fiscal.declaration.says'](), m['billing.fiscal.declaration.saysText']()],
    ...(signed
      ? [
          [
            m['billing.fiscal.declaration.signed'](),
            m['billing.fiscal.declaration.signedText']({
              ...{ place: signed.place, on: here().date(signed.on), person: signed.person },
            }),
          ],
        ]
      : []),
  ]
  return (
    <Frame
      title={m['billing.fiscal.declaration.title']()}
      control={
        maySign && !signed ? (
          <Button size="sm" onClick={() => setSigning(true)}>
            {m['billing.fiscal.declaration.sign']()}
          </Button>
        ) : undefined
      }
    >
      <div className={classes.stack}>
        {signed ? undefined : <Notice kind="warning">{m['billing.fiscal.declaration.unsigned']()}</Notice>}
        <dl className={classes.declaration}>
          {parts.map(([what, text]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      {signing ? <SignDialog onClose={() => setSigning(false)} /> : undefined}
    </Frame>
  )
}

function SignDialog({ onClose }: { onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm({ place: '' }, m['billing.failed']())
  const save = async () => {
    if (!(await form.send(() => api.billing.signFiscalDeclaration(form.values)))) return
    toast(m['billing.fiscal.declaration.signDone']())
    onClose()
    await router.invalidate()
  }
  return (
    <Dialog label={m['billing.fiscal.declaration.signTitle']()} size={440} onClose={onClose}>
      <DialogForm
        title={m['billing.fiscal.declaration.signTitle']()}
        text={m['billing.fiscal.declaration.signText']()}
        verb={m['billing.fiscal.declaration.sign']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        <TextField
          label={m['billing.fiscal.declaration.place']()}
          value={form.values.place}
          error={form.errors.place}
          maxLength={80}
          data-autofocus
          onChange={(event) => form.set('place', event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  )
}
