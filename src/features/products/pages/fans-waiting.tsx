import { mdiDownload } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { permissionsAt } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { downloadFrom } from '#ui/download.ts'
import { here } from '#ui/formats.ts'
import { toast } from '#ui/toast.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import type { Product } from '../contract.ts'
import classes from './products.module.css'

/** How many fans wait for it to come back, and who waits for what of its portal as a file; nothing while nobody does. */
export function FansWaiting({ product }: { product: Product }) {
  const { api, session } = useRouteContext({ from: '__root__' })
  const portalId = product.portal.id
  const permissions = permissionsAt(session, portalId)
  const may = can(permissions, session?.user.staff ? 'products.manageproducts' : 'stocks.managestocks')
  const { answer } = useAnswer(
    may ? () => api.restock.countRestockAlerts({ portalId, productId: product.id }) : undefined,
    product.id,
  )
  if (!answer || isFailure(answer) || answer.waiting === 0) return undefined
  const save = async () => {
    const fault = await downloadFrom(`/api/portal/${portalId}/restockAlerts/file`, {})
    if (fault) toast(fault === true ? m['products.waiting.failed']() : fault, { kind: 'error' })
  }
  return (
    <div className={classes.buttons}>
      <p className={classes.soft}>
        {answer.waiting === 1
          ? m['products.waiting.one']()
          : m['products.waiting.many']({ count: here().number(answer.waiting) })}
      </p>
      <Button size="sm" icon={mdiDownload} onClick={save}>
        {m['products.waiting.export']()}
      </Button>
    </div>
  )
}
