import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Failure, failureCode, isFailure, type Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from './button.tsx'
import { ErrorState, RefusedState } from './error-state.tsx'
import { useRetry } from './use-retry.ts'

interface LoadedProps<T> {
  of: Result<T>
  /** What could not be loaded, as a sentence. */
  failed: string
  /** More of this failure than the usual help. What its filters keep from being answered is cleared, not tried again. */
  told?: (failure: Failure | undefined) => { text?: string; onClear?: () => void }
  /** Loads the page's data again unless said otherwise. */
  onRetry?: () => void
  children: (loaded: T) => ReactNode
}

/** What was loaded, or why it was not with a way to try again; the rest of the page stays. */
export function Loaded<T>({ of, failed, told, onRetry, children }: LoadedProps<T>) {
  const router = useRouter()
  useRetry(of, onRetry)
  if (!isFailure(of)) return children(of)
  if (failureCode(of) === 'forbidden') return <RefusedState />
  const { text, onClear } = told?.(of) ?? {}
  return (
    <ErrorState
      title={failed}
      {...(text ? { text } : {})}
      code={failureCode(of)}
      onRetry={onRetry ?? (() => router.invalidate())}
      action={onClear ? <Button onClick={onClear}>{m['ui.clearFilters']()}</Button> : undefined}
    />
  )
}
