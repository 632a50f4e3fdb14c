import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Session, SessionPortal } from '#features/account/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import type { Role } from '#platform/permissions.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { toast } from '#ui/toast.tsx'
import {
  GivenKeys,
  GivenPortals,
  GivenRole,
  GivenView,
  heldAt,
  portalsToInviteTo,
  tickedAtFirst,
} from './given-fields.tsx'
import { nameOfAddress } from './name-of-address.ts'

interface InviteDialogProps {
  opened: boolean
  session: Session
  /** Those that are chosen at first. */
  portals: readonly SessionPortal[]
  onClose: () => void
}

/** Invites one person to one or more portals with a role. */
export function InviteDialog({ opened, session, portals, onClose }: InviteDialogProps) {
  return (
    <Dialog label={m['team.inviteForm.title']()} opened={opened} onClose={onClose}>
      <InviteForm session={session} portals={portals} onClose={onClose} />
    </Dialog>
  )
}

function InviteForm({ session, portals, onClose }: Omit<InviteDialogProps, 'opened'>) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm(
    {
      ...{ email: '', name: '', locale: getLocale(), portals: tickedAtFirst(session, portals) },
      ...{ role: 'Editor' as Role, grants: [] as string[], denies: [] as string[] },
    },
    m['team.inviteForm.failed'](),
  )
  const { values, set, errors } = form
  // Until somebody writes a name, the address proposes one.
  const [named, setNamed] = useState(false)
  const choices = portalsToInviteTo(session)
  const held = heldAt(choices, values.portals)

  const send = async () => {
    const { role, grants, denies, portals: into, ...person } = values
    const given = { role, grants, denies }
    const sent = await form.send(() =>
      api.team.inviteMember({ ...person, portals: into.map((portalId) => ({ portalId, ...given })) }),
    )
    // A refused invitation is another one when it comes back.
    if (!sent) return
    toast(m['team.inviteForm.sent']({ email: values.email }))
    onClose()
    await router.invalidate()
  }
  return (
    <DialogForm
      title={m['team.inviteForm.title']()}
      verb={m['team.inviteForm.send']()}
      form={form}
      onSend={send}
      onClose={onClose}
    >
      <TextField
        label={m['team.inviteForm.email']()}
        help={m['team.inviteForm.emailHelp']()}
        type="email"
        autoComplete="off"
        data-autofocus
        value={values.email}
        error={errors.email}
        onChange={(event) => {
          const email = event.currentTarget.value
          set('email', email)
          if (!named) set('name', nameOfAddress(email))
        }}
      />
      <FieldRow>
        <TextField
          label={m['team.inviteForm.name']()}
          help={m['team.inviteForm.nameHelp']()}
          autoComplete="off"
          value={values.name}
          error={errors.name}
          onChange={(event) => {
            setNamed(event.currentTarget.value !== '')
            set('name', event.currentTarget.value)
          }}
        />
        <SelectField
          label={m['team.inviteForm.language']()}
          value={values.locale}
          options={[
            { value: 'es', label: 'Español' },
            { value: 'en', label: 'English' },
          ]}
          onChange={(event) => set('locale', event.currentTarget.value as 'es' | 'en')}
        />
      </FieldRow>
      <GivenRole form={form} held={held} />
      <GivenKeys form={form} held={held} />
      <GivenPortals form={form} choices={choices} />
      <GivenView form={form} choices={choices} />
    </DialogForm>
  )
}
