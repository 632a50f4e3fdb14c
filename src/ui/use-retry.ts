import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Result } from '#client.ts'
import { untilAnswers } from './away.ts'

/** What a server did not answer that was away is asked for again by itself: once, as soon as it answers. */
export function useRetry(of: Result<unknown>, retry?: () => unknown): void {
  const router = useRouter()
  const again = useRef(retry)
  again.current = retry ?? (() => router.invalidate())
  useEffect(() => {
    if (!isUnanswered(of)) return
    let gone = false
    void untilAnswers().then((waited) => {
      if (waited && !gone) void again.current?.()
    })
    return () => {
      gone = true
    }
  }, [of])
}

/** Nothing was answered that says why. */
const isUnanswered = (of: Result<unknown>) =>
  typeof of === 'object' && of !== null && 'error' in of && of.error === true
