import { useLocation, useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Session } from '#features/account/contract.ts'
import { onAsked } from '#pages/shortcut-keys.ts'
import { m } from '#paraglide/messages.js'
import { typingWaits, typistOf } from '#ui/kept-typing.ts'
import { OfflineNotice } from '#ui/offline-notice.tsx'
import { toast } from '#ui/toast.tsx'
import { DeniedNotice, deniedIn, ElsewhereNotice, elsewhereIn } from './denied-notice.tsx'
import { Measuring } from './measuring.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import { useWatch } from './use-watch.ts'

const Shortcuts = lazy(() => import('./shortcuts-dialog.tsx'))
const Tour = lazy(() => import('./tour.tsx'))

interface ExtrasProps {
  session: Session
  path: string
  /** The first-run tour is due. */
  showTour: boolean
}

/**
 * What comes after the page stands, in a file of its own: the watch over builds and redirects, why another page
 * opened, shortcuts, the first-run tour, and measuring where it is configured and allowed.
 */
export default function Extras({ session, path, showTour }: ExtrasProps) {
  const [shortcuts, setShortcuts] = useState(false)
  const [tour, setTour] = useState(false)
  const { api } = useRouteContext({ from: '__root__' })
  const hash = useLocation({ select: (location) => location.hash })
  const denied = deniedIn(hash)
  const elsewhere = elsewhereIn(hash)
  const { spy } = session.user
  useWatch()
  useShortcuts(session, () => setShortcuts(true))
  useEffect(() => onAsked('shortcuts', () => setShortcuts(true)), [])
  useEffect(() => onAsked('tour', () => setTour(true)), [])
  useEffect(() => {
    if (showTour && !spy && !silenced()) setTour(true)
  }, [showTour, spy])
  const typist = useRef(typistOf(session))
  const arrived = useRef(path)
  // Said once, as somebody comes back. Forms of the page have taken theirs by now; what waits was typed in a dialog, which is closed.
  useEffect(() => {
    if (typist.current && typingWaits(arrived.current, typist.current)) toast(m['ui.kept.waits']())
  }, [])
  const endTour = () => {
    setTour(false)
    if (!spy) void api.app.endTour({})
  }
  return (
    <>
      <OfflineNotice />
      {denied ? <DeniedNotice key={denied} page={denied} /> : undefined}
      {elsewhere ? <ElsewhereNotice why={elsewhere} /> : undefined}
      {spy ? undefined : <Measuring path={path} />}
      <Suspense>
        {shortcuts ? <Shortcuts session={session} onClose={() => setShortcuts(false)} /> : undefined}
        {tour ? <Tour session={session} onClose={endTour} /> : undefined}
      </Suspense>
    </>
  )
}

/** A browser may be told to leave the tour away: one that shows the program, say. */
function silenced(): boolean {
  try {
    return localStorage.getItem('tour') !== null
  } catch {
    return false
  }
}
