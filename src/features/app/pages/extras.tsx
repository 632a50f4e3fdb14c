import { lazy, Suspense, useEffect, useState } from 'react'
import type { Session } from '#features/account/contract.ts'
import { Measuring } from './measuring.tsx'
import { onAsked } from './shortcut-keys.ts'
import { UpdateNotice } from './update-notice.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import { useWatch } from './use-watch.ts'

const Shortcuts = lazy(() => import('./shortcuts-dialog.tsx'))
const Tour = lazy(() => import('./tour.tsx'))

/**
 * What comes after the page stands, in a file of its own: the watch over builds and redirects, the notice of news,
 * shortcuts, the first-run tour, and measuring where it is configured and allowed.
 */
export default function Extras({ session, path }: { session: Session; path: string }) {
  const [shortcuts, setShortcuts] = useState(false)
  const [tour, setTour] = useState(() => !session.user.spy && firstRun(session.user.id))
  useWatch()
  useShortcuts(session, () => setShortcuts(true))
  useEffect(() => onAsked('shortcuts', () => setShortcuts(true)), [])
  useEffect(() => onAsked('tour', () => setTour(true)), [])
  const endTour = () => {
    setTour(false)
    rememberTour(session.user.id)
  }
  return (
    <>
      {session.user.spy ? undefined : <UpdateNotice />}
      {session.user.spy ? undefined : <Measuring path={path} />}
      <Suspense>
        {shortcuts ? <Shortcuts session={session} onClose={() => setShortcuts(false)} /> : undefined}
        {tour ? <Tour session={session} onClose={endTour} /> : undefined}
      </Suspense>
    </>
  )
}

const tourKey = (personId: string) => `tour ${personId}`

function firstRun(personId: string): boolean {
  try {
    return localStorage.getItem(tourKey(personId)) === null && localStorage.getItem('tour') === null
  } catch {
    // Without storage it would come back each time.
    return false
  }
}

function rememberTour(personId: string) {
  try {
    localStorage.setItem(tourKey(personId), 'done')
  } catch {
    // Then it is not remembered.
  }
}
