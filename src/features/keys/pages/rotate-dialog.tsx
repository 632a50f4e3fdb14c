import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { PasswordField, SelectField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import type { ApiKey } from '../contract.ts'
import { MadeKey } from './made-key.tsx'

const overlaps = { '0': 0, '24': 24, '168': 168 } as const
type Overlap = keyof typeof overlaps

interface RotateDialogProps {
  apiKey: ApiKey
  onMade: () => void
  onClose: () => void
}

/** A new key in the place of an old one, which goes on until the program has been changed over. */
export default function RotateDialog({ apiKey, onMade, onClose }: RotateDialogProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const [secret, setSecret] = useState<string>()
  const form = useForm({ overlap: '24' as Overlap, password: '' }, m['keys.rotateFailed']())
  const { values, set, errors } = form
  const rotate = async () => {
    const { overlap, password } = values
    const made = await form.send(() =>
      api.keys.rotateKey({ keyId: apiKey.id, overlapHours: overlaps[overlap], password }),
    )
    if (!made) return
    setSecret(made.secret)
    onMade()
  }
  return (
    <Dialog
      label={m['keys.rotateTitle']({ name: apiKey.name })}
      holds={secret !== undefined}
      onClose={onClose}
    >
      {secret ? (
        <MadeKey secret={secret} example="/api/portals" onClose={onClose} />
      ) : (
        <DialogForm
          title={m['keys.rotateTitle']({ name: apiKey.name })}
          text={m['keys.rotateText']()}
          verb={m['keys.rotate']()}
          form={form}
          onSend={rotate}
          onClose={onClose}
        >
          <SelectField
            label={m['keys.overlap']()}
            value={values.overlap}
            options={[
              { value: '0', label: m['keys.overlapNone']() },
              { value: '24', label: m['keys.overlapDay']() },
              { value: '168', label: m['keys.overlapWeek']() },
            ]}
            onChange={(event) => set('overlap', event.currentTarget.value as Overlap)}
          />
          <PasswordField
            label={m['account.page.current']()}
            help={m['keys.passwordHelp']()}
            autoComplete="current-password"
            value={values.password}
            error={errors.password}
            onChange={(event) => set('password', event.currentTarget.value)}
          />
        </DialogForm>
      )}
    </Dialog>
  )
}
