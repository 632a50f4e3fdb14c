import { useRouteContext, useRouter } from '@tanstack/react-router'
import { type CallOptions, type Failure, failureCode, isFailure, type Result, reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { toast } from './toast.tsx'

interface Undoable<T> {
  /** Hands its options on to the call, which has to be one that is declared as `undoable`. */
  act: (options: Pick<CallOptions, 'onRequest'>) => Promise<Result<T>>
  done: string | ((answer: T) => string)
  failed: (failure: Failure | undefined) => string
  /** Where to go when what the page is about is gone. */
  leaveTo?: string | undefined
}

/** Why something cannot be taken back, with each field that somebody has written since. */
export function sayFailed(failure: Failure | undefined) {
  const fields = typeof failure?.error === 'object' ? Object.values(failure.error.fields ?? {}) : []
  toast([reasonOf(failure) ?? m['ui.undo.failed'](), ...fields].join(' '), { kind: 'error' })
}

/** Takes back what a request did, says so, and loads the page's data again. */
export function useUndo(): (requestId: string) => Promise<void> {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  return async (requestId) => {
    const undone = await api.activity.undoChange({ requestId })
    if (isFailure(undone)) sayFailed(undone)
    else toast(m['ui.undo.done']())
    await router.invalidate()
  }
}

/** «Undo», where the request is known that would be undone. */
const offer = (requestId: string | undefined, undo: (requestId: string) => Promise<void>) =>
  requestId ? { action: { label: m['ui.undo.verb'](), run: () => void undo(requestId) } } : {}

/** Does at once what can be taken back, says so with «Undo» beside it, and loads the page's data again after either. */
export function useUndoable(): <T>(what: Undoable<T>) => Promise<boolean> {
  const router = useRouter()
  const undo = useUndo()
  return async ({ act, done, failed, leaveTo }) => {
    let requestId: string | undefined
    const result = await act({
      onRequest: (id) => {
        requestId = id
      },
    })
    if (isFailure(result)) {
      // Somebody else was faster: to try once more, as other failures say, would do nothing.
      const gone = failureCode(result) === 'notFound'
      toast(gone ? m['ui.gone.already']() : failed(result), { kind: 'error' })
      await router.invalidate()
      return false
    }
    toast(typeof done === 'string' ? done : done(result), offer(requestId, undo))
    if (leaveTo) await router.navigate({ to: leaveTo, ignoreBlocker: true })
    else await router.invalidate()
    return true
  }
}
