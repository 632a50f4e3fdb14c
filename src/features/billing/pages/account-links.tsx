import { lazy, Suspense, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { can, type PermissionKey, type PermissionMap } from '#platform/permissions.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import classes from './bill-side.module.css'

const PayoutMinimumDialog = lazy(() => import('./payout-minimum-dialog.tsx'))

/** For staff: the pages about one account's money, and what a portal shares; nothing for who may open none of them. */
export function AccountLinks({
  portalId,
  permissions,
  master = true,
}: {
  portalId: string
  permissions: PermissionMap | undefined
  /** Is it the account's master portal? Others know only what they share. */
  master?: boolean
}) {
  const [opened, setOpened] = useState(false)
  const search = { portal: portalId }
  const mayOfMaster = (key: PermissionKey) => master && can(permissions, key)
  return (
    <div className={classes.links}>
      {mayOfMaster('billing.viewbills') ? (
        <ButtonLink size="sm" to="/billing/bills" search={search}>
          {m['billing.action.toBills']()}
        </ButtonLink>
      ) : undefined}
      {mayOfMaster('billing.viewbillinginformation') ? (
        <ButtonLink size="sm" to="/billing/information" search={search}>
          {m['billing.action.toInformation']()}
        </ButtonLink>
      ) : undefined}
      {mayOfMaster('billing.viewadvances') ? (
        <ButtonLink size="sm" to="/billing/advances" search={search}>
          {m['billing.action.toAdvances']()}
        </ButtonLink>
      ) : undefined}
      {mayOfMaster('billing.viewbills') ? (
        <ButtonLink size="sm" to="/billing/shares" search={search}>
          {m['billing.action.toShares']()}
        </ButtonLink>
      ) : undefined}
      {mayOfMaster('billing.viewbills') ? (
        <ButtonLink size="sm" to="/billing/charges" search={search}>
          {m['billing.action.toCharges']()}
        </ButtonLink>
      ) : undefined}
      {can(permissions, 'billing.managebills') ? (
        <ButtonLink size="sm" to="/billing/splits" search={search}>
          {m['billing.action.toSplits']()}
        </ButtonLink>
      ) : undefined}
      {mayOfMaster('billing.managebills') ? (
        <Button size="sm" onClick={() => setOpened(true)}>
          {m['billing.payout.minimum']()}
        </Button>
      ) : undefined}
      {opened ? (
        <Suspense>
          <PayoutMinimumDialog portalId={portalId} onClose={() => setOpened(false)} />
        </Suspense>
      ) : undefined}
    </div>
  )
}
