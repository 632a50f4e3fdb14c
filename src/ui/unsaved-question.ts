import type { ReactNode } from 'react'
import { goesWithTyping } from './kept-typing.ts'
import { useLeaveQuestion } from './leave-question.tsx'

/**
 * Asks before the way to another page while a form that stands among other things holds what is not sent; stands anywhere.
 * Not for fields that a password manager fills in by itself.
 */
export function useUnsavedQuestion(form: { changed: readonly unknown[]; busy: boolean }): ReactNode {
  const unsaved = form.changed.length > 0 && !form.busy
  return useLeaveQuestion({
    // Without a connection there is no way on: the notice says so.
    asks: () => unsaved && navigator.onLine,
    asksBeforeUnload: () => unsaved && !goesWithTyping(),
  })
}
