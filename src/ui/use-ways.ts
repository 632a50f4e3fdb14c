import { type ParsedLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

interface Ways {
  /** Before the way to another page. */
  before: (to: ParsedLocation) => void
  /** Once that page is there. */
  after: (to: ParsedLocation) => void
}

/** Hears of every way from page to page; a new search at the same address is none. */
export function useWays(ways: Ways) {
  const router = useRouter()
  const latest = useRef(ways)
  latest.current = ways
  useEffect(() => {
    const stops = [
      router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
        if (pathChanged) latest.current.before(toLocation)
      }),
      router.subscribe('onResolved', ({ toLocation, pathChanged }) => {
        if (pathChanged) latest.current.after(toLocation)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
}
