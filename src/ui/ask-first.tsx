import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type Failure, isFailure, type Result } from '#client.ts'
import { Confirm } from './confirm.tsx'
import type { Question } from './confirm-dialog.tsx'
import { toast } from './toast.tsx'

interface AskFirst<T> {
  question: (of: T) => Question
  act: (of: T) => Promise<Result<unknown>>
  /** Said afterwards. */
  done: (of: T) => string
  failed: (failure: Failure | undefined) => string
  /** Where to go when what the page is about is gone. */
  leaveTo?: string
}

/** Asks before something that is hard to take back, does it, says how it went and loads the page's data again. */
export function useAskFirst<T>({ question, act, done, failed, leaveTo }: AskFirst<T>): {
  ask: (of: T) => void
  /** Stands anywhere in the page. */
  dialog: ReactNode
} {
  const router = useRouter()
  const [asked, setAsked] = useState<{ of: T }>()
  const confirm = async (of: T) => {
    setAsked(undefined)
    const result = await act(of)
    if (isFailure(result)) toast(failed(result), { kind: 'error' })
    else toast(done(of))
    if (leaveTo && !isFailure(result)) await router.navigate({ to: leaveTo, ignoreBlocker: true })
    else await router.invalidate()
  }
  return {
    ask: (of) => setAsked({ of }),
    dialog: (
      <Confirm
        question={asked && question(asked.of)}
        onConfirm={() => asked && confirm(asked.of)}
        onCancel={() => setAsked(undefined)}
      />
    ),
  }
}
