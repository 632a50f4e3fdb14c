import { mdiDownload, mdiPlus } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isFailure } from '#client.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button, IconButton } from '#ui/button.tsx'
import type { PortalsQuery } from '../contract.ts'
import { savePortals } from './save-portals.ts'

const CreatePortalDialog = lazy(() => import('./create-portal-dialog.tsx'))
const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))

type Choice = { id: string; name: string }

/** The file of the list; one new portal or many, for staff and for a label that manages its own. */
export function PortalsActions({ search }: { search: Omit<PortalsQuery, 'page'> }) {
  const { api, session } = useRouteContext({ from: '__root__' })
  const [accounts, setAccounts] = useState<Choice[]>()
  const [many, setMany] = useState(false)
  const staff = session?.user.staff ?? false
  const label = session?.user.portals?.some(
    (portal) => portal.label && can(portal.permissions, 'portal.manageportals'),
  )
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    await savePortals(search)
    setSaving(false)
  }
  const file = (
    <IconButton
      framed
      label={m['portals.list.export']()}
      path={mdiDownload}
      aria-busy={saving}
      onClick={saving ? undefined : save}
    />
  )
  if (!can(permissionsOf(session), 'portal.manageportals') || !(staff || label)) return file
  const open = async () => {
    const found = staff ? await api.accounts.listAccounts({}) : undefined
    setAccounts(isFailure(found) ? [] : found.items)
  }
  return (
    <>
      {file}
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
