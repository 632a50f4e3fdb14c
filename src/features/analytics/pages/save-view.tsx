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
          <Dialog
            page={page}
            onClose={() => setOpen(false)}
            // What was kept is what is on screen: its tab is the current one.
            onSaved={(view) =>
              void router
                .navigate({
                  to: '.',
                  search: (now: object) => ({ ...now, view: view.id }),
                  replace: true,
                } as never)
                .then(() => router.invalidate())
            }
          />
        </Suspense>
      ) : undefined}
    </>
  )
}
