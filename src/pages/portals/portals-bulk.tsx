import { useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { savePortals } from '#features/portals/pages/save-portals.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { Button } from '#ui/button.tsx'

const InviteDialog = lazy(() =>
  import('#features/team/pages/invite-dialog.tsx').then((module) => ({ default: module.InviteDialog })),
)

/** What can be done with all portals that are chosen: a file of them, and a person who is let into them. */
export function PortalsBulk({ chosen, onClear }: { chosen: readonly string[]; onClear: () => void }) {
  const { session } = useRouteContext({ from: '__root__' })
  const [saving, setSaving] = useState(false)
  const [inviting, setInviting] = useState(false)
  const own = (session?.user.portals ?? []).filter(
    ({ id, permissions }) => chosen.includes(id) && can(permissions, 'team.createoreditteammembers'),
  )
  const count =
    chosen.length === 1 ? m['portals.list.one']() : m['portals.list.count']({ count: chosen.length })
  const save = async () => {
    setSaving(true)
    await savePortals({ portals: chosen })
    setSaving(false)
  }
  return (
    <>
      <BulkBar
        label={m['portals.list.label']()}
        count={count}
        clearLabel={m['portals.list.clear']()}
        onClear={onClear}
      >
        {own.length > 0 ? (
          <Button size="sm" onClick={() => setInviting(true)}>
            {m['portals.list.access']()}
          </Button>
        ) : undefined}
        <Button size="sm" busy={saving} onClick={save}>
          {m['portals.list.exportChosen']()}
        </Button>
      </BulkBar>
      <Suspense>
        {inviting && session ? (
          <InviteDialog opened session={session} portals={own} onClose={() => setInviting(false)} />
        ) : undefined}
      </Suspense>
    </>
  )
}
