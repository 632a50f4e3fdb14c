import { lazy, Suspense, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { can, type PermissionMap } from '#platform/permissions.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import classes from './bill-page.module.css'

const PayoutMinimumDialog = lazy(() => import('./payout-minimum-dialog.tsx'))

/** For staff: the pages about one account's money; nothing for who may open none of them. */
export function AccountLinks({
  portalId,
  permissions,
}: {
  /** Of the account's master portal. */
  portalId: string
  permissions: PermissionMap | undefined
}) {
  const [opened, setOpened] = useState(false)
  const search = { portal: portalId }
  return (
    <div className={classes.links}>
      {can(permissions, 'billing.viewbills') ? (
        <ButtonLink size="sm" to="/billing/bills" search={search}>
          {m['billing.action.toBills']()}
        </ButtonLink>
      ) : undefined}
      {can(permissions, 'billing.viewbillinginformation') ? (
        <ButtonLink size="sm" to="/billing/information" search={search}>
          {m['billing.action.toInformation']()}
        </ButtonLink>
      ) : undefined}
      {can(permissions, 'billing.viewadvances') ? (
        <ButtonLink size="sm" to="/billing/advances" search={search}>
          {m['billing.action.toAdvances']()}
        </ButtonLink>
      ) : undefined}
      {can(permissions, 'billing.managebills') ? (
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
