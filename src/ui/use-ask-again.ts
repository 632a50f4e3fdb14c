import { useCallback, useEffect, useRef, useState } from 'react'
import { isFailure, type Result } from '#client.ts'

/**
 * For what changes while nobody does anything: asks at once and every `everyMs` while the page is looked at, at once when it
 * is looked at again after that long, and whenever `ask` is called. What was answered last stays while an answer fails.
 */
export function useAskAgain<T>(
  question: () => Promise<Result<T>>,
  everyMs: number,
): { answer: T | undefined; ask: () => void } {
  const [answer, setAnswer] = useState<T>()
  const latest = useRef(question)
  latest.current = question
  const asked = useRef(0)
  const ask = useCallback(async () => {
    asked.current = Date.now()
    const result = await latest.current()
    if (!isFailure(result)) setAnswer(() => result)
  }, [])
  useEffect(() => {
    const tick = () => {
      if (document.visibilityState === 'visible' && Date.now() - asked.current >= everyMs) void ask()
    }
    void ask()
    const timer = setInterval(tick, everyMs)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [ask, everyMs])
  return { answer, ask }
}
