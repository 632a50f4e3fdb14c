import { isFailure, type Result } from '#client.ts'
import { useAnswer } from '#ui/use-answer.ts'

/** What a section asks for after its page. */
export interface Later<T> {
  /** The answer to what is asked now. */
  answered: [Result<T>] | undefined
  /** What was told last, which stays while the next is awaited. */
  told: T | undefined
  /** There is nothing to ask. */
  none: boolean
  retry: () => void
}

/** Asks after the page, for what would hold it up. */
export function useLater<T>(question: (() => Promise<Result<T>>) | undefined, asked: string): Later<T> {
  const { answer, about, retry } = useAnswer<T>(question, asked)
  const none = question === undefined
  return {
    none,
    answered: !none && answer !== undefined && about === asked ? [answer] : undefined,
    told: isFailure(answer) ? undefined : answer,
    retry,
  }
}
