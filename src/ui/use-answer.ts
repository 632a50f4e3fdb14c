import { useEffect, useRef, useState } from 'react'
import type { Result } from '#client.ts'

interface Answered<T> {
  /** What was answered last; undefined until something was. */
  answer: Result<T>
  /** What it is about: something else than now, while the next one is awaited. */
  about: string | undefined
  /** Asks the same again. */
  retry: () => void
}

/**
 * The one way to ask from within a page: for what opens later than the page, so that no loader could know. Asks anew when
 * `about` changes, once it has rested for `delayMs`; without a question it does not ask. An answer that comes too late, or
 * whose call a newer one cancelled, is none.
 */
export function useAnswer<T>(
  question: (() => Promise<Result<T>>) | undefined,
  about: string,
  delayMs = 0,
): Answered<T> {
  const [last, setLast] = useState<{ answer: Result<T>; about: string }>()
  const [tries, setTries] = useState(0)
  const latest = useRef(question)
  latest.current = question
  const asking = question !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the question is about says when to ask anew.
  useEffect(() => {
    if (!asking) return
    let gone = false
    const ask = async () => {
      const result = await latest.current?.()
      if (!gone && result !== undefined) setLast({ answer: result, about })
    }
    const timer = setTimeout(ask, delayMs)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [asking, about, delayMs, tries])
  return { answer: last?.answer, about: last?.about, retry: () => setTries((now) => now + 1) }
}
