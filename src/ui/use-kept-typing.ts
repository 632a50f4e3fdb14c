import { useLocation, useRouteContext } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Kept, placeOf, takeTyping, typistOf, watchTyping } from './kept-typing.ts'

/**
 * What stands in a form outlives the end of the session: it is kept as that leads away, and given back once. `begins` is
 * what a form begins with that is known again by it; the page's own form is known by its page.
 */
export function useKeptTyping(typed: () => Kept, giveBack: (kept: Kept) => void, begins?: object): void {
  const { pathname } = useLocation()
  const { session } = useRouteContext({ from: '__root__' })
  const { person, portal = null } = typistOf(session) ?? {}
  const latest = useRef({ typed, giveBack })
  latest.current = { typed, giveBack }
  const began = useRef(begins)
  useEffect(() => {
    const place = placeOf(pathname, began.current)
    const kept = takeTyping(place, person ? { person, portal } : undefined, began.current)
    if (kept) latest.current.giveBack(kept)
    return watchTyping(place, () => latest.current.typed())
  }, [pathname, person, portal])
}
