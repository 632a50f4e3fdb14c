import { mdiEyeOutline } from '@mdi/js'
import { lazy, Suspense, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import type { ContactDetail } from '../contract.ts'

const ViewAsDialog = lazy(() => import('./view-as-dialog.tsx'))

/** Backline as this person sees it; only for somebody with a login that works. */
export function ViewAs({ contact }: { contact: ContactDetail }) {
  const [asking, setAsking] = useState(false)
  const { personId, pending, suspended } = contact
  if (!personId || pending || suspended) return null
  return (
    <>
      <Button icon={mdiEyeOutline} onClick={() => setAsking(true)}>
        {m['contacts.viewAs.open']()}
      </Button>
      {asking ? (
        <Suspense>
          <ViewAsDialog personId={personId} name={contact.name} onClose={() => setAsking(false)} />
        </Suspense>
      ) : undefined}
    </>
  )
}
