import { mdiClose, mdiPlus } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure, reasonOf } from '#client.ts'
import type { SessionPortal } from '#features/account/contract.ts'
import { m } from '#paraglide/messages.js'
import { Button, IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { useForm } from '#ui/form.ts'
import { givenWord } from '#ui/given-word.ts'
import { localized } from '#ui/localized.ts'
import { Frame } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import type { Member } from '../contract.ts'
import { GivenKeys, GivenPortals, GivenRole, heldAt, portalsToInviteTo } from './given-fields.tsx'
import classes from './team.module.css'

type InvitedTo = NonNullable<Member['invitedTo']>[number]

/** Where somebody is asked to who has not answered: each portal with its own role, taken off and added to here. */
export function InvitationPortals({ member, at }: { member: Member; at: string }) {
  const { api, session } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [adding, setAdding] = useState(false)
  const { invitedTo = [] } = member
  const choices = session
    ? portalsToInviteTo(session).filter(({ id }) => !invitedTo.some((one) => one.id === id))
    : []
  if (!member.pending) return undefined

  const putBack = async ({ id: portalId, role, grants, denies }: InvitedTo) => {
    const back = await api.team.addInvitationPortals({
      memberId: member.id,
      portals: [{ portalId, role, grants, denies }],
    })
    if (isFailure(back)) toast(reasonOf(back) ?? m['ui.undo.failed'](), { kind: 'error' })
    else toast(m['ui.undo.done']())
    await router.invalidate()
  }
  const takeOff = async (one: InvitedTo) => {
    const taken = await api.team.removeMember({ portalId: one.id, memberId: member.id })
    if (taken !== null && isFailure(taken)) {
      toast(reasonOf(taken) ?? m['team.member.failed'](), { kind: 'error' })
      return
    }
    toast(m['team.member.portalTaken']({ portal: one.name }), {
      action: { label: m['ui.undo.verb'](), run: () => void putBack(one) },
    })
    // The page of the portal that was taken off is there no more; that of another is.
    const other = invitedTo.find(({ id }) => id !== one.id)
    if (one.id === at && other)
      await router.navigate({ to: `/portals/${other.id}/team/${member.id}`, ignoreBlocker: true })
    else await router.invalidate()
  }
  return (
    <Frame
      title={m['team.member.invitedTo']()}
      control={
        choices.length > 0 && member.may.edit ? (
          <Button size="sm" icon={mdiPlus} onClick={() => setAdding(true)}>
            {m['team.member.addPortals']()}
          </Button>
        ) : undefined
      }
    >
      <ul className={classes.invited}>
        {invitedTo.map((one) => (
          <li key={one.id}>
            {one.id === at ? (
              <b>{one.name}</b>
            ) : (
              <a href={localized(`/portals/${one.id}/team/${member.id}`)}>{one.name}</a>
            )}
            <span>{givenWord(one)}</span>
            {invitedTo.length > 1 && one.mayRemove ? (
              <IconButton
                label={m['team.member.takePortal']({ portal: one.name })}
                path={mdiClose}
                onClick={() => takeOff(one)}
              />
            ) : undefined}
          </li>
        ))}
      </ul>
      <Dialog label={m['team.member.addPortals']()} opened={adding} onClose={() => setAdding(false)}>
        <AddForm member={member} choices={choices} onClose={() => setAdding(false)} />
      </Dialog>
    </Frame>
  )
}

interface AddFormProps {
  member: Member
  /** Where they are not asked to yet. */
  choices: readonly SessionPortal[]
  onClose: () => void
}

/** More portals with a role, at first the one that they are asked for here. */
function AddForm({ member, choices, onClose }: AddFormProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const { role, grants, denies } = member
  const only = choices.length === 1 ? choices.map(({ id }) => id) : []
  const form = useForm({ portals: only, role, grants, denies }, m['team.member.failed']())
  const { portals: into, ...given } = form.values
  const held = heldAt(choices, into)
  const send = async () => {
    const added = await form.send(() =>
      api.team.addInvitationPortals({
        memberId: member.id,
        portals: into.map((portalId) => ({ portalId, ...given })),
      }),
    )
    if (!added) return
    toast(m['team.member.portalsAdded']({ name: member.name }))
    onClose()
    await router.invalidate()
  }
  return (
    <DialogForm
      title={m['team.member.addPortals']()}
      text={m['team.member.addPortalsHelp']({ name: member.name })}
      verb={m['team.member.addPortalsVerb']()}
      disabled={into.length === 0}
      form={form}
      onSend={send}
      onClose={onClose}
    >
      <GivenPortals form={form} choices={choices} least={1} />
      <GivenRole form={form} held={held} />
      <GivenKeys form={form} held={held} />
    </DialogForm>
  )
}
