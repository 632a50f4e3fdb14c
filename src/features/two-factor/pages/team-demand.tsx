import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { SwitchField } from '#ui/field.tsx'
import { Frame } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import type { TeamDemand } from '../contract.ts'

interface TeamDemandSwitchProps {
  portalId: string
  demand: TeamDemand
}

/** Owners say at the master portal whether everybody in their teams has to have a second factor. */
export function TeamDemandSwitch({ portalId, demand }: TeamDemandSwitchProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  if (!demand.mayChange) return null
  const change = async (required: boolean) => {
    setBusy(true)
    const said = await api.twoFactor.demandOfTeam({ portalId, required })
    setBusy(false)
    if (isFailure(said))
      return toast(typeof said?.error === 'object' ? said.error.message : m['twoFactor.failed'](), {
        kind: 'error',
      })
    toast(required ? m['twoFactor.team.on']() : m['twoFactor.team.off']())
    await router.invalidate()
  }
  return (
    <Frame title={m['twoFactor.title']()}>
      <SwitchField
        label={m['twoFactor.team.label']()}
        help={m['twoFactor.team.help']()}
        checked={demand.required}
        disabled={busy}
        onChange={change}
      />
    </Frame>
  )
}
