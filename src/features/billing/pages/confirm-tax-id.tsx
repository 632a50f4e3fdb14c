import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'

/** Says that a tax number which stands on another account too is right here. */
export function ConfirmTaxId({ portalId, taxId }: { portalId: string; taxId: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const done = await api.billing.confirmTaxId({ portalId, taxId })
    setBusy(false)
    if (isFailure(done)) return toast(m['billing.failed'](), { kind: 'error' })
    toast(m['billing.information.taxIdConfirmed']())
    await router.invalidate()
  }
  return (
    <span>
      <Button onClick={confirm} busy={busy}>
        {m['billing.information.confirmTaxId']()}
      </Button>
    </span>
  )
}
