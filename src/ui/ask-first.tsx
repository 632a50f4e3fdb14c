import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type CallOptions, type Failure, isFailure, type Result } from '#client.ts'
import { Confirm } from './confirm.tsx'
import type { Question } from './confirm-dialog.tsx'
import { toast } from './toast.tsx'
import { useUndoable } from './use-undoable.ts'

interface AskFirst<T> {
  question: (of: T) => Question
  act: (of: T, options?: Pick<CallOptions, 'onRequest'>) => Promise<Result<unknown>>
  /** Some of it comes back, and its toast offers that: `act` hands its options on. */
  undoable?: boolean
  /** Said afterwards. */
  done: (of: T) => string
  failed: (failure: Failure | undefined) => string
  /** Where to go when what the page is about is gone. */
  leaveTo?: string
}

/** Asks before something that is hard to take back, does it, says how it went and loads the page's data again. */
export function useAskFirst<T>({ question, act, done, failed, leaveTo, undoable }: AskFirst<T>): {
  ask: (of: T) => void
  /** Where nothing would be lost: without asking. */
  run: (of: T) => Promise<unknown>
  /** Stands anywhere in the page. */
  dialog: ReactNode
} {
  const router = useRouter()
  const undo = useUndoable()
  const [asked, setAsked] = useState<{ of: T }>()
  const confirm = async (of: T) => {
    setAsked(undefined)
    if (undoable) return undo({ act: (options) => act(of, options), done: done(of), failed, leaveTo })
    const result = await act(of)
    if (isFailure(result)) toast(failed(result), { kind: 'error' })
    else toast(done(of))
    if (leaveTo && !isFailure(result)) await router.navigate({ to: leaveTo, ignoreBlocker: true })
    else await router.invalidate()
  }
  return {
    ask: (of) => setAsked({ of }),
    run: confirm,
    dialog: (
      <Confirm
        question={asked && question(asked.of)}
        onConfirm={() => asked && confirm(asked.of)}
        onCancel={() => setAsked(undefined)}
      />
    ),
  }
}
