import { mdiPlus } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isFailure } from '#client.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'

const CreatePortalDialog = lazy(() => import('./create-portal-dialog.tsx'))
const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))

type Choice = { id: string; name: string }

/** One new portal or many, for staff and for a label that manages its own. */
export function PortalsActions() {
  const { api, session } = useRouteContext({ from: '__root__' })
  const [accounts, setAccounts] = useState<Choice[]>()
  const [many, setMany] = useState(false)
  const staff = session?.user.staff ?? false
  const label = session?.user.portals?.some(
    (portal) => portal.label && can(portal.permissions, 'portal.manageportals'),
  )
  if (!can(permissionsOf(session), 'portal.manageportals') || !(staff || label)) return null
  const open = async () => {
    const found = staff ? await api.accounts.listAccounts({}) : undefined
    setAccounts(isFailure(found) ? [] : found.items)
  }
  return (
    <>
      <Button onClick={() => setMany(true)}>{m['portals.bulk.open']()}</Button>
      <Button look="primary" icon={mdiPlus} onClick={open}>
        {m['portals.create.open']()}
      </Button>
      {accounts ? (
        <Suspense>
          <CreatePortalDialog staff={staff} accounts={accounts} onClose={() => setAccounts(undefined)} />
        </Suspense>
      ) : undefined}
      {many ? (
        <Suspense>
          <BulkDialog onClose={() => setMany(false)} />
        </Suspense>
      ) : undefined}
    </>
  )
}
