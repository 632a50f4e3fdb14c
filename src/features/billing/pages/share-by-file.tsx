import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import type { Shares } from '../shares-contract.ts'
import classes from './billing.module.css'

interface ByFileProps {
  portalId: string
  payer: { id: string; name: string }
  shares: Pick<Shares, 'byFile'>
  mayAllow: boolean
}

/** Whether a label that owes the account has its IBAN, to pay it with a file. */
export function ByFile({ portalId, payer, shares, mayAllow }: ByFileProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const allowed = shares.byFile === true
  if (!allowed && !mayAllow) return
  const change = async () => {
    setBusy(true)
    const saved = await api.billing.setShareByFile({ portalId, payerId: payer.id, allowed: !allowed })
    setBusy(false)
    if (!saved || isFailure(saved)) return toast(m['billing.failed'](), { kind: 'error' })
    toast(saved.allowed ? m['billing.shares.allowDone']() : m['billing.shares.disallowDone']())
    await router.invalidate()
  }
  return (
    <p className={classes.quiet}>
      {allowed
        ? m['billing.shares.allowed']({ payer: payer.name })
        : m['billing.shares.allowText']({ payer: payer.name })}{' '}
      {mayAllow ? (
        <Button size="sm" busy={busy} onClick={change}>
          {allowed ? m['billing.shares.disallow']() : m['billing.shares.allow']()}
        </Button>
      ) : undefined}
    </p>
  )
}
