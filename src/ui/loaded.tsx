import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Failure, failureCode, isFailure, type Result } from '#client.ts'
import { ErrorState, RefusedState } from './error-state.tsx'

interface LoadedProps<T> {
  of: Result<T>
  /** What could not be loaded, as a sentence. */
  failed: string
  /** More of this failure than the usual help; an `action` stands instead of trying again. */
  told?: (failure: Failure | undefined) => { text?: string; action?: ReactNode }
  /** Loads the page's data again unless said otherwise. */
  onRetry?: () => void
  children: (loaded: T) => ReactNode
}

/** What was loaded, or why it was not with a way to try again; the rest of the page stays. */
export function Loaded<T>({ of, failed, told, onRetry, children }: LoadedProps<T>) {
  const router = useRouter()
  if (!isFailure(of)) return children(of)
  if (failureCode(of) === 'forbidden') return <RefusedState />
  return (
    <ErrorState
      title={failed}
      code={failureCode(of)}
      onRetry={onRetry ?? (() => router.invalidate())}
      {...told?.(of)}
    />
  )
}
