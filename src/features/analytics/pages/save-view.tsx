import { mdiBookmarkOutline } from '@mdi/js'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import type { DetailKind } from '../choices.ts'

const Dialog = lazy(() => import('./save-view-dialog.tsx'))

/** Keeps what is on screen by name. */
export function SaveView({ page }: { page: DetailKind }) {
  const router = useRouter()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={mdiBookmarkOutline} onClick={() => setOpen(true)}>
        {m['savedViews.save']()}
      </Button>
      {open ? (
        <Suspense>
          <Dialog page={page} onClose={() => setOpen(false)} onSaved={() => router.invalidate()} />
        </Suspense>
      ) : undefined}
    </>
  )
}
