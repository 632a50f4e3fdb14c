import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { rememberPath } from '#ui/last-path.ts'

/** Keeps the path that each navigation leaves behind. */
export function useLastPath() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onResolved', ({ fromLocation, hrefChanged }) => {
        if (fromLocation && hrefChanged) rememberPath(fromLocation.href)
      }),
    [router],
  )
}
